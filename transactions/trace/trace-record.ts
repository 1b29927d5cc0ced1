import { findNearestName } from '../input/nearest-name.js';
import type { OptionalField, TraceFieldType } from '../kinds/at.js';
import { HELD_FIELDS } from '../kinds/formation.js';
import { CAUSE_FIELDS } from '../kinds/quiesced.js';
import { TRACE_FIELDS, type Transaction, type TransactionKind } from '../transaction.js';
import { UsageError } from '../usage-error.js';
import { escapeLine, truncateMiddle } from '../visible-text.js';

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
  if (fields === undefined) {
    const kinds = [...FIELDS.keys()];
    const near = findNearestName(String(record.kind), kinds);
    const advice = near === undefined ? `expected one of ${kinds.join(', ')}` : `did you mean ${near}?`;
    throw new UsageError(`Invalid ${location}: kind is ${formatValue(record.kind)}; ${advice}`);
  }
  const result: Record<string, unknown> = {
    kind: record.kind as TransactionKind,
    cycle: parseField(record.cycle, 'integer', 'cycle', location),
  };
  for (const [name, type] of fields) {
    const field = record[name];
    if (isOptional(type)) {
      if (field !== undefined && field !== null)
        result[name] = parseField(field, type.optional, name, location);
    } else {
      if (field === undefined) rejectMissing(fields, record, location);
      result[name] = parseField(field, type, name, location);
    }
  }
  return result as unknown as Transaction;
}

/** Names all fields that a record lacks, if there are several. */
function rejectMissing(fields: Fields, record: Readonly<Record<string, unknown>>, location: string): void {
  const missing = fields.filter(([name, type]) => !isOptional(type) && record[name] === undefined);
  const names = missing.map(([name]) => name).join(', ');
  if (missing.length > 1) throw new UsageError(`Invalid ${location}: missing ${names}`);
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

function parseWaiters(value: unknown, location: string): readonly unknown[] {
  if (Array.isArray(value))
    return value.map((waiter, index) => parseWaiter(waiter, `waiting[${index}]`, location));
  throw new UsageError(`Invalid ${location}: waiting is ${formatValue(value)}; expected a list of waiters`);
}

/** Checks a waiter and its cause, and truncates the cause's texts. Unknown fields are kept. */
function parseWaiter(value: unknown, path: string, location: string): unknown {
  const waiter = getFields(value);
  parseField(waiter.unit, ['wave', 'packer'], `${path}.unit`, location);
  parseField(waiter.index, 'integer', `${path}.index`, location);
  parseField(waiter.pc, 'integer', `${path}.pc`, location);
  const cause = getFields(waiter.cause);
  const on = parseField(cause.on, Object.keys(CAUSE_FIELDS), `${path}.cause.on`, location);
  const details = Object.entries(CAUSE_FIELDS[on as keyof typeof CAUSE_FIELDS]).map(([name, type]) => [
    name,
    parseField(cause[name], type, `${path}.cause.${name}`, location),
  ]);
  return { ...waiter, cause: { ...cause, ...Object.fromEntries(details) } };
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

function getFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

type ColumnType = 'i32' | 'f32' | 'f64' | 'u8';
type Column = Int32Array | Float32Array | Float64Array | Uint8Array;

const ARRAYS = { i32: Int32Array, f32: Float32Array, f64: Float64Array, u8: Uint8Array } as const;

/**
 * Parses a column of numbers from a JSON or MessagePack value. Returns undefined if the value is not a column of
 * the given type.
 */
function parseColumn(value: unknown, type: ColumnType): Column | undefined {
  if (value instanceof Uint8Array) return parseBytes(value, type);
  if (!Array.isArray(value)) return undefined;
  const column = new ARRAYS[type](value.length);
  for (let i = 0; i < value.length; i++) {
    const element: unknown = value[i];
    // JSON cannot represent NaN, so writers use null instead.
    if (element === null && (type === 'f32' || type === 'f64')) column[i] = Number.NaN;
    else if (typeof element === 'number') column[i] = element;
    else return undefined;
    if (type === 'i32' && !fits32(element as number)) return undefined;
    if (type === 'u8' && !fitsByte(element as number)) return undefined;
  }
  return column;
}

/** Returns whether a value is an integer that fits in 32 bits, signed or unsigned. */
function fits32(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 32;
}

function fitsByte(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0xff;
}

function parseBytes(bytes: Uint8Array, type: ColumnType): Column | undefined {
  const array = ARRAYS[type];
  const size = array.BYTES_PER_ELEMENT;
  if (bytes.length % size !== 0) return undefined;
  const column = new array(bytes.length / size);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let i = 0; i < column.length; i++) column[i] = readElement(view, i * size, type);
  return column;
}

function readElement(view: DataView, offset: number, type: ColumnType): number {
  switch (type) {
    case 'i32':
      return view.getInt32(offset, true);
    case 'f32':
      return view.getFloat32(offset, true);
    case 'f64':
      return view.getFloat64(offset, true);
    case 'u8':
      return view.getUint8(offset);
  }
}
