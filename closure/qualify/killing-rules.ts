import { cleanTwin, runTest, type TestRequest, type TestResult } from '../../harness/one-test/index.js';
import { countsAsFinding, type FaultId, type RuleId } from '../../transactions/index.js';

/**
 * The rules that see the faults of a test: the rule of its first error or, without errors, the rules of the warnings whose
 * classes faults.md lists for the faults. Leaves out a warning if its rule also fires in the same test without the faults, and
 * an error if that test fails at all.
 */
export function killingRules(request: TestRequest, { verdict }: TestResult): readonly RuleId[] {
  const { violations } = verdict;
  const error = violations.find(({ severity }) => severity === 'error');
  const warnings = violations.filter(({ rule }) => hasFaultClass(request.overrides.faults, rule));
  if (error === undefined && warnings.length === 0) return [];
  const twin = runTest(cleanTwin(request));
  if (error !== undefined) return twin.finding === undefined ? [error.rule] : [];
  const usual = new Set(twin.verdict.violations.map(({ rule }) => rule));
  return [...new Set(warnings.map(({ rule }) => rule))].filter((rule) => !usual.has(rule));
}

/** Whether faults.md expects the class of a rule to catch one of the faults. */
export function hasFaultClass(faults: readonly FaultId[], rule: RuleId): boolean {
  return faults.some((id) => countsAsFinding(id, rule));
}
