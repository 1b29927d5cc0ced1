import { getKillMatrixPath, readKillMatrix } from '../../closure/qualify/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { getPlanSlice, Tally } from '../../harness/run-directory/index.js';
import { NO_OVERRIDES, parseTestName } from '../../harness/selection/index.js';
import { runBatch } from '../../harness/workers/index.js';
import type { FaultId } from '../../transactions/index.js';
import { buildRequest } from '../steering/growth.js';

/** When to stop testing a fault. */
export interface Effort {
  /** Stop after this many failures. */
  readonly failures: number;
  /** Stop after this many tests if any of them failed. */
  readonly tests: number;
  /** Stop after this many tests if none of them failed. */
  readonly maxTests: number;
}

const SUITE = 'nightly';
const corpus = openCorpus();

/** Runs nightly tests with a fault in this process and tallies the failures. */
export function runUntilFailures(fault: FaultId, seed: string, effort: Effort): Tally {
  const request = buildRequest({ suite: SUITE, seed, steer: false, tests: Number.POSITIVE_INFINITY, fault });
  const { overrides } = request;
  const plan = getPlanSlice(request).tests();
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
export function runKiller(fault: FaultId): Tally {
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
