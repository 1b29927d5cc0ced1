import {
  makeFaultFreeRequest,
  runTest,
  type TestRequest,
  type TestResult,
} from '../../harness/one-test/index.js';
import { countsAsFinding, type FaultId, type RuleId } from '../../transactions/index.js';

/**
 * Returns the rules that detect the faults of a test: the rule of its first error or, if there are no errors, the
 * rules of any warnings in the classes that faults.md lists for those faults. A warning does not count if its rule also
 * fires in the same test without the faults. An error does not count if the test also fails without the faults.
 */
export function findKillingRules(request: TestRequest, { verdict }: TestResult): readonly RuleId[] {
  const { violations } = verdict;
  const error = violations.find(({ severity }) => severity === 'error');
  const warnings = violations.filter(({ rule }) => hasFaultClass(request.overrides.faults, rule));
  if (error === undefined && warnings.length === 0) return [];
  const cleanTest = runTest(makeFaultFreeRequest(request));
  if (error !== undefined) return cleanTest.finding === undefined ? [error.rule] : [];
  const cleanRules = new Set(cleanTest.verdict.violations.map(({ rule }) => rule));
  return [...new Set(warnings.map(({ rule }) => rule))].filter((rule) => !cleanRules.has(rule));
}

/** Returns whether faults.md expects rules of this class to detect one of the faults. */
export function hasFaultClass(faults: readonly FaultId[], rule: RuleId): boolean {
  return faults.some((id) => countsAsFinding(id, rule));
}
