import {
  describeField,
  GENERATED_NOTE,
  RECORD_KINDS,
  type RecordKind,
  toIdentifier,
} from './trace-fields.js';

/** Generates the Python module that writes traces. */
export function generatePythonWriter(): string {
  return `# ${GENERATED_NOTE}
"""A trace writer with one method per kind of transaction."""
import json
import math


class TraceWriter:
    """Writes JSON Lines to a text stream. Columns are sequences of numbers; NaN becomes null."""

    def __init__(self, stream):
        self._stream = stream

    def scenario(self, scenario):
        """Writes the scenario, which must be the first record unless check-trace is given --scenario."""
        self._write({"kind": "scenario", "scenario": scenario})

    def _write(self, record):
        self._stream.write(json.dumps(record, separators=(",", ":"), allow_nan=False) + "\\n")

${RECORD_KINDS.map(emitMethod).join('\n')}

def _column(values):
    return [None if isinstance(value, float) and math.isnan(value) else value for value in values]
`;
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
  return ['i32', 'f32', 'f64', 'u8'].includes(type) ? `_column(${name})` : name;
}
