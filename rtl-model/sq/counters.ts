import type { Instruction } from '../../arch/index.js';
import type { CounterValues } from '../../transactions/index.js';
import { COUNTER, type Wave } from '../wave.js';

/** Names of a wave's counters, in the order of `Wave.counters`. */
export const COUNTERS = ['vm', 'vs', 'lgkm', 'exp'] as const;

/** Threshold of a counter that is not waited for. */
export const NO_LIMIT = 0x7fffffff;

/** Takes over what a wait asks for; counters that it leaves out may have any value. */
export function setThresholds(wave: Wave, wait: NonNullable<Instruction['wait']>): void {
  const { thresholds } = wave;
  thresholds[COUNTER.vm] = wait.vm ?? NO_LIMIT;
  thresholds[COUNTER.vs] = wait.vs ?? NO_LIMIT;
  thresholds[COUNTER.lgkm] = wait.lgkm ?? NO_LIMIT;
  thresholds[COUNTER.exp] = wait.exp ?? NO_LIMIT;
}

/** Whether the counters are low enough for the wait that holds, or would hold, the wave. */
export function belowThresholds({ counters, thresholds }: Wave): boolean {
  return (
    counters[0] <= thresholds[0] &&
    counters[1] <= thresholds[1] &&
    counters[2] <= thresholds[2] &&
    counters[3] <= thresholds[3]
  );
}

/** Whether nothing of the wave is outstanding. */
export function countersAreZero({ counters }: Wave): boolean {
  return (counters[0] | counters[1] | counters[2] | counters[3]) === 0;
}

/** The counters as a transaction carries them. */
export function counterValues({ counters }: Wave): CounterValues {
  return { vm: counters[0], vs: counters[1], lgkm: counters[2], exp: counters[3] };
}
