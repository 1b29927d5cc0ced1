import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { groupFailures } from '../../../failures/groups/failure-groups.js';
import { withTriageFindings } from '../../../failures/triage/bucket-forms.js';
import { triage } from '../../../failures/triage/triage.js';
import { readSeed } from '../../../harness/basics/seeds.js';
import type { RunReport } from '../../../harness/run-directory/run-request.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { runSuite } from '../../../runs/run/run-suite.js';
import type { FaultId } from '../../../transactions/index.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();
const TESTS = 4;

/** A sequence whose tests can expose both bugs. */
const SHARED_SEQUENCE = 'many_paths';

function runWith(faults: readonly FaultId[], glob?: string): Promise<RunReport> {
  const request = {
    runId: 'triage',
    suite: 'nightly',
    seed: readSeed('0x32'),
    overrides: { ...NO_OVERRIDES, faults: [...faults] },
    ...(glob === undefined ? {} : { glob }),
    count: TESTS,
    first: [],
    knownIssues: [],
    limits: DEFAULT_LIMITS,
    workers: 1,
    outDir: join(folder, faults.join('-')),
  };
  return runSuite(request, {});
}

function getGroupSignatures({ tally }: RunReport): string[] {
  return groupFailures(tally.buckets.values()).map(({ signature }) => signature);
}

it('keeps a bug and its consequences in one group', async () => {
  const report = await runWith(['F131']);
  const fired = [...report.tally.buckets.values()].flatMap(({ causes }) => [...causes.keys()]);
  expect(fired.join()).toContain('CFG-11 registers, ORD-');
  const abort = new AbortController();
  await triage(report, { budgetMs: Infinity, signal: abort.signal, onStep: () => abort.abort() });
  expect(getGroupSignatures(withTriageFindings(report))).toEqual(['CFG-11 registers']);
  expect(existsSync(join(report.request.outDir, 'triage.json'))).toBe(false);
});

it('shrinks one failure from each group before a second one from any group', async () => {
  // The faults are in a different order than above because the run's folder is named after them.
  const report = await runWith(['F104', 'F61'], SHARED_SEQUENCE);
  const [bucket, ...others] = [...report.tally.buckets.values()];
  // Pretend that a different bug caused one of the run's buckets.
  const disguisedBucket = { ...bucket!, causes: new Map([['ORD-05 db', bucket!.count]]) };
  const buckets = new Map([
    [disguisedBucket.signature, disguisedBucket],
    ...others.map((other) => [other.signature, other] as const),
  ]);
  const tally = Object.assign(Object.create(Object.getPrototypeOf(report.tally)), report.tally, { buckets });
  const order: string[] = [];
  const abort = new AbortController();
  await triage({ ...report, tally } as RunReport, {
    budgetMs: Infinity,
    signal: abort.signal,
    onStep: ({ group }) => {
      if (order.at(-1) !== group) order.push(group);
      if (order.length === 2) abort.abort();
    },
  });
  expect(order.toSorted()).toEqual(['ORD-05 db', 'RACE-01 program']);
});
