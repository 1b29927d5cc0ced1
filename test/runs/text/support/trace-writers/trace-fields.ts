import { TRACE_FIELDS } from '../../../../../transactions/index.js';

/** A record field, which becomes a parameter of a writer function. */
export interface RecordField {
  /** The field's name in the trace. */
  readonly name: string;
  readonly type: string;
  /** The strings that a field of type `choice` may contain. */
  readonly choices: readonly string[];
  readonly isOptional: boolean;
}

/** A kind of record with its fields, optional ones last. */
export interface RecordKind {
  readonly kind: string;
  readonly fields: readonly RecordField[];
}

/** All kinds of transactions that a trace may contain. */
export const RECORD_KINDS: readonly RecordKind[] = Object.entries(TRACE_FIELDS).map(([kind, fields]) => ({
  kind,
  fields: Object.entries(fields)
    .map(([name, field]): RecordField => {
      const isOptional = typeof field === 'object' && 'optional' in field;
      const type = isOptional ? field.optional : field;
      return typeof type === 'string'
        ? { name, type, choices: [], isOptional }
        : { name, type: 'choice', choices: type as readonly string[], isOptional };
    })
    .sort((a, b) => Number(a.isOptional) - Number(b.isOptional)),
}));

/** The types of numeric columns. */
export const COLUMN_TYPES: readonly string[] = ['i32', 'f32', 'f64', 'u8'];

/** Names that are keywords in one of the target languages. */
const KEYWORDS: ReadonlySet<string> = new Set(['primitive', 'type', 'register']);

/** Converts a name in a trace to an identifier: `wave-formed` to `wave_formed`, and `quadCount` to `quad_count`. */
export function toIdentifier(name: string): string {
  const snakeCase = name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.has(snakeCase) ? `${snakeCase}_` : snakeCase;
}

/** Describes a field's type, for a comment. */
export function describeField({ name, type, choices }: RecordField): string {
  return `${name}: ${type === 'choice' ? choices.join(' | ') : type}`;
}

/** The first line of every file that is generated from the table of fields. */
export const GENERATED_NOTE =
  'Writes traces for "pops-tb check-trace" (docs/trace.md). Generated from the table of trace fields; do not edit by hand.';
