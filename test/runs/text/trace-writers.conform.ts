import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { HELD_FIELDS, traceRecord } from '../../../transactions/index.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { hasTool } from '../../support/external-tool.js';
import { expectGeneratedCode } from '../../support/generated-parts.js';
import {
  COLUMN_TYPES,
  generateCWriter,
  generatePythonWriter,
  generateSystemVerilogWriter,
  RECORD_KINDS,
  toIdentifier,
} from './support/trace-writers.js';

const FOLDER = join(findPackageRoot(), 'docs', 'examples', 'trace', 'writers');
const folder = createTempFolder();

type Field = (typeof RECORD_KINDS)[number]['fields'][number];

/** One record of each kind, plus one without optional fields if the kind has any. */
const RECORDS = RECORD_KINDS.flatMap(({ kind, fields }) => {
  const isOptional = fields.some((field) => field.isOptional);
  return (isOptional ? [true, false] : [true]).map((isFull) => ({
    kind,
    fields: fields.map((field, index) => ({
      field,
      value: isFull || !field.isOptional ? getSample(field, index) : undefined,
    })),
  }));
});

function getSample({ type, choices }: Field, index: number): unknown {
  switch (type) {
    case 'integer':
      return index % 2 === 0 ? 7 + index : 2 ** 40 + index;
    case 'flag':
      return index % 2 === 0;
    case 'text':
      return 'at rest';
    case 'i32':
      return [1, -2, 3];
    case 'u8':
      return [0, 255];
    case 'f32':
    case 'f64':
      return [0.5, null];
    case 'holds':
      return Object.fromEntries(HELD_FIELDS.map((name, position) => [name, position - 1]));
    case 'waiting':
      return [{ unit: 'wave', index: 0, pc: 4, cause: { on: 'sleep' } }];
    default:
      return choices.at(-1);
  }
}

/** Formats the arguments of the call that writes a record, using `format` to write each field in that language. */
const formatArgs = (
  record: (typeof RECORDS)[number],
  format: (field: Field, value: unknown) => string,
): string[] => record.fields.map(({ field, value }) => format(field, value));

const LANGUAGES = [
  {
    file: 'pops_trace.py',
    generate: generatePythonWriter,
    tools: ['python3'],
    packages: 'python3',
    run: (): string => {
      const toPython = (value: unknown): string =>
        JSON.stringify(value)
          .replaceAll('null', "float('nan')")
          .replace(/^true$/, 'True')
          .replace(/^false$/, 'False');
      const lines = RECORDS.map((record) => {
        const values = formatArgs(record, ({ name }, value) =>
          value === undefined ? '' : `, ${toIdentifier(name)}=${toPython(value)}`,
        );
        return `w.${toIdentifier(record.kind)}(5${values.join('')})`;
      });
      const main = writeSource('main.py', [
        'import sys',
        'from pops_trace import TraceWriter',
        'w = TraceWriter(sys.stdout)',
        ...lines,
      ]);
      return execFileSync('python3', [main], {
        encoding: 'utf8',
        env: { ...process.env, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1' },
      });
    },
  },
  {
    file: 'pops_trace.h',
    generate: generateCWriter,
    tools: ['cc'],
    packages: 'gcc',
    run: (): string => {
      const types: Readonly<Record<string, string>> = {
        i32: 'int32_t',
        f32: 'float',
        f64: 'double',
        u8: 'uint8_t',
      };
      const toC = ({ type }: Field, value: unknown): string => {
        if (value === undefined) return 'POPS_TRACE_NONE';
        if (COLUMN_TYPES.includes(type)) {
          const items = (value as (number | null)[]).map((item) => item ?? 'NAN');
          return `(${types[type]}[]){${items.join(',')}}, ${items.length}`;
        }
        if (type === 'holds')
          return `&(struct pops_trace_holds){${Object.values(value as object).join(',')}}`;
        if (type === 'integer') return `INT64_C(${value as number})`;
        if (type === 'flag') return value === true ? '1' : '0';
        return JSON.stringify(type === 'waiting' ? JSON.stringify(value) : value);
      };
      const lines = RECORDS.map(
        (record) =>
          `  pops_trace_${toIdentifier(record.kind)}(${['stdout', '5', ...formatArgs(record, toC)].join(', ')});`,
      );
      const main = writeSource('main.c', [
        '#include <math.h>',
        '#include "pops_trace.h"',
        'int main(void) {',
        ...lines,
        '  return 0;',
        '}',
      ]);
      execFileSync('cc', ['-Wall', '-Wextra', '-Werror', '-I', FOLDER, main, '-o', join(folder, 'main')]);
      return execFileSync(join(folder, 'main'), { encoding: 'utf8' });
    },
  },
  {
    file: 'pops_trace.sv',
    generate: generateSystemVerilogWriter,
    tools: ['iverilog'],
    packages: 'iverilog',
    run: (): string => {
      const toVerilog = ({ type }: Field, value: unknown): string => {
        if (value === undefined) return 'NONE';
        if (COLUMN_TYPES.includes(type)) return `"${(value as (number | null)[]).map(String).join(',')}"`;
        if (type === 'holds') return Object.values(value as object).join(', ');
        if (type === 'integer') return `64'sd${value as number}`;
        if (type === 'flag') return value === true ? "1'b1" : "1'b0";
        return type === 'waiting' ? `"${JSON.stringify(value).replaceAll('"', "'")}"` : JSON.stringify(value);
      };
      const lines = RECORDS.map(
        (record) =>
          `    write_${record.kind.replaceAll('-', '_')}(${['f', '5', ...formatArgs(record, toVerilog)].join(', ')});`,
      );
      const out = join(folder, 'sv.jsonl');
      const main = writeSource('main.sv', [
        'module main;',
        '  import pops_trace::*;',
        '  integer f;',
        '  initial begin',
        `    f = $fopen("${out}", "w");`,
        ...lines,
        '    $fclose(f);',
        '  end',
        'endmodule',
      ]);
      execFileSync('iverilog', ['-g2012', '-o', join(folder, 'sv'), join(FOLDER, 'pops_trace.sv'), main]);
      execFileSync('vvp', [join(folder, 'sv')]);
      return readFileSync(out, 'utf8');
    },
  },
];

function writeSource(name: string, lines: readonly string[]): string {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  return join(folder, name);
}

/** Reads a record as the trace reader does, and converts it to plain values. */
const toPlain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(traceRecord(value, 'record'), (_, field) =>
      ArrayBuffer.isView(field) ? Array.from(field as Int32Array) : field,
    ),
  );

describe.each(LANGUAGES)('$file', ({ file: name, generate, tools, packages, run }) => {
  it("is generated from the reader's fields (to update it: npx vitest run -u)", async () => {
    await expectGeneratedCode(join(FOLDER, name), generate());
  });

  it.skipIf(!tools.every((tool) => hasTool(tool, packages)))(
    'writes every kind of record in the form that the reader expects',
    () => {
      const records = run()
        .trimEnd()
        .split('\n')
        .map((line) => toPlain(JSON.parse(line)));
      const expected = RECORDS.map(({ kind, fields }) =>
        toPlain({
          kind,
          cycle: 5,
          ...Object.fromEntries(fields.map(({ field, value }) => [field.name, value])),
        }),
      );
      expect(records).toEqual(expected);
    },
  );
});
