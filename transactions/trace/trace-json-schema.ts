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

function createFieldSchema(type: TraceFieldType): object {
  switch (type) {
    case 'integer':
      return INTEGER;
    case 'flag':
      return { type: 'boolean' };
    case 'text':
      return { type: 'string' };
    case 'i32':
      return WORDS;
    case 'f32':
    case 'f64':
      return FLOATS;
    case 'u8':
      return { type: 'array', items: { type: 'integer', minimum: 0, maximum: 255 } };
    case 'holds':
      return {
        type: 'object',
        required: HELD_FIELDS,
        properties: Object.fromEntries(HELD_FIELDS.map((name) => [name, INTEGER])),
      };
    case 'waiting':
      return { type: 'array', items: WAITING };
    default:
      return { enum: type };
  }
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
