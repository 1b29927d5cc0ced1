import {
  COUNTER_NAMES,
  type CountedOperation,
  type CounterName,
  type Gfx,
  getCounter,
  memoise,
} from '../arch/index.js';
import { assert } from './kernel/assert.js';

/** The number of counters per wave, including any that do not exist on its generation. */
export const COUNTER_COUNT = COUNTER_NAMES.length;

const COUNTER_INDICES: ReadonlyMap<CounterName, number> = new Map(
  COUNTER_NAMES.map((name, index) => [name, index]),
);

/** Returns a counter's index in `Wave.counters`. Uses a map because V8 is slow at looking up dynamic property names. */
export function getCounterIndex(name: CounterName): number {
  const index = COUNTER_INDICES.get(name);
  assert(index !== undefined, 'the counter has an index');
  return index;
}

/** The index of the counter for vector loads, which every generation has. */
export const LOADS = getCounterIndex('vm');
/** The index of the counter for exports and parameter loads, which every generation has. */
export const EXPORTS = getCounterIndex('exp');

const OPERATIONS: readonly CountedOperation[] = [
  'load',
  'sample',
  'store',
  'scalar',
  'local',
  'message',
  'export',
];

/** For each kind of operation, the index of its counter in `Wave.counters`. */
export type CounterMap = Readonly<Record<CountedOperation, number>>;

/** Returns the counter that each kind of operation uses on a generation. */
export const getCounterMap: (gfx: Gfx) => CounterMap = memoise(
  (gfx) =>
    Object.fromEntries(
      OPERATIONS.map((operation) => [operation, getCounterIndex(getCounter(gfx, operation))]),
    ) as Record<CountedOperation, number>,
);
