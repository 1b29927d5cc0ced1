import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { testSeed } from '../../../base/basics/seeds.js';
import { shellWord } from '../../../base/basics/shell-word.js';
import { CASES_HERE, type CaseRunner } from '../../../failures/triage/case-runner.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import type { Batch, BatchResult } from '../../../harness/workers/batch-result.js';
import { type BatchRunner, createPool, DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { launchWorkers } from '../../../runs/launch/launched-workers.js';
import type { LaunchTimes } from '../../../runs/launch/worker-places.js';
import { temporaryFolder } from '../../cli/support/run-cli.js';
import { until } from '../../support/until.js';

const LAUNCHER = fileURLToPath(new URL('support/hostile-launcher.mjs', import.meta.url));
const BATCHES = 4;
/** Number of failures that triage asks about: each answer takes a few runs. */
const QUESTIONS = 2;
/** Ten times the interval at which a working worker reports: a busy machine delays some reports. */
const LEASE_MS = 20_000;
const SEQUENCE = 'empty_section';
const FAULT = 'F46' as const;
const SUITE = { suite: 'smoke' };
const folder = temporaryFolder();
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A batch of two tests, some of which fail. */
function batchAt(place: number): Batch {
  const tests = [0, 1].map((offset) => {
    const index = 2 * place + offset;
    return { sequence: SEQUENCE, index, seed: testSeed({ high: 0, low: 7 }, SEQUENCE, index) };
  });
  const overrides = { ...NO_OVERRIDES, chips: ['navi21' as const], faults: [FAULT] };
  return { first: 2 * place, tests, overrides, suite: 'smoke', coverageRun: 'test' };
}

/** The part of a result that must not depend on where it was made. */
function lastingPart({ testMs: _, held: __, ...others }: BatchResult): object {
  return others;
}

const BATCHES_OF_RUN = Array.from({ length: BATCHES }, (_, place) => batchAt(place));

function resultsOf(runner: BatchRunner): Promise<BatchResult[]> {
  return Promise.all(BATCHES_OF_RUN.map((batch) => runner.run(batch)));
}

async function results(runner: BatchRunner): Promise<object[]> {
  return (await resultsOf(runner)).map(lastingPart);
}

/** Whether each failure shows two bugs. */
async function separations(cases: CaseRunner): Promise<object[]> {
  const scenarios = (await ran)
    .flatMap((result) => result.failures)
    .slice(0, QUESTIONS)
    .map(({ scenario }) => scenario!);
  expect(scenarios.length).toBe(QUESTIONS);
  return Promise.all(scenarios.map((scenario) => cases.run({ kind: 'apart', scenario, fired: [] }, {})));
}

/** Two workers under the launcher with this fault; the run's messages, and the number of starts. */
function startRunner(fault: string, times: Partial<LaunchTimes> = {}) {
  const startsFolder = join(folder, `${fault} starts`);
  mkdirSync(startsFolder);
  const notes: string[] = [];
  const launcher = [process.execPath, LAUNCHER, fault, startsFolder].map(shellWord).join(' ');
  const runner = launchWorkers({
    template: `${launcher} {worker}`,
    workers: 2,
    limits: DEFAULT_LIMITS,
    needed: {},
    times,
    onNote: (line) => notes.push(line),
  });
  cleanups.push(() => runner.close());
  return { runner, notes, starts: () => readdirSync(startsFolder).length };
}

const pool = createPool({ workers: 1, limits: DEFAULT_LIMITS });
/** The run's results without a launcher. */
const ran = resultsOf(pool);
const localResults = ran.then((all) => all.map(lastingPart));
const localAnswers = separations(CASES_HERE);
afterAll(() => pool.close());

describe('a launcher', () => {
  it('that prints, delays, duplicates and reorders frames changes no result', async () => {
    const { runner, notes, starts } = startRunner('disturbs');
    expect(await results(runner)).toEqual(await localResults);
    expect(await separations(runner.casesOf(SUITE))).toEqual(await localAnswers);
    expect(notes).toEqual([]);
    expect(starts()).toBe(2);
  });

  it('that spoils, loses and ends answers costs workers, and no result', async () => {
    const { runner, notes, starts } = startRunner('spoils', { lease: LEASE_MS });
    const reasons = [
      /sent a damaged frame/,
      /returned a result that does not match its batch/,
      /ended with exit code/,
      /reported nothing about its tests for 20 s/,
    ];
    // Which worker gets how many batches depends on the machine, so this repeats until each fault has acted.
    while (!reasons.every((reason) => notes.some((note) => reason.test(note))))
      expect(await results(runner)).toEqual(await localResults);
    expect(await separations(runner.casesOf(SUITE))).toEqual(await localAnswers);
    expect(notes[0]).toContain('; its tests run again on another');
    // Each lost worker has a successor, the last one after a pause.
    await until(() => starts() >= 2 + reasons.length);
  });
});
