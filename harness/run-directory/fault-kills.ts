import { type Corpus, canHaveFault } from '../../stimulus/index.js';
import type { FaultId } from '../../transactions/index.js';
import { runTest } from '../one-test/run-test.js';
import type { PlannedTest } from '../selection/plan.js';
import { findSequence, type Overrides, selectChips } from '../selection/selection.js';

/** Settings shared by all the tests of a suite. */
export interface SuiteBase {
  readonly suite: string;
  readonly overrides: Overrides;
}

/** A fault, and the test that kills it. */
export interface FaultKill<T> {
  readonly fault: FaultId;
  readonly by: T;
}

/** The combined results of a ranked suite's tests. */
export interface RankedClaim {
  /** The number of covered bins. */
  readonly bins: number;
  /** The faults that the suite kills, each with the first test that kills it. */
  readonly kills: readonly FaultKill<PlannedTest>[];
}

/**
 * Whether a passing test fails when the fault is injected. False if the fault does not apply to its sequence or chips,
 * or if the test ends in a testbench error, which proves nothing.
 */
export function killsFault(
  { sequence: name, seed }: Pick<PlannedTest, 'sequence' | 'seed'>,
  fault: FaultId,
  { suite, overrides: fixed }: SuiteBase,
  corpus: Corpus,
): boolean {
  const sequence = findSequence(name, suite);
  const overrides = { ...fixed, faults: [fault] };
  if (!canHaveFault(sequence, fault) || selectChips(sequence, overrides).length === 0) return false;
  try {
    return runTest({ sequence, seed, overrides, corpus }, { untilError: true }).finding?.outcome === 'failed';
  } catch {
    return false;
  }
}
