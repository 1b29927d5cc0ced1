/** One wave with its primitive shows what a wave does wrong by itself: code, registers, launch, exit, export, id. */
const ALONE = 2;
/** One wave with two primitives on a pixel shows what goes wrong within a wave. */
const WITHIN = 3;
/** Two waves with a primitive each show what goes wrong between them: order, exclusion, waiting, stale data. */
const PAIR = 4;

/** Rules that need two primitives: those of order and memory between sections, and waits for an overlapped wave. */
const BETWEEN = /^(ORD-0[1-57-9]|IDLE|HANG|VIS|PERF)/;

/**
 * Waves and primitives of the smallest case known by hand for a fault that this rule sees first. It is the least that the rule can
 * speak of, so that a ratio to it is never flattering.
 */
export function sizeByHand(rule: string, withinWave: boolean): number {
  if (!BETWEEN.test(rule)) return ALONE;
  return withinWave ? WITHIN : PAIR;
}
