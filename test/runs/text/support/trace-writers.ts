import { HELD_FIELDS, TRACE_FIELDS } from '../../../../transactions/index.js';

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

/** The element type of each kind of column. */
const ELEMENT_TYPES: Readonly<Record<string, string>> = {
  i32: 'int32_t',
  f32: 'float',
  f64: 'double',
  u8: 'uint8_t',
};

/** Generates the functions of the C header that writes traces. It is also valid C++ and usable through DPI-C. */
export function generateCWriter(): string {
  return `/* Registers and memory that a launch holds. */
struct pops_trace_holds {
${HELD_FIELDS.map((name) => `  int64_t ${toIdentifier(name)};`).join('\n')}
};

${RECORD_KINDS.map(emitFunction).join('\n')}`;
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

/** Generates the methods of the Python class that writes traces. */
export function generatePythonWriter(): string {
  return RECORD_KINDS.map(emitMethod).join('\n');
}

function emitMethod({ kind, fields }: RecordKind): string {
  const parameters = fields.map(
    ({ name, isOptional }) => `${toIdentifier(name)}${isOptional ? '=None' : ''}`,
  );
  const separator = parameters.length === 0 ? '' : ', *, ';
  const values = fields
    .filter(({ isOptional }) => !isOptional)
    .map(({ name, type }) => `, "${name}": ${emitValue(toIdentifier(name), type)}`);
  const optionalWrites = fields
    .filter(({ isOptional }) => isOptional)
    .map(
      ({ name }) =>
        `        if ${toIdentifier(name)} is not None:\n            record["${name}"] = ${toIdentifier(name)}\n`,
    );
  return `    def ${toIdentifier(kind)}(self, cycle${separator}${parameters.join(', ')}):
        """${fields.map(describeField).join('; ')}."""
        record = {"kind": "${kind}", "cycle": cycle${values.join('')}}
${optionalWrites.join('')}        self._write(record)
`;
}

function emitValue(name: string, type: string): string {
  return COLUMN_TYPES.includes(type) ? `_column(${name})` : name;
}

/** Generates the tasks of the SystemVerilog package that writes traces, in the language subset that Icarus Verilog supports. */
export function generateSystemVerilogWriter(): string {
  return RECORD_KINDS.map(emitTask).join('\n');
}

function emitTask({ kind, fields }: RecordKind): string {
  const parameters = ['input integer file', 'input longint cycle', ...fields.flatMap(emitParameters)];
  const isFixed = ({ isOptional, type }: RecordField): boolean => !isOptional && type !== 'waiting';
  const formats = fields.filter(isFixed).map(({ name, type }) => `,\\"${name}\\":${getFieldFormat(type)}`);
  const values = fields.filter(isFixed).flatMap(emitValues);
  const optionalWrites = fields.filter(({ isOptional }) => isOptional).map(emitOptionalWrite);
  const quotedWrites = fields
    .filter(({ type }) => type === 'waiting')
    .map(
      ({ name }) => `    $fwrite(file, ",\\"${name}\\":");\n    write_quoted(file, ${toIdentifier(name)});\n`,
    );
  return `  // ${fields.map(describeField).join('; ')}
  task automatic write_${kind.replaceAll('-', '_')}(${parameters.join(', ')});
    $fwrite(file, "{\\"kind\\":\\"${kind}\\",\\"cycle\\":%0d${formats.join('')}", ${['cycle', ...values].join(', ')});
${[...optionalWrites, ...quotedWrites].join('')}    $fwrite(file, "}\\n");
  endtask
`;
}

function emitOptionalWrite({ name }: RecordField): string {
  return `    if (${toIdentifier(name)} != NONE) $fwrite(file, ",\\"${name}\\":%0d", ${toIdentifier(name)});\n`;
}

function emitParameters({ name, type }: RecordField): string[] {
  const parameter = toIdentifier(name);
  if (type === 'integer') return [`input longint ${parameter}`];
  if (type === 'flag') return [`input bit ${parameter}`];
  if (type === 'holds') return HELD_FIELDS.map((field) => `input longint ${toIdentifier(field)}`);
  return [`input string ${parameter}`];
}

function getFieldFormat(type: string): string {
  if (COLUMN_TYPES.includes(type)) return '[%0s]';
  if (type === 'integer') return '%0d';
  if (type === 'holds') return `{${HELD_FIELDS.map((field) => `\\"${field}\\":%0d`).join(',')}}`;
  return type === 'flag' ? '%0s' : '\\"%0s\\"';
}

function emitValues({ name, type }: RecordField): string[] {
  const parameter = toIdentifier(name);
  if (type === 'flag') return [`${parameter} ? "true" : "false"`];
  return type === 'holds' ? HELD_FIELDS.map(toIdentifier) : [parameter];
}
