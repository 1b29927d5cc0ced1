import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder, runCli } from './support/run-cli.js';

const folder = createTempFolder();
const examples = join(findPackageRoot(), 'docs', 'examples');
const LINE_ENDINGS = { lf: '\n', crlf: '\r\n' } as const;

/** Writes text once with each line ending, to separate folders. */
function write(name: string, text: string): void {
  for (const [kind, end] of Object.entries(LINE_ENDINGS)) {
    mkdirSync(join(folder, kind), { recursive: true });
    writeFileSync(join(folder, kind, name), text.replaceAll('\n', end));
  }
}

/** Runs a command with each folder in place of `DIR`. Returns both results without folder names and hashes. */
async function runWithBoth(...args: readonly string[]) {
  const results = [];
  for (const kind of Object.keys(LINE_ENDINGS)) {
    const { code, stdout, stderr } = await callCli(
      args.map((word) => word.replace('DIR', join(folder, kind))),
    );
    const output = `${stdout}${stderr}`.replaceAll(join(folder, kind), 'DIR');
    results.push({ code, output: output.replace(/hash [0-9a-f]{16}|~[0-9a-f]{8}/g, '') });
  }
  return results as [{ code: number; output: string }, { code: number; output: string }];
}

describe('files with Windows line endings are read like any other files', () => {
  beforeAll(() => {
    write('suite.json', '{\n  "count": 2,\n  "tests": [\n    { "sequence": "rmw_buffer" }\n  ]\n}\n');
    write(
      'suite.ts',
      "import { readFileSync } from 'node:fs';\nimport { defineProgram, defineSuite } from 'pops-testbench';\nconst text = readFileSync(new URL('program.s', import.meta.url), 'utf8');\nexport default defineSuite({\n  count: 1,\n  programs: [defineProgram({ name: 'custom', chips: ['navi21'], assembly: text })],\n  tests: [{ sequence: 'custom' }],\n});\n",
    );
    write('program.s', readFileSync(join(examples, 'nap-budget', 'adder.s'), 'utf8'));
    write('pops-tb.config.json', '{\n  "run": {\n    "suite": "suite.json",\n    "count": 1\n  }\n}\n');
    write(
      'waivers.json',
      '[\n  {\n    "bins": "overlap/none",\n    "reason": "r",\n    "owner": "o",\n    "expires": "2999-01-01",\n    "hash": "0"\n  }\n]\n',
    );
    write('signals.yaml', 'clock: clock\nrecords:\n  - kind: draw-begin\n    when: begun\n');
    write(
      'dump.vcd',
      '$timescale 1ns $end\n$scope module top $end\n$upscope $end\n$enddefinitions $end\n#0\n#5\n',
    );
  });

  it.each([
    ['a JSON suite', ['run', 'DIR/suite.json', '--dry-run', '--seed', '0x1']],
    ['a TypeScript suite and the program it reads', ['run', 'DIR/suite.ts', '--dry-run', '--seed', '0x1']],
    ['a JSON configuration', ['run', '--config', 'DIR/pops-tb.config.json', '--dry-run', '--seed', '0x1']],
  ] as const)('%s', async (_, args) => {
    const [unix, windows] = await runWithBoth(...args);
    expect(unix.code, unix.output).toBe(0);
    expect(windows).toEqual(unix);
  });

  it.each([
    [
      'waivers',
      ['run', 'smoke', '--dry-run', '--seed', '0x1', '--waivers', 'DIR/waivers.json'],
      /overlap\/none/,
    ],
    [
      'a value change dump and its YAML map',
      [
        ...['check-trace', '--vcd', 'DIR/dump.vcd', '--map', 'DIR/signals.yaml'],
        ...['--scenario', join(examples, 'rtl', 'scenario.json')],
      ],
      /signal/i,
    ],
  ] as const)('reports the same error for %s', async (_, args, output) => {
    const [unix, windows] = await runWithBoth(...args);
    expect(unix.code).toBe(2);
    expect(unix.output).toMatch(output);
    expect(windows).toEqual(unix);
  });
});

it('a suite with backslashes, a colon and spaces in its name runs, and its repro line replays a failure', async () => {
  const file = 'C:\\tests\\my suite.json';
  const suite = { count: 2, tests: [{ sequence: 'rmw_buffer' }] };
  writeFileSync(join(folder, file), JSON.stringify(suite));
  const run = await runCli(
    ['run', file, '--seed', '0x1', '--fault', 'F46', '--chip', 'navi21', '--workers', '1', '--out', 'out'],
    folder,
  );
  expect(run.code, run.stderr).toBe(1);
  const line = /replay '(.*)' --fault F46/.exec(run.stdout)![1]!;
  expect(line).toContain(`${file}:rmw_buffer@0x`);
  const replayed = await runCli(['replay', line, '--fault', 'F46', '--chip', 'navi21'], folder);
  expect([replayed.code, replayed.stderr]).toEqual([1, '']);
  expect(replayed.stdout).toContain('ORD-06');
});
