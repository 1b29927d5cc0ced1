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

/** Generates the SystemVerilog package that writes traces, in the language subset that Icarus Verilog supports. */
export function generateSystemVerilogWriter(): string {
  return `// ${GENERATED_NOTE}
// A column is a string of comma-separated numbers, such as $sformatf("%0d,%0d", x, y). An optional integer may be NONE.
// Strings contain neither quotes nor backslashes; waiters are passed as JSON with ' instead of ".
package pops_trace;
  localparam longint NONE = -64'sd9223372036854775807;

  task automatic write_quoted(input integer file, input string text);
    string character;
    for (int i = 0; i < text.len(); i++) begin
      character = text.substr(i, i);
      if (character == "'") $fwrite(file, "%c", 8'd34);
      else $fwrite(file, "%0s", character);
    end
  endtask

${RECORD_KINDS.map(emitTask).join('\n')}endpackage
`;
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
