import type { Waiting } from '../kinds/quiesced.js';
import type { Transaction, TransactionKind } from '../transaction.js';
import { UsageError } from '../usage-error.js';
import { escapeLine, truncateMiddle } from '../visible-text.js';
import { parseColumn } from './column.js';
import { HELD_FIELDS, type OptionalField, TRACE_FIELDS, type TraceFieldType } from './trace-fields.js';
import { findWaitingProblem } from './waiting-parties.js';

/** The kind of the record that precedes all transactions and contains the scenario in its field `scenario`. */
export const SCENARIO_RECORD = 'scenario';

/** Maximum length of a string in a trace: reasons, and names of formats and objects. */
const MAX_TEXT_LENGTH = 1000;

type Fields = readonly (readonly [name: string, type: TraceFieldType | OptionalField])[];

const FIELDS = new Map<string, Fields>(
  Object.entries(TRACE_FIELDS).map(([kind, fields]) => [kind, Object.entries(fields)]),
);

/**
 * Parses a trace record into a transaction, dropping unknown fields. Throws a `UsageError` that includes the
 * record's `location` if the record is invalid.
 */
export function traceRecord(value: unknown, location: string): Transaction {
  const record = requireObject(value, location);
  const fields = typeof record.kind === 'string' ? FIELDS.get(record.kind) : undefined;
  if (fields === undefined)
    throw new UsageError(
      `Invalid ${location}: kind is ${formatValue(record.kind)}; expected one of ${[...FIELDS.keys()].join(', ')}`,
    );
  const result: Record<string, unknown> = {
    kind: record.kind as TransactionKind,
    cycle: parseField(record.cycle, 'integer', 'cycle', location),
  };
  for (const [name, type] of fields) {
    const field = record[name];
    if (isOptional(type)) {
      if (field !== undefined && field !== null)
        result[name] = parseField(field, type.optional, name, location);
    } else result[name] = parseField(field, type, name, location);
  }
  return result as unknown as Transaction;
}

/** Returns the value if it is an object; otherwise throws `UsageError`. */
export function requireObject(value: unknown, location: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw new UsageError(
    `Invalid ${location}: it is ${formatValue(value)}; expected an object with kind and cycle`,
  );
}

function isOptional(type: TraceFieldType | OptionalField): type is OptionalField {
  return typeof type === 'object' && !Array.isArray(type) && 'optional' in type;
}

function parseField(value: unknown, type: TraceFieldType, name: string, location: string): unknown {
  if (type === 'waiting') return parseWaiters(value, location);
  const converted = convertValue(value, type);
  if (converted !== undefined) return converted;
  const expected = typeof type === 'string' ? EXPECTATIONS[type] : `one of ${type.join(', ')}`;
  throw new UsageError(`Invalid ${location}: ${name} is ${formatValue(value)}; expected ${expected}`);
}

function parseWaiters(value: unknown, location: string): unknown {
  const problem = findWaitingProblem(value, formatValue);
  if (problem !== undefined) throw new UsageError(`Invalid ${location}: ${problem}`);
  return (value as Waiting[]).map(({ cause, ...waiter }) => ({
    ...waiter,
    cause: cause.on === 'halted' ? { ...cause, reason: truncateText(cause.reason) } : cause,
  }));
}

function truncateText(text: string): string {
  return escapeLine(truncateMiddle(text, MAX_TEXT_LENGTH));
}

const EXPECTATIONS: Readonly<Record<Exclude<TraceFieldType, 'waiting' | readonly string[]>, string>> = {
  integer: 'an integer',
  flag: 'true or false',
  text: 'a string',
  i32: 'a list of 32-bit integers',
  f32: 'a list of numbers',
  f64: 'a list of numbers',
  u8: 'a list of bytes',
  holds: `an object of integers: ${HELD_FIELDS.join(', ')}`,
};

/** Converts a value to the type of its field. Returns undefined if the value is invalid. */
function convertValue(value: unknown, type: Exclude<TraceFieldType, 'waiting'>): unknown {
  if (typeof type !== 'string') return type.includes(value as string) ? value : undefined;
  switch (type) {
    case 'integer':
      return Number.isSafeInteger(value) ? value : undefined;
    case 'flag':
      return typeof value === 'boolean' ? value : undefined;
    case 'text':
      return typeof value === 'string' ? truncateText(value) : undefined;
    case 'holds':
      return parseHeldResources(value);
    default:
      return parseColumn(value, type);
  }
}

/**
 * Returns the resources that a launch holds, without unknown fields. Returns undefined if any of them is missing,
 * which would otherwise silently weaken the checks on the launch.
 */
function parseHeldResources(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(value) || !HELD_FIELDS.every((field) => Number.isSafeInteger(value[field]))) return undefined;
  return Object.fromEntries(HELD_FIELDS.map((field) => [field, value[field]]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function formatValue(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}
