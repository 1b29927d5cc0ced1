import {
  COUNTER_NAMES,
  type CountedOperation,
  type CounterName,
  counterOf,
  type Gfx,
  oncePerGeneration,
} from '../arch/index.js';
import { assert } from './kernel/assert.js';

/** Counters of a wave, those that its generation lacks included. */
export const COUNTERS = COUNTER_NAMES.length;

const NUMBERS: ReadonlyMap<CounterName, number> = new Map(
  COUNTER_NAMES.map((name, number) => [name, number]),
);

/** Index of a counter into `Wave.counters`; a map, since a look-up in an object by a name that varies is slow in the engine. */
export function counterNumber(name: CounterName): number {
  const number = NUMBERS.get(name);
  assert(number !== undefined, 'a counter has its number');
  return number;
}

/** Indices of the counters of vector loads, and of exports and parameter loads, which every generation has. */
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

/** Index into `Wave.counters` for each kind of operation (`CountedOperation`). */
export type Counted = Readonly<Record<CountedOperation, number>>;

/** Where the operations of a generation count. */
export const countedBy: (gfx: Gfx) => Counted = oncePerGeneration(
  (gfx) =>
    Object.fromEntries(
      OPERATIONS.map((operation) => [operation, counterNumber(counterOf(gfx, operation))]),
    ) as Record<CountedOperation, number>,
);
