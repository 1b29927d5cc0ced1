import { createHash } from 'node:crypto';
import type { Corpus } from '../../stimulus/index.js';
import { type Transaction, transactionLine } from '../../transactions/index.js';
import type { PlannedTest } from '../selection/plan.js';
import { findSequence, getApplicableOverrides, type Overrides, selectChips } from '../selection/selection.js';
import { runTest, type TestRequest } from './run-test.js';

/** Returns the same test without its faults, on the same chip. */
export function makeFaultFreeRequest({ sequence, seed, overrides, corpus }: TestRequest): TestRequest {
  const chips = selectChips(sequence, getApplicableOverrides(sequence, seed, overrides));
  return { sequence, seed, corpus, overrides: { ...overrides, chips, faults: [] } };
}

/** The result of comparing tests with their fault-free counterparts. */
export interface FaultEffect {
  /** The number of tests compared. */
  readonly compared: number;
  /** The number of tests in which the faults had an effect. */
  readonly affected: number;
}

/** Runs the tests with and without the faults, and counts a test as affected if its transactions differ. */
export function compareWithFaultFree(
  tests: readonly PlannedTest[],
  suite: string,
  overrides: Overrides,
  corpus: Corpus,
): FaultEffect {
  const affected = tests.filter(({ sequence, seed }) => {
    const request = { sequence: findSequence(sequence, suite), seed, overrides, corpus };
    return hashStream(request) !== hashStream(makeFaultFreeRequest(request));
  });
  return { compared: tests.length, affected: affected.length };
}

function hashStream(request: TestRequest): string {
  const hash = createHash('sha256');
  const sink = (transaction: Transaction): void => {
    hash.update(transactionLine(transaction));
  };
  runTest(request, { sink });
  return hash.digest('hex');
}
