import {
  COUNTER_NAMES,
  type CountedOperation,
  type CounterName,
  counterOf,
  type Gfx,
  oncePerGeneration,
} from '../arch/index.js';
import { assert } from './kernel/assert.js';

/** Number of counters per wave, including those missing on its generation. */
export const COUNTER_COUNT = COUNTER_NAMES.length;

const NUMBERS: ReadonlyMap<CounterName, number> = new Map(
  COUNTER_NAMES.map((name, number) => [name, number]),
);

/**
 * The index of a counter in `Wave.counters`. This is a map because V8 is slow at looking up properties by a varying name.
 */
export function counterNumber(name: CounterName): number {
  const number = NUMBERS.get(name);
  assert(number !== undefined, 'the counter number is valid');
  return number;
}

/** Index of the counter for vector loads, which every generation has. */
export const LOADS = counterNumber('vm');
/** Index of the counter for exports and parameter loads, which every generation has. */
export const EXPORTS = counterNumber('exp');

const OPERATIONS: readonly CountedOperation[] = [
  'load',
  'sample',
  'store',
  'scalar',
  'local',
  'message',
  'export',
];

/** The index in `Wave.counters` for each kind of operation (`CountedOperation`). */
export type Counted = Readonly<Record<CountedOperation, number>>;

/** The counters that a generation's operations use. */
export const countedBy: (gfx: Gfx) => Counted = oncePerGeneration(
  (gfx) =>
    Object.fromEntries(
      OPERATIONS.map((operation) => [operation, counterNumber(counterOf(gfx, operation))]),
    ) as Record<CountedOperation, number>,
);
