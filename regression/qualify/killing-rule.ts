import { classOfRule, type FaultId, findFault, type RuleId } from '../../transactions/index.js';
import { cleanTwin } from '../clean-twin.js';
import { runTest, type TestRequest, type TestResult } from '../run-test.js';

/**
 * The rule that sees the faults of a test: that of its first error, or, without errors, a warning of the classes of
 * faults.md. Undefined where there is neither, and where the same test without the faults gives it too.
 */
export function killingRule(request: TestRequest, { verdict }: TestResult): RuleId | undefined {
  const { violations } = verdict;
  const error = violations.find(({ severity }) => severity === 'error');
  const warnings = violations.filter(({ rule }) => isOfClass(request.overrides.faults, rule));
  if (error === undefined && warnings.length === 0) return undefined;
  const twin = runTest(cleanTwin(request));
  if (error !== undefined) return twin.finding === undefined ? error.rule : undefined;
  const usual = new Set(twin.verdict.violations.map(({ rule }) => rule));
  return warnings.find(({ rule }) => !usual.has(rule))?.rule;
}

/** Whether a rule is of a class by which faults.md wants one of the faults caught. */
export function isOfClass(faults: readonly FaultId[], rule: RuleId): boolean {
  return faults.some((id) => findFault(id)!.classes.includes(classOfRule(rule)));
}
