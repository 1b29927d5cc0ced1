import { TRACE_FIELDS } from '../../transactions/index.js';

/** A field of a record, as a parameter of a writer. */
export interface WrittenField {
  /** The field's name in the trace. */
  readonly name: string;
  readonly type: string;
  /** The strings that a field of type `choice` may contain. */
  readonly choices: readonly string[];
  readonly isOptional: boolean;
}

/** A kind of record with its fields, optional ones last. */
export interface WrittenKind {
  readonly kind: string;
  readonly fields: readonly WrittenField[];
}

/** All kinds of transactions that a trace may contain. */
export const WRITTEN_KINDS: readonly WrittenKind[] = Object.entries(TRACE_FIELDS).map(([kind, fields]) => ({
  kind,
  fields: Object.entries(fields)
    .map(([name, field]): WrittenField => {
      const isOptional = typeof field === 'object' && 'optional' in field;
      const type = isOptional ? field.optional : field;
      return typeof type === 'string'
        ? { name, type, choices: [], isOptional }
        : { name, type: 'choice', choices: type as readonly string[], isOptional };
    })
    .sort((a, b) => Number(a.isOptional) - Number(b.isOptional)),
}));

/** The types of columns of numbers. */
export const COLUMNS: readonly string[] = ['i32', 'f32', 'f64', 'u8'];

/** Names that are keywords in one of the target languages. */
const KEYWORDS: ReadonlySet<string> = new Set(['primitive', 'type', 'register']);

/** Converts a name in a trace to an identifier: `wave-formed` to `wave_formed`, and `quadCount` to `quad_count`. */
export function toIdentifier(name: string): string {
  const snake = name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

/** Describes a field's type, for a comment. */
export function describeField({ name, type, choices }: WrittenField): string {
  return `${name}: ${type === 'choice' ? choices.join(' | ') : type}`;
}

/** The first line of every file that is generated from the table of fields. */
export const GENERATED_NOTE =
  'Writes traces for "pops-tb check-trace" (docs/trace.md). Generated from the table of trace fields; do not edit by hand.';
