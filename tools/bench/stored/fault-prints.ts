import { parseArgs } from 'node:util';
import { getKillMatrixPath, readKillMatrix } from '../../../closure/qualify/index.js';
import {
  type FaultFingerprint,
  makeFingerprint,
  readFaultFingerprints,
  writeFaultFingerprints,
} from '../../../failures/likeness/index.js';
import { readSeed } from '../../../harness/basics/index.js';
import { openCorpus } from '../../../harness/programs/index.js';
import { getPlanSlice, Tally } from '../../../harness/run-directory/index.js';
import { findSuite, NO_OVERRIDES, parseTestName } from '../../../harness/selection/index.js';
import { DEFAULT_LIMITS, runBatch } from '../../../harness/workers/index.js';
import { FAULTS, type FaultId } from '../../../transactions/index.js';

/** When to stop testing a fault. */
export interface Effort {
  readonly failures: number;
  /** Stop after this many tests if any of them failed. */
  readonly tests: number;
  /** Stop after this many tests if none of them failed. */
  readonly maxTests: number;
}

const SUITE = 'nightly';
/** When to stop testing a fault to build its symptom fingerprint. */
const FINGERPRINT_EFFORT: Effort = { failures: 16, tests: 48, maxTests: 200 };
const corpus = openCorpus();

/** Writes the fingerprints of the faults after `--only`, and keeps all others, or writes those of all faults. */
export function writeFaultPrints(): void {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '0x17a1' },
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  const { only, seed } = values;
  const order = FAULTS.map(({ id }) => id as FaultId);
  const faults = order.filter((id) => only.length === 0 || only.includes(id));
  const kept =
    only.length === 0 ? [] : readFaultFingerprints().filter(({ fault }) => !faults.includes(fault));
  const fingerprints = faults.map((fault): FaultFingerprint => {
    const tally = runUntilFailures(fault, seed, FINGERPRINT_EFFORT);
    const fingerprint = makeFingerprint((tally.failed > 0 ? tally : runKiller(fault)).buckets.values());
    console.log(`${fault}: ${fingerprint.tests} failing tests`);
    return { fault, fingerprint };
  });
  const merged = [...kept, ...fingerprints].sort((a, b) => order.indexOf(a.fault) - order.indexOf(b.fault));
  writeFaultFingerprints(
    merged,
    `each fault's failing tests in a nightly run with seed ${seed}, or the test that kills it if none failed; npm run bench -- fault-prints`,
  );
}

/** Runs nightly tests with a fault in this process and tallies the failures. */
export function runUntilFailures(fault: FaultId, seed: string, effort: Effort): Tally {
  findSuite(SUITE);
  const overrides = { ...NO_OVERRIDES, faults: [fault] };
  const plan = getPlanSlice({
    runId: 'growth',
    suite: SUITE,
    seed: readSeed(seed),
    overrides,
    count: Number.POSITIVE_INFINITY,
    first: [],
    knownIssues: [],
    limits: DEFAULT_LIMITS,
    workers: 1,
    outDir: '',
  }).tests();
  const tally = new Tally();
  while (
    tally.failed < effort.failures &&
    tally.tests < (tally.failed > 0 ? effort.tests : effort.maxTests)
  ) {
    const test = plan.next().value;
    if (test === undefined) break;
    const batch = { first: tally.tests, tests: [test], overrides, suite: SUITE, coverageRun: 'likeness' };
    tally.add(runBatch(batch, corpus), () => '');
  }
  return tally;
}

/**
 * Runs the fault's killer from the kill matrix, if there is one. Meant for faults that the first nightly tests
 * do not detect.
 */
function runKiller(fault: FaultId): Tally {
  const tally = new Tally();
  const killer = readKillMatrix(getKillMatrixPath()).find(({ id }) => id === fault)?.killer;
  if (killer === undefined) return tally;
  const { suite, sequence, seed } = parseTestName(killer);
  const overrides = { ...NO_OVERRIDES, faults: [fault] };
  const batch = {
    first: 0,
    tests: [{ sequence, index: 0, seed }],
    overrides,
    suite,
    coverageRun: 'likeness',
  };
  tally.add(runBatch(batch, corpus), () => '');
  return tally;
}
