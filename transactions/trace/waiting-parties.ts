import type { WaitCause } from '../kinds/quiesced.js';
import { COUNTER_NAMES, RESOURCES } from './names.js';

type CauseField = 'integer' | 'text' | readonly string[];

/**
 * What a waiter in a `quiesced` record can be waiting for, with the fields of each cause. The compiler checks that
 * no cause is missing.
 */
export const CAUSE_FIELDS: {
  readonly [K in WaitCause['on']]: {
    readonly [F in Exclude<keyof Extract<WaitCause, { readonly on: K }>, 'on'>]: CauseField;
  };
} = {
  'exiting-id': { packer: 'integer', exiting: 'integer' },
  sleep: {},
  counter: { counter: COUNTER_NAMES },
  fetch: {},
  'export-ready': {},
  'export-space': { packer: 'integer' },
  'launch-resource': { resource: RESOURCES },
  'launch-order': {},
  barrier: {},
  'id-window': { packer: 'integer' },
  drain: { packer: 'integer' },
  'overlap-table': { packer: 'integer' },
  halted: { reason: 'text' },
  loop: { first: 'integer', last: 'integer', why: ['no-way-out', 'same-state'], address: 'integer' },
};

const CAUSES = new Map<unknown, { readonly [field: string]: CauseField }>(Object.entries(CAUSE_FIELDS));

/**
 * Returns the first error in a list of waiters, phrased as "field is X; expected Y", or undefined if there is none.
 */
export function findWaitingProblem(
  value: unknown,
  formatValue: (value: unknown) => string,
): string | undefined {
  if (!Array.isArray(value)) return `waiting is ${formatValue(value)}; expected a list of waiters`;
  for (const [index, waiter] of value.entries()) {
    const problem = findWaiterProblem(waiter);
    if (problem === undefined) continue;
    const { field, found, expected } = problem;
    return `waiting[${index}]${field} is ${formatValue(found)}; expected ${expected}`;
  }
  return undefined;
}

interface Problem {
  readonly field: string;
  readonly found: unknown;
  readonly expected: string;
}

function findWaiterProblem(waiter: unknown): Problem | undefined {
  const { unit, index, pc, cause } = getFields(waiter);
  if (unit !== 'wave' && unit !== 'packer')
    return { field: '.unit', found: unit, expected: 'one of wave, packer' };
  if (!Number.isSafeInteger(index)) return { field: '.index', found: index, expected: 'an integer' };
  if (!Number.isSafeInteger(pc)) return { field: '.pc', found: pc, expected: 'an integer' };
  const { on, ...details } = getFields(cause);
  const fields = CAUSES.get(on);
  if (fields === undefined)
    return { field: '.cause.on', found: on, expected: `one of ${[...CAUSES.keys()].join(', ')}` };
  const mismatch = Object.entries(fields).find(([name, type]) => !hasType(details[name], type));
  if (mismatch === undefined) return undefined;
  const [name, type] = mismatch;
  return { field: `.cause.${name}`, found: details[name], expected: describeType(type) };
}

function getFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function hasType(value: unknown, type: CauseField): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  return type === 'text' ? typeof value === 'string' : type.includes(value as string);
}

function describeType(type: CauseField): string {
  if (type === 'integer') return 'an integer';
  return type === 'text' ? 'a string' : `one of ${type.join(', ')}`;
}
