import type { FaultId } from '../../transactions/index.js';

/** One wave with its primitive shows what a wave does wrong by itself: code, registers, launch, exit, export, id. */
const ALONE = 2;
/** One wave with two primitives on a pixel shows what goes wrong within a wave. */
const WITHIN = 3;
/** Two waves with a primitive each show what goes wrong between them: order, exclusion, waiting, stale data. */
const PAIR = 4;

/** Rules that need two primitives: those of order and memory between sections, and waits for an overlapped wave. */
const BETWEEN = /^(ORD-0[1-57-9]|IDLE|HANG|VIS|PERF)/;

/** Rules that judge a sum over waves, and nothing below this many of them: one primitive may give them all. */
const OF_RULE: Readonly<Record<string, number>> = {
  // 32 waves (WAVES_MIN of checkers/rules/perf/perf-01): 31 of one primitive pass, 35 of one fail.
  'PERF-01': 33,
  // Four waves (WAVES_MIN of checkers/rules/perf/perf-04): those of one primitive fail.
  'PERF-04': 5,
};

/** Faults that take more than the rule that sees them, which could speak of one wave. */
const OF_FAULT: Partial<Record<FaultId, number>> = {
  // There are eight ids at least, so that the ninth wave is the first to have one that another has: nine waves of one primitive.
  F05: 10,
  // Two exits come together, which waves of one primitive can send, and a wave of another waits for the one that is lost.
  F48: 5,
  // Two waves ask for the bus at once; they may be of one primitive.
  F145: 3,
  // An export alone is on the bus ahead of the message after it: a wave's waits when another asks in its cycle, which may be of one primitive.
  F173: 3,
  // Both launch controllers load a wave when a third comes; they may be of one primitive.
  F183: 4,
  // What goes wrong is the order of two waves, or what one leaves or takes of another.
  F41: PAIR,
  F45: PAIR,
  F50: PAIR,
  F52: PAIR,
};

/**
 * Waves and primitives of the smallest case known by hand for a fault that this rule sees first, under the default
 * schedule. It is the least that the rule or fault needs, so that a ratio to it is never flattering: no fault is
 * granted a decision.
 */
export function sizeByHand(fault: FaultId, rule: string, withinWave: boolean): number {
  const own = OF_FAULT[fault] ?? OF_RULE[rule];
  if (own !== undefined) return own;
  if (!BETWEEN.test(rule)) return ALONE;
  return withinWave ? WITHIN : PAIR;
}
