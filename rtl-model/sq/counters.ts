import type { CounterLimits } from '../../arch/index.js';
import type { CounterValues } from '../../transactions/index.js';
import { COUNTER_COUNT, type CounterMap, getCounterIndex } from '../counters.js';
import type { Wave } from '../wave.js';

/** Limits that make a wait last until nothing is outstanding. */
export const ALL_ZERO: CounterLimits = new Array<number>(COUNTER_COUNT).fill(0);

/** Sets the counter thresholds that a wave waits for. */
export function setThresholds({ thresholds }: Wave, limits: CounterLimits): void {
  for (let counter = 0; counter < COUNTER_COUNT; counter++) thresholds[counter] = limits[counter];
}

/** Whether the counters satisfy the wave's current thresholds. */
export function meetsThresholds({ counters, thresholds }: Wave): boolean {
  for (let counter = 0; counter < COUNTER_COUNT; counter++)
    if (counters[counter] > thresholds[counter]) return false;
  return true;
}

/** Whether the wave has nothing outstanding. */
export function areCountersZero({ counters }: Wave): boolean {
  let combined = 0;
  for (let counter = 0; counter < COUNTER_COUNT; counter++) combined |= counters[counter];
  return combined === 0;
}

const [VM, VS, LGKM, EXP] = (['vm', 'vs', 'lgkm', 'exp'] as const).map(getCounterIndex);
const [SAMPLE, BVH, KM] = (['sample', 'bvh', 'km'] as const).map(getCounterIndex);

/**
 * Adds the wave's counters to the transaction. They are listed individually because V8 is slow at storing to
 * computed property names.
 */
export function withCounters<T extends object>(
  transaction: T,
  { counters }: Wave,
  counterMap: CounterMap,
): T & CounterValues {
  const result = transaction as T & { -readonly [name in keyof CounterValues]: number };
  result.vm = counters[VM];
  result.vs = counters[VS];
  result.lgkm = counters[LGKM];
  result.exp = counters[EXP];
  if (counterMap.sample === SAMPLE) {
    result.sample = counters[SAMPLE];
    result.bvh = counters[BVH];
    result.km = counters[KM];
  }
  return result;
}
