import { lookup } from '../../../../../arch/index.js';
import { HELD_FIELDS } from '../../../../../transactions/index.js';
import {
  COLUMN_TYPES,
  describeField,
  GENERATED_NOTE,
  RECORD_KINDS,
  type RecordField,
  type RecordKind,
  toIdentifier,
} from './trace-fields.js';

/** The element type of each kind of column. */
const ELEMENT_TYPES: Readonly<Record<string, string>> = lookup({
  i32: 'int32_t',
  f32: 'float',
  f64: 'double',
  u8: 'uint8_t',
});

/** Generates the C header that writes traces. It is also valid C++ and usable through DPI-C. */
export function generateCWriter(): string {
  return `/* ${GENERATED_NOTE} */
#ifndef POPS_TRACE_H
#define POPS_TRACE_H
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

/* Stands for an absent optional integer. */
#define POPS_TRACE_NONE INT64_MIN

/* Registers and memory that a launch holds. */
struct pops_trace_holds {
${HELD_FIELDS.map((name) => `  int64_t ${toIdentifier(name)};`).join('\n')}
};

static inline void pops_trace_text(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text != 0; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\\\') fprintf(out, "\\\\%c", c);
    else if (c < 0x20) fprintf(out, "\\\\u%04x", c);
    else fputc(c, out);
  }
  fputc('"', out);
}

static inline void pops_trace_number(FILE *out, double value) {
  if (value - value != 0) fputs("null", out);
  else fprintf(out, "%.17g", value);
}

${RECORD_KINDS.map(emitFunction).join('\n')}
#endif
`;
}

function emitFunction({ kind, fields }: RecordKind): string {
  const parameters = ['FILE *out', 'int64_t cycle', ...fields.map(emitParameter)].join(', ');
  return `/* ${fields.map(describeField).join('; ')} */
static inline void pops_trace_${toIdentifier(kind)}(${parameters}) {
  fprintf(out, "{\\"kind\\":\\"${kind}\\",\\"cycle\\":%" PRId64, cycle);
${fields.map(emitWrite).join('\n')}
  fputs("}\\n", out);
}
`;
}

function emitParameter({ name, type }: RecordField): string {
  const parameter = toIdentifier(name);
  if (COLUMN_TYPES.includes(type))
    return `const ${ELEMENT_TYPES[type]} *${parameter}, size_t ${parameter}_length`;
  if (type === 'flag') return `int ${parameter}`;
  if (type === 'holds') return `const struct pops_trace_holds *${parameter}`;
  // Waiters are passed as JSON, in the documented format.
  return type === 'integer' ? `int64_t ${parameter}` : `const char *${parameter}`;
}

function emitWrite({ name, type, isOptional }: RecordField): string {
  const parameter = toIdentifier(name);
  const key = `fputs(",\\"${name}\\":", out);`;
  if (COLUMN_TYPES.includes(type)) {
    const element = type.startsWith('f')
      ? `pops_trace_number(out, ${parameter}[i]);`
      : `fprintf(out, "%" PRId64, (int64_t)${parameter}[i]);`;
    return `  ${key}
  fputc('[', out);
  for (size_t i = 0; i < ${parameter}_length; i++) {
    if (i > 0) fputc(',', out);
    ${element}
  }
  fputc(']', out);`;
  }
  switch (type) {
    case 'integer':
      return `  ${isOptional ? `if (${parameter} != POPS_TRACE_NONE) ` : ''}fprintf(out, ",\\"${name}\\":%" PRId64, ${parameter});`;
    case 'flag':
      return `  fprintf(out, ",\\"${name}\\":%s", ${parameter} ? "true" : "false");`;
    case 'holds':
      return `  ${key}
${HELD_FIELDS.map((field, i) => `  fprintf(out, "${i === 0 ? '{' : ','}\\"${field}\\":%" PRId64, ${parameter}->${toIdentifier(field)});`).join('\n')}
  fputc('}', out);`;
    case 'waiting':
      return `  fprintf(out, ",\\"${name}\\":%s", ${parameter});`;
    default:
      return `  ${key}
  pops_trace_text(out, ${parameter});`;
  }
}
