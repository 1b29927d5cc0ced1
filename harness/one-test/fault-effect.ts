import { createHash } from 'node:crypto';
import type { Corpus } from '../../stimulus/index.js';
import { countsAsFinding, type RuleId, type Transaction, transactionLine } from '../../transactions/index.js';
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
  /** The rules that warn of the faults; absent if there are none. */
  readonly warnings?: readonly RuleId[];
}

/** Returns the rules of a fault's classes that warn in a test, but not without its faults. */
export function listWarningsOfFault(request: TestRequest): readonly RuleId[] {
  const { faults } = request.overrides;
  const clean = new Set(listFiredRules(makeFaultFreeRequest(request)));
  return listFiredRules(request).filter(
    (rule) => !clean.has(rule) && faults.some((id) => countsAsFinding(id, rule)),
  );
}

function listFiredRules(request: TestRequest): readonly RuleId[] {
  return [...new Set(runTest(request).verdict.violations.map(({ rule }) => rule))];
}

/**
 * Runs the tests with and without the faults, and counts a test as affected if its transactions differ. Also compares
 * tests with warnings, which tell whether the faults cause them.
 */
export function compareWithFaultFree(
  tests: readonly PlannedTest[],
  suite: string,
  overrides: Overrides,
  corpus: Corpus,
  warned: readonly PlannedTest[] = [],
): FaultEffect {
  const makeRequest = ({ sequence, seed }: PlannedTest): TestRequest => ({
    sequence: findSequence(sequence, suite),
    seed,
    overrides,
    corpus,
  });
  const affected = tests.filter((test) => {
    const request = makeRequest(test);
    return hashStream(request) !== hashStream(makeFaultFreeRequest(request));
  });
  const warnings = [...new Set(warned.flatMap((test) => listWarningsOfFault(makeRequest(test))))];
  const effect = { compared: tests.length, affected: affected.length };
  return warnings.length === 0 ? effect : { ...effect, warnings };
}

function hashStream(request: TestRequest): string {
  const hash = createHash('sha256');
  const sink = (transaction: Transaction): void => {
    hash.update(transactionLine(transaction));
  };
  runTest(request, { sink });
  return hash.digest('hex');
}
