import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { decideVerdict, getVerdictExitCode } from '../../harness/terminal/judged-counts.js';
import { SQUARE_SCENE } from '../support/square-scene.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder, V8_OPTIONS } from './support/run-cli.js';

const folder = createTempFolder();
const root = findPackageRoot();
const TRACE = join(root, 'docs/examples/trace/trace.jsonl');
const SCENARIO = join(root, 'docs/examples/trace/scenario.json');
const SHADER = join(root, 'docs/examples/shaders/gfx103-image.s');
const DESIGN = `python3 '${join(root, 'docs/examples/cosim/design.py')}'`;
const TESTS = ['smoke', '--test', 'empty_section', '--seed', '0x1', '--count', '1', '--workers', '1'];
const COSIM = ['cosim', '--unit', 'exit-tracker', '--dut', DESIGN];

let outs = 0;
const fresh = (): string => join(folder, `out-${outs++}`);

/** Every command that judges, with arguments that pass. */
const PASSING: Readonly<Record<string, () => readonly string[]>> = {
  run: () => ['run', ...TESTS, '--out', fresh()],
  merge: () => ['merge', join(folder, 'passed'), '--out', fresh()],
  rerun: () => ['run', '--rerun', join(folder, 'passed'), '--out', fresh(), '--workers', '1'],
  resume: () => ['run', '--resume', join(folder, 'passed')],
  replay: () => ['replay', 'smoke:empty_section@0x1'],
  report: () => ['report', join(folder, 'passed')],
  'coverage gate': () => ['run', '--resume', join(folder, 'passed'), '--gate', 'coverage=1'],
  'testplan gate': () => ['testplan', join(folder, 'passed'), '--gate', 'testplan=1'],
  exec: () => ['exec', SHADER, '--chip', 'navi21', '--scene', join(folder, 'square.json')],
  check: () => ['check', SHADER, '--chip', 'navi21', '--seeds', '1', '--workers', '1'],
  'check-trace': () => ['check-trace', TRACE, '--scenario', SCENARIO],
  cosim: () => [...COSIM, 'rmw_buffer@0x1', '--out', fresh()],
  golden: () => ['golden', join(root, 'data/golden'), '--chip', 'navi31', '--test', 'fan'],
  qualify: () => ['qualify', 'F10', '--workers', '1', '--matrix', fresh()],
};
const COMMANDS = Object.keys(PASSING);

beforeAll(async () => {
  expect((await callCli(['run', ...TESTS, '--out', join(folder, 'passed')])).code).toBe(0);
  writeFileSync(join(folder, 'empty.txt'), '');
  writeFileSync(join(folder, 'square.json'), JSON.stringify(SQUARE_SCENE));
  const trace = readFileSync(TRACE, 'utf8');
  writeFileSync(join(folder, 'cut.jsonl'), trace.slice(0, trace.length / 2));
  for (const name of ['none', 'golden']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'golden/cases.bin'), new Uint8Array(4));
  writeFileSync(join(folder, 'golden/manifest.json'), '[]');
});

/** Runs a command with its results going to `stdout`, and returns its exit code, or null if a signal ended it. */
function runWith(args: readonly string[], stdout: number | 'pipe', signal?: NodeJS.Signals) {
  return new Promise<number | null>((resolve) => {
    const main = join(root, 'dist/cli/main.js');
    const child = spawn(process.execPath, [...V8_OPTIONS, main, ...args], {
      cwd: folder,
      stdio: ['ignore', stdout, 'ignore'],
    });
    // Closes the pipe before anything is written, as a reader that has exited does.
    child.stdout?.destroy();
    if (signal !== undefined) child.kill(signal);
    child.on('close', resolve);
  });
}

it.each(COMMANDS)('a pass of %s ends with exit code 0', async (name) => {
  expect((await callCli(PASSING[name]!())).code).toBe(0);
});

// How a process ends is decided in one place (`cli/main.ts`) for all commands: with threads, with early ones, and without.
describe.each(['run', 'check', 'report'])('a pass of %s', (name) => {
  it('is reported with exit code 0, even to a reader that has left', async () => {
    expect(await runWith(PASSING[name]!(), 'pipe')).toBe(0);
  });

  it.runIf(process.platform === 'linux')('is not reported if the disk is full', async () => {
    const full = openSync('/dev/full', 'w');
    try {
      expect(await runWith(PASSING[name]!(), full)).toBe(4);
    } finally {
      closeSync(full);
    }
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('is not reported after %s', async (signal) => {
    expect(await runWith(PASSING[name]!(), 'pipe', signal)).not.toBe(0);
  });
});

it.each([
  ['run --rerun-failures passed', 0],
  ['run smoke --test nothing', 2],
  ['merge none --out m', 2],
  ['merge', 2],
  ['check none', 2],
  ['check empty.txt', 2],
  ['check-trace empty.txt', 2],
  ['exec empty.txt --scene empty.txt', 2],
  ['golden golden', 2],
  ['replay none', 2],
  ['report none', 2],
  ['cosim --unit exit-tracker --dut true', 2],
  ['qualify F0', 2],
  ['run --resume none', 2],
  ['testplan none --gate testplan=1', 2],
  ['coverage show none', 2],
  [`check-trace --waves empty.txt ${SHADER}`, 2],
])('nothing to judge is no pass: %s', async (line, expected) => {
  const words = line
    .split(' ')
    .map((word) => (/^(?:passed|none|empty\.txt|m)$/.test(word) ? join(folder, word) : word));
  if (line.startsWith('golden')) words[1] = join(folder, 'golden');
  const { code, stdout } = await callCli(words);
  expect([code, /\bPASS\b/.test(stdout)]).toEqual([expected, false]);
});

/** Ways to lose what a command would have judged: its thread runs out of memory, or its input or its run ends early. */
it.each([
  ...['run', 'rerun', 'replay', 'check', 'exec', 'check-trace'].map(
    (name) => [name, ...PASSING[name]!(), '--test-memory', '24'] as const,
  ),
  ['cut trace', 'check-trace', join(folder, 'cut.jsonl'), '--scenario', SCENARIO],
  ['cut replay', ...PASSING.replay!(), '--until', '1'],
  ['missed coverage gate', ...PASSING['coverage gate']!().slice(0, -1), 'coverage=99'],
  ['missed testplan gate', ...PASSING['testplan gate']!().slice(0, -1), 'testplan=99'],
])('what is lost is no pass: %s', async (_name, ...args) => {
  expect((await callCli(args)).code).toBeOneOf([1, 2, 3, 4]);
});

it.each([
  [{ passed: 0, failed: 0 }, 'partial', 4],
  [{ passed: 1, failed: 0 }, 'pass', 0],
  [{ passed: 1, failed: 0, unjudged: 1 }, 'partial', 4],
  [{ passed: 1, failed: 1 }, 'fail', 1],
  [{ passed: 1, failed: 1, unjudged: 1 }, 'fail', 1],
  [{ passed: Number.NaN, failed: 0 }, 'partial', 4],
] as const)('the counts %j are a %s', (counts, verdict, code) => {
  expect([decideVerdict(counts), getVerdictExitCode(counts, 4)]).toEqual([verdict, code]);
});
