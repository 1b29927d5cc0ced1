import { TRACE_FIELDS } from '../../transactions/index.js';

/** A record's field as a writer's parameter. */
export interface WrittenField {
  /** Name in the trace. */
  readonly name: string;
  readonly type: string;
  /** Strings allowed for a field of type `choice`. */
  readonly choices: readonly string[];
  readonly isOptional: boolean;
}

/** A kind of record with its fields, optional ones last. */
export interface WrittenKind {
  readonly kind: string;
  readonly fields: readonly WrittenField[];
}

/** Every kind of transaction allowed in a trace. */
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

/** Columns of numbers. */
export const COLUMNS: readonly string[] = ['i32', 'f32', 'f64', 'u8'];

/** Keywords in the writers' languages. */
const KEYWORDS: ReadonlySet<string> = new Set(['primitive', 'type', 'register']);

/** A trace name as an identifier: `wave-formed` is `wave_formed`, and `quadCount` is `quad_count`. */
export function identifier(name: string): string {
  const snake = name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

/** A field's type in words, for a comment. */
export function fieldText({ name, type, choices }: WrittenField): string {
  return `${name}: ${type === 'choice' ? choices.join(' | ') : type}`;
}

/** First line of every file generated from the table of fields. */
export const GENERATED_NOTE =
  'Writes traces for "pops-tb check-trace" (docs/trace.md). Made from the fields that its reader knows; not edited by hand.';
