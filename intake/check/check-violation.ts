import type { AlternativeChoice } from '../../harness/one-test/index.js';
import type { Expectation } from '../../harness/programs/index.js';
import { isExplainedBy } from '../../harness/records/index.js';
import type { RuleId, Severity, Violation } from '../../transactions/index.js';

/** Maximum number of violations to show per program; the JSON document contains all of them. */
export const MAX_SHOWN_VIOLATIONS = 3;

/** The first occurrence of a violation. */
export interface CheckViolation {
  readonly violation: Violation;
  readonly variant: number;
  readonly scene: number;
  /** The line in the program's original text, counted from 1. */
  readonly line?: number;
  /**
   * Other choices for hardware unknowns under which the rule would not fire in this scene. Present only if the
   * violation is shown.
   */
  readonly dependsOn?: readonly AlternativeChoice[];
}

/** The result of comparing an expectation with the findings. */
export interface ExpectationResult {
  readonly expectation: Expectation;
  /** Expected rules that did not fire. */
  readonly missing: readonly RuleId[];
  /** Rules that fired as errors but are neither expected nor allowed, nor explained by an expected rule that fired. */
  readonly unexpected: readonly RuleId[];
}

/** Compares an expectation with the violations found. */
export function compareExpectation(
  expectation: Expectation,
  violations: readonly Violation[],
): ExpectationResult {
  const errors = listRulesWithSeverity(violations, 'error');
  const warnings = listRulesWithSeverity(violations, 'warning');
  const { errors: expectedErrors, allowed } = expectation;
  const causes = expectedErrors.filter((rule) => errors.has(rule));
  const missing = [
    ...expectedErrors.filter((rule) => !errors.has(rule)),
    ...expectation.warnings.filter((rule) => !warnings.has(rule)),
  ];
  const unexpected = [...errors].filter(
    (rule) => !expectedErrors.includes(rule) && !allowed.includes(rule) && !isExplainedBy(rule, causes),
  );
  return { expectation, missing, unexpected };
}

function listRulesWithSeverity(violations: readonly Violation[], severity: Severity): ReadonlySet<RuleId> {
  return new Set(violations.filter((violation) => violation.severity === severity).map(({ rule }) => rule));
}
