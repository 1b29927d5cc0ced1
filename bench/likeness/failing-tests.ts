import { killMatrixFile, readKillMatrix } from '../../closure/qualify/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { planPart, Tally } from '../../harness/run-directory/index.js';
import { NO_OVERRIDES, parseTestName } from '../../harness/selection/index.js';
import { runBatch } from '../../harness/workers/index.js';
import type { FaultId } from '../../transactions/index.js';
import { requestOf } from '../steering/growth.js';

/** How many tests to run per fault. */
export interface Effort {
  /** Stop after this many failures. */
  readonly failures: number;
  /** Stop after this many tests. */
  readonly tests: number;
  /** If there are no failures, continue up to this many tests. */
  readonly testsMax: number;
}

const SUITE = 'nightly';
const corpus = openCorpus();

/** Runs nightly tests with a fault in this process, and returns a tally of the failures. */
export function failingTests(fault: FaultId, seed: string, effort: Effort): Tally {
  const request = requestOf({ suite: SUITE, seed, steer: false, tests: Number.POSITIVE_INFINITY, fault });
  const { overrides } = request;
  const plan = planPart(request).tests();
  const tally = new Tally();
  while (
    tally.failed < effort.failures &&
    tally.tests < (tally.failed > 0 ? effort.tests : effort.testsMax)
  ) {
    const test = plan.next().value;
    if (test === undefined) break;
    const batch = { first: tally.tests, tests: [test], overrides, suite: SUITE, coverageRun: 'likeness' };
    tally.add(runBatch(batch, corpus), () => '');
  }
  return tally;
}

/**
 * Runs the fault's killer from the kill matrix, if it has one. For faults that no early test in a nightly
 * detects.
 */
export function failingKiller(fault: FaultId): Tally {
  const tally = new Tally();
  const killer = readKillMatrix(killMatrixFile()).find(({ id }) => id === fault)?.killer;
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
