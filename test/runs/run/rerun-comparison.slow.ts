import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmptyCoverage } from '../../../coverage/index.js';
import { getFailureFolder } from '../../../harness/basics/run-files.js';
import { readSeed } from '../../../harness/basics/seeds.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { OUTCOMES } from '../../../harness/records/finding.js';
import { openPastRun } from '../../../harness/run-directory/past-run.js';
import { createManifest } from '../../../harness/run-directory/run-request.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { runBatch } from '../../../harness/workers/batch.js';
import { makeEmptyResult } from '../../../harness/workers/batch-result.js';
import { DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { fingerprintScenario } from '../../../harness/workers/test-behaviours.js';
import { compareWithOriginal } from '../../../runs/run/rerun-comparison.js';
import { RunStore } from '../../../runs/run/run-store.js';
import { copyScenarios, readStoredScenario } from '../../../runs/run/stored-scenarios.js';
import { describeRerun } from '../../../runs/text/phrases.js';
import { decodeScenario, encodeScenario } from '../../../transactions/index.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { drawTest } from '../../support/drawn-test.js';

const folder = createTempFolder();
const SIGNATURE = 'ORD-01 db';
const SCENARIO = drawTest('empty_section', '0x2');

/** Writes a run of three tests with the given fingerprints; the first test failed. */
function writeRun(runId: string, fingerprints: readonly number[], rerunOf?: string): string {
  const outDir = join(folder, runId);
  const limits = { knownIssues: [], limits: DEFAULT_LIMITS, workers: 1, first: [] };
  const request = { runId, suite: 'smoke', seed: readSeed('0x1'), overrides: NO_OVERRIDES, count: 3, outDir };
  const original =
    rerunOf === undefined ? {} : { again: { directory: join(folder, rerunOf), runId: rerunOf } };
  const store = RunStore.create(outDir, createManifest({ ...request, ...limits, ...original }));
  const numbers = { cycles: new Float64Array(3), instructions: new Float64Array(3) };
  const test = { sequence: 'empty_section', index: 0, seed: '0x1' };
  const failure = {
    outcome: 'failed',
    signature: SIGNATURE,
    rule: 'ORD-01',
    waves: 1,
    summary: 'x',
  } as const;
  const columns = {
    outcomes: Uint8Array.of(OUTCOMES.indexOf('failed'), 0, 0),
    chips: new Uint8Array(3),
    waves: new Uint32Array(3),
    tests: [0, 1, 2].map((index) => `empty_section.${index}`),
    failures: [{ test, ...failure }],
    ...numbers,
  };
  store.logCopied({ ...makeEmptyResult(0), ...columns, fingerprints }, 0, {});
  store.finish(
    { event: 'ended', tests: 3, by: 'count', seconds: 1, kept: 0, workers: 1 },
    createEmptyCoverage(),
  );
  store.release();
  return outDir;
}

it('reruns a stored scenario even if its sequence has been removed', () => {
  const scenario = encodeScenario(SCENARIO);
  const tests = [{ sequence: 'gone', index: 0, seed: '0x1', scenario }];
  const batch = { first: 0, tests, overrides: NO_OVERRIDES, suite: 'smoke', coverageRun: 'x' };
  const { fingerprints, failures } = runBatch(batch, openCorpus());
  expect(failures).toEqual([]);
  expect(fingerprints).toEqual([fingerprintScenario(decodeScenario(scenario, 'stored'))]);
});

it('copies stored scenarios, and lists the generated tests that have changed', () => {
  const before = writeRun('before', [1, 2, 3]);
  const failureFolder = join(before, getFailureFolder(SIGNATURE, 'empty_section.0'));
  mkdirSync(failureFolder, { recursive: true });
  const bytes = encodeScenario(SCENARIO);
  writeFileSync(join(failureFolder, 'scenario.msgpack'), bytes);
  const after = writeRun('after', [9, 2, 8], 'before');
  expect(compareWithOriginal(after)).toMatchObject({
    stored: 0,
    different: ['empty_section.0', 'empty_section.2'],
  });
  copyScenarios(openPastRun(before), after);
  expect(readStoredScenario(after, 'empty_section.0')).toEqual(Buffer.from(bytes));
  const comparison = compareWithOriginal(after)!;
  expect(comparison).toEqual({
    runId: 'before',
    tests: 3,
    stored: 1,
    different: ['empty_section.2'],
    unknown: 0,
  });
  expect(describeRerun(comparison)).toBe(
    '1 of 3 tests differ from those in before because their generators changed: empty_section.2; reused 1 stored scenario from that run',
  );
  // A rerun of the rerun also has the scenarios. If the original run no longer exists, its tests cannot be compared.
  const third = writeRun('third', [9, 2, 8], 'after');
  copyScenarios(openPastRun(after), third);
  expect(compareWithOriginal(third)).toMatchObject({ stored: 1, different: [] });
  expect(compareWithOriginal(writeRun('lone', [1, 2, 3], 'gone'))).toMatchObject({ unknown: 3 });
  expect(compareWithOriginal(before)).toBeUndefined();
  expect(describeRerun({ ...comparison, different: [], without: ['F46'] })).toBe(
    "same tests as before; reused 1 stored scenario from that run; without fault F46, which was in that run's build",
  );
});
