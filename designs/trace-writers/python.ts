import {
  describeField,
  GENERATED_NOTE,
  toIdentifier,
  WRITTEN_KINDS,
  type WrittenKind,
} from './trace-fields.js';

/** Generates the Python module that writes traces. */
export function generatePythonWriter(): string {
  return `# ${GENERATED_NOTE}
"""A writer of traces: one method for each kind of transaction."""
import json
import math


class TraceWriter:
    """Writes JSON Lines to a text stream. Columns are sequences of numbers; NaN becomes null."""

    def __init__(self, stream):
        self._stream = stream

    def scenario(self, scenario):
        """The scenario: the first record, unless check-trace gets --scenario."""
        self._write({"kind": "scenario", "scenario": scenario})

    def _write(self, record):
        self._stream.write(json.dumps(record, separators=(",", ":"), allow_nan=False) + "\\n")

${WRITTEN_KINDS.map(emitMethod).join('\n')}

def _column(values):
    return [None if isinstance(value, float) and math.isnan(value) else value for value in values]
`;
}

function emitMethod({ kind, fields }: WrittenKind): string {
  const parameters = fields.map(
    ({ name, isOptional }) => `${toIdentifier(name)}${isOptional ? '=None' : ''}`,
  );
  const star = parameters.length === 0 ? '' : ', *, ';
  const values = fields
    .filter(({ isOptional }) => !isOptional)
    .map(({ name, type }) => `, "${name}": ${emitValue(toIdentifier(name), type)}`);
  const optional = fields
    .filter(({ isOptional }) => isOptional)
    .map(
      ({ name }) =>
        `        if ${toIdentifier(name)} is not None:\n            record["${name}"] = ${toIdentifier(name)}\n`,
    );
  return `    def ${toIdentifier(kind)}(self, cycle${star}${parameters.join(', ')}):
        """${fields.map(describeField).join('; ')}."""
        record = {"kind": "${kind}", "cycle": cycle${values.join('')}}
${optional.join('')}        self._write(record)
`;
}

function emitValue(name: string, type: string): string {
  return ['i32', 'f32', 'f64', 'u8'].includes(type) ? `_column(${name})` : name;
}
