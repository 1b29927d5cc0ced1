import type { FaultId } from '../../transactions/index.js';

/**
 * One wave with one primitive is enough for bugs within a wave: in its code, registers, launch, exit, export or
 * id.
 */
const ONE_WAVE = 2;
/** One wave with two primitives on a pixel is enough for bugs in the order of primitives within a wave. */
const TWO_PRIMITIVES = 3;
/** Two waves with one primitive each are enough for bugs involving ordering, exclusion, waiting or stale data. */
const TWO_WAVES = 4;

/**
 * Matches rules that need two primitives: those about ordering or memory between sections, and those about waiting for
 * overlapped waves.
 */
const NEEDS_TWO_PRIMITIVES = /^(ORD-0[1-57-9]|IDLE|HANG|VIS|PERF)/;

/** Rules that check a sum over a minimum number of waves, all of which may come from one primitive. */
const SIZE_BY_RULE: Readonly<Record<string, number>> = {
  // 32 waves are needed (MIN_WAVES in checkers/rules/perf/perf-01). With one primitive, 31 waves pass and 35 fail.
  'PERF-01': 33,
  // Four waves are needed (MIN_WAVES in checkers/rules/perf/perf-04). With one primitive, four waves fail.
  'PERF-04': 5,
};

/** Faults that need a larger case than their rule alone requires. */
const SIZE_BY_FAULT: Partial<Record<FaultId, number>> = {
  // There are at least eight ids, so the ninth wave is the first to reuse one. All nine may be from one primitive.
  F05: 10,
  // Two exits occur together, possibly in waves from one primitive, and a wave from another primitive waits for the
  // lost exit.
  F48: 5,
  // Two waves request the bus at once. Both may be from one primitive.
  F145: 3,
  // Only an export can occupy the bus ahead of the message that follows it. The export waits if another wave, possibly
  // from the same primitive, requests the bus in the same cycle.
  F173: 3,
  // Both launch controllers are busy loading when a third wave arrives. All three may be from one primitive.
  F183: 4,
  // The bug is in the order of two waves, or in state that one wave leaves behind for another.
  F41: TWO_WAVES,
  F45: TWO_WAVES,
  F50: TWO_WAVES,
  F52: TWO_WAVES,
};

/**
 * Returns the number of waves plus primitives in the smallest handwritten case for a fault that the given rule
 * detects first. It is the minimum for the rule or the fault, with the default schedule and no schedule decisions,
 * so comparing against it never makes the search look better than it is.
 */
export function getHandwrittenSize(fault: FaultId, rule: string, withinWave: boolean): number {
  const exception = SIZE_BY_FAULT[fault] ?? SIZE_BY_RULE[rule];
  if (exception !== undefined) return exception;
  if (!NEEDS_TWO_PRIMITIVES.test(rule)) return ONE_WAVE;
  return withinWave ? TWO_PRIMITIVES : TWO_WAVES;
}
