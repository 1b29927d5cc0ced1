import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createEmptyCoverage } from '../../../coverage/index.js';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { readSeed } from '../../../harness/basics/seeds.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { getPlanSlice, RunningTests } from '../../../harness/run-directory/index.js';
import { createManifest } from '../../../harness/run-directory/run-request.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { runBatch } from '../../../harness/workers/batch.js';
import { type BatchResult, makeEmptyResult } from '../../../harness/workers/batch-result.js';
import { type BatchRunner, DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { RerunChecker } from '../../../harness/workers/second-runs.js';
import { Run } from '../../../runs/run/run.js';
import { RunStore } from '../../../runs/run/run-store.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { measureLiveBytes } from '../../support/live-bytes.js';

const folder = createTempFolder();
const TEST = { sequence: 'early_tests', index: 0, seed: '0x1' };
const OVERRIDES = { ...NO_OVERRIDES, chips: ['navi21' as const] };
/** How much more memory a long run may hold at its end than early on. */
const GROWTH = 1.05;

const runTest = (index: number): BatchResult =>
  runBatch(
    {
      first: index,
      tests: [{ ...TEST, index, seed: `0x${(index + 1).toString(16)}` }],
      overrides: OVERRIDES,
      suite: 'smoke',
      coverageRun: 'test',
    },
    openCorpus(),
  );

it('a run holds no more memory after 20,000 tests than after 2,000', async () => {
  const outDir = join(folder, 'run');
  const request = {
    ...{ runId: 'run', suite: 'smoke', seed: readSeed('0x1'), overrides: OVERRIDES, first: [] },
    ...{ count: 20_000, knownIssues: [], limits: DEFAULT_LIMITS, workers: 1, outDir },
  };
  const { coverage = createEmptyCoverage(), rules, checks } = runTest(0);
  const bytesAt: number[] = [];
  let run = 0;
  const pool: BatchRunner = {
    closed: false,
    close: async () => undefined,
    run: async ({ first, tests }) => {
      const { length } = tests;
      if (run < 2_000 && run + length >= 2_000) bytesAt.push(measureLiveBytes());
      run += length;
      const sequences: Record<string, number> = {};
      for (const { sequence } of tests) sequences[sequence] = (sequences[sequence] ?? 0) + 1;
      return {
        ...makeEmptyResult(first),
        outcomes: new Uint8Array(length),
        ...{ chips: new Uint8Array(length), waves: new Uint32Array(length) },
        cycles: new Float64Array(length),
        instructions: new Float64Array(length),
        ...{ testMs: tests.map(() => 2), coverage, rules, checks, sequences },
      };
    },
  };
  const store = RunStore.create(outDir, createManifest(request));
  const secondRuns = new RerunChecker(() => pool);
  const longRun = new Run(request, getPlanSlice(request), store, pool, secondRuns, {}, new RunningTests());
  const { tally } = await longRun.runToEnd();
  bytesAt.push(measureLiveBytes());
  store.release();
  expect([tally.tests, run]).toEqual([20_000, 20_000]);
  expect(bytesAt[1]! / bytesAt[0]!).toBeLessThan(GROWTH);
});

it('a worker holds no more memory after many tests than after a few', () => {
  // The same four tests, since other ones fill caches that have a limit of their own.
  const runTests = (count: number): void => {
    for (let index = 0; index < count; index++) runTest(index % 4);
  };
  runTests(32);
  const early = measureLiveBytes();
  runTests(48);
  expect(measureLiveBytes() / early).toBeLessThan(GROWTH);
});

/**
 * Calls commands in a process of their own, and prints what that holds early and at the end: bytes, descriptors, threads,
 * children and temporary files.
 */
const CALL_COMMANDS = `
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
const { runProgram } = await import(process.argv[1]);
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write = () => true;
const TRACE = 'docs/examples/trace';
const COMMANDS = [
  'check-trace ' + TRACE + '/trace.jsonl --scenario ' + TRACE + '/scenario.json',
  'check docs/examples/shaders/gfx103-image.s --chip navi21 --seeds 1 --workers 1',
  'replay smoke:empty_section@0x1 --chip navi21',
  'replay smoke:nothing@0x1',
  'run smoke --test nothing',
  'list tests',
  'list rules',
  'disasm docs/examples/shaders/gfx103-image.s',
  'report docs',
  'coverage show docs',
];
async function callAll(rounds) {
  for (let round = 0; round < rounds; round++)
    for (const line of COMMANDS) await runProgram(line.split(' '));
  for (let i = 0; i < 3; i++) gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const held = [
    readdirSync('/proc/self/fd').length,
    readdirSync('/proc/self/task').length,
    readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8'),
    readdirSync(tmpdir()).join(),
  ];
  return { bytes: heapUsed + arrayBuffers, held };
}
write(JSON.stringify([await callAll(5), await callAll(7)]));
process.exit();
`;

it.runIf(process.platform === 'linux')('120 commands leave nothing behind in their process', () => {
  const root = findPackageRoot();
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const module = join(root, 'dist/cli/program.js');
  const args = ['--expose-gc', '--input-type=module', '-e', CALL_COMMANDS, module];
  const env = { ...process.env, TMPDIR: temporary };
  const printed = execFileSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  const [early, late] = JSON.parse(printed) as {
    readonly bytes: number;
    readonly held: readonly unknown[];
  }[];
  expect(late!.held).toEqual(early!.held);
  expect(late!.bytes / early!.bytes).toBeLessThan(GROWTH);
});
