import {
  COUNTER_NAMES,
  type CountedOperation,
  type CounterName,
  type Gfx,
  getCounter,
  memoisePerGeneration,
} from '../arch/index.js';
import { assert } from './kernel/assert.js';

/** The number of counters per wave, including any that do not exist on its generation. */
export const COUNTER_COUNT = COUNTER_NAMES.length;

const NUMBERS: ReadonlyMap<CounterName, number> = new Map(
  COUNTER_NAMES.map((name, number) => [name, number]),
);

/**
 * The index of a counter in `Wave.counters`. A map is used because V8 is slow at looking up properties by varying
 * names.
 */
export function getCounterNumber(name: CounterName): number {
  const number = NUMBERS.get(name);
  assert(number !== undefined, 'the counter has a number');
  return number;
}

/** The index of the counter for vector loads, which every generation has. */
export const LOADS = getCounterNumber('vm');
/** The index of the counter for exports and parameter loads, which every generation has. */
export const EXPORTS = getCounterNumber('exp');

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
export type Counted = Readonly<Record<CountedOperation, number>>;

/** The counters that operations use on a generation. */
export const countedBy: (gfx: Gfx) => Counted = memoisePerGeneration(
  (gfx) =>
    Object.fromEntries(
      OPERATIONS.map((operation) => [operation, getCounterNumber(getCounter(gfx, operation))]),
    ) as Record<CountedOperation, number>,
);
