import {
  COUNTER_NAMES,
  type CountedOperation,
  type CounterName,
  counterOf,
  type Gfx,
  oncePerGeneration,
} from '../arch/index.js';
import { assert } from './kernel/assert.js';

/** Number of counters of a wave, including those not in its generation. */
export const COUNTER_COUNT = COUNTER_NAMES.length;

const NUMBERS: ReadonlyMap<CounterName, number> = new Map(
  COUNTER_NAMES.map((name, number) => [name, number]),
);

/** Index of a counter in `Wave.counters`. A map, because V8 is slow at property look-ups by a varying name. */
export function counterNumber(name: CounterName): number {
  const number = NUMBERS.get(name);
  assert(number !== undefined, 'the counter number is valid');
  return number;
}

/** Indices of two counters that every generation has: for vector loads, and for exports and parameter loads. */
export const LOADS = counterNumber('vm');
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

/** Index in `Wave.counters` for each kind of operation (`CountedOperation`). */
export type Counted = Readonly<Record<CountedOperation, number>>;

/** Which counters a generation's operations use. */
export const countedBy: (gfx: Gfx) => Counted = oncePerGeneration(
  (gfx) =>
    Object.fromEntries(
      OPERATIONS.map((operation) => [operation, counterNumber(counterOf(gfx, operation))]),
    ) as Record<CountedOperation, number>,
);
