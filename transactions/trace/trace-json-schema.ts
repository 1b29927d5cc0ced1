import type { FieldRow, TraceFieldType } from '../kinds/at.js';
import { HELD_FIELDS } from '../kinds/formation.js';
import { CAUSE_FIELDS } from '../kinds/quiesced.js';
import { TRACE_FIELDS } from '../transaction.js';

const INTEGER = { type: 'integer' } as const;
const WORDS = {
  type: 'array',
  items: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 32 - 1 },
} as const;
/** JSON cannot represent NaN, so it is written as null. */
const FLOATS = { type: 'array', items: { type: ['number', 'null'] } } as const;

/** Returns the JSON Schema (draft 7) for one transaction in a trace, which is one line of JSON Lines. */
export function createTraceJsonSchema(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'One transaction in a trace',
    type: 'object',
    required: ['kind', 'cycle'],
    properties: { kind: { enum: Object.keys(TRACE_FIELDS) }, cycle: INTEGER },
    allOf: Object.entries(TRACE_FIELDS).map(([kind, fields]) => ({
      if: { properties: { kind: { const: kind } } },
      // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
      then: createRecordSchema(fields),
    })),
  };
}

function createRecordSchema(fields: FieldRow): object {
  const entries = Object.entries(fields).map(([name, type]) =>
    typeof type === 'object' && 'optional' in type
      ? { name, type: type.optional, isRequired: false }
      : { name, type, isRequired: true },
  );
  return {
    required: entries.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    properties: Object.fromEntries(entries.map(({ name, type }) => [name, createFieldSchema(type)])),
  };
}

const WAITING = {
  type: 'object',
  required: ['unit', 'index', 'pc', 'cause'],
  properties: {
    unit: { enum: ['wave', 'packer'] },
    index: INTEGER,
    pc: INTEGER,
    cause: { type: 'object', required: ['on'], properties: { on: { enum: Object.keys(CAUSE_FIELDS) } } },
  },
} as const;

const SCHEMAS: Readonly<Record<Exclude<TraceFieldType, readonly string[]>, object>> = {
  integer: INTEGER,
  flag: { type: 'boolean' },
  text: { type: 'string' },
  i32: WORDS,
  f32: FLOATS,
  f64: FLOATS,
  u8: { type: 'array', items: { type: 'integer', minimum: 0, maximum: 255 } },
  holds: {
    type: 'object',
    required: HELD_FIELDS,
    properties: Object.fromEntries(HELD_FIELDS.map((name) => [name, INTEGER])),
  },
  waiting: { type: 'array', items: WAITING },
};

function createFieldSchema(type: TraceFieldType): object {
  return typeof type === 'string' ? SCHEMAS[type] : { enum: type };
}
