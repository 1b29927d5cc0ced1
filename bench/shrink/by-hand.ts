import type { FaultId } from '../../transactions/index.js';

/** One wave with its primitive shows a wave's own mistakes: code, registers, launch, exit, export, id. */
const ONE_WAVE = 2;
/** One wave with two primitives on a pixel shows mistakes within a wave. */
const TWO_PRIMITIVES = 3;
/** Two waves with a primitive each show mistakes between them: order, exclusion, waiting, stale data. */
const TWO_WAVES = 4;

/** Rules that need two primitives: for order and memory between sections, and waits for an overlapped wave. */
const NEEDS_TWO_PRIMITIVES = /^(ORD-0[1-57-9]|IDLE|HANG|VIS|PERF)/;

/** Rules that judge a sum over waves, and only from this many: one primitive may provide them all. */
const SIZE_BY_RULE: Readonly<Record<string, number>> = {
  // 32 waves (WAVES_MIN of checkers/rules/perf/perf-01): 31 of one primitive pass, 35 of one fail.
  'PERF-01': 33,
  // Four waves (WAVES_MIN of checkers/rules/perf/perf-04): those of one primitive fail.
  'PERF-04': 5,
};

/** Faults that need more than their rule does; the rule may concern one wave. */
const SIZE_BY_FAULT: Partial<Record<FaultId, number>> = {
  // There are at least eight ids, so the ninth wave is the first to share one: nine waves of one primitive.
  F05: 10,
  // Two exits occur together, possibly from waves of one primitive, and another primitive's wave waits for the lost
  // one.
  F48: 5,
  // Two waves request the bus at once; they may be of one primitive.
  F145: 3,
  // Only an export is on the bus ahead of the message after it: it waits if another wave requests in its cycle, which may be of one primitive.
  F173: 3,
  // Both launch controllers load a wave when a third arrives; they may be of one primitive.
  F183: 4,
  // The mistake is in the order of two waves, or in what one leaves or takes from the other.
  F41: TWO_WAVES,
  F45: TWO_WAVES,
  F50: TWO_WAVES,
  F52: TWO_WAVES,
};

/**
 * Waves and primitives of the smallest case known by hand for a fault that this rule sees first, under the default
 * schedule. It is the minimum for the rule or fault, so a ratio to it is never flattering: no fault is granted a
 * decision.
 */
export function sizeByHand(fault: FaultId, rule: string, withinWave: boolean): number {
  const exception = SIZE_BY_FAULT[fault] ?? SIZE_BY_RULE[rule];
  if (exception !== undefined) return exception;
  if (!NEEDS_TWO_PRIMITIVES.test(rule)) return ONE_WAVE;
  return withinWave ? TWO_PRIMITIVES : TWO_WAVES;
}
