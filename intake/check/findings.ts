import type { DecodedProgram } from '../../arch/index.js';
import type { AlternativeChoice } from '../../harness/one-test/index.js';
import type { Expectation } from '../../harness/programs/index.js';
import { isExplainedBy, type KnownIssue } from '../../harness/records/index.js';
import type { RuleId, Severity, Violation } from '../../transactions/index.js';
import type { PassEvidence } from './check-schema.js';
import { sumEvidence } from './pass-evidence.js';
import { combineCoverage, type RunReport } from './run-report.js';

/** The first occurrence of a violation. */
export interface CheckViolation {
  readonly violation: Violation;
  readonly variant: number;
  readonly scene: number;
  /** The rule, unit, generation and program, by which a known issue excuses it. Added with the location. */
  readonly signature?: string;
  readonly known?: KnownIssue;
  /** The line in the program's original text, counted from 1. */
  readonly line?: number;
  /** The instructions around it, one line each; present only if requested. */
  readonly listing?: readonly string[];
  /**
   * Other choices for hardware unknowns under which the rule would not fire in this scene. Present only if the
   * violation is shown.
   */
  readonly dependsOn?: readonly AlternativeChoice[];
}

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

/** Collects the findings of a program's runs. */
export class Findings {
  readonly violations = new Map<string, CheckViolation>();
  /** For each unchecked rule, the data that was missing. */
  readonly unchecked = new Map<RuleId, string>();

  /** @param byDraw whether each draw's findings are separate, since the draws have programs of their own */
  constructor(
    private readonly reports: readonly RunReport[],
    private readonly byDraw = false,
  ) {
    for (const { violations, unchecked, variant, scene } of reports) {
      for (const violation of violations) this.add(violation, variant, scene);
      for (const [rule, missing] of unchecked) this.unchecked.set(rule, missing);
    }
  }

  /** Number of runs that were judged. */
  get runCount(): number {
    return this.reports.filter(({ judged }) => judged !== undefined).length;
  }

  /** Byte offset of an access to a word that is loaded and stored by the sections of several pixels, if any. */
  get sharedPc(): number | undefined {
    return this.reports.find(({ coverage }) => coverage.sharedPc !== undefined)?.coverage.sharedPc;
  }

  get hasErrors(): boolean {
    return [...this.violations.values()].some(({ violation }) => violation.severity === 'error');
  }

  /** Returns the combined coverage of the runs. `program` is undefined if nothing ran. */
  getEvidence(program: DecodedProgram | undefined): PassEvidence {
    const exercised = this.reports.map((report) => report.coverage);
    const waves = exercised.reduce((sum, run) => sum + run.waves, 0);
    const judged = this.reports.flatMap((report) => report.judged ?? []);
    return sumEvidence(judged, waves, program && combineCoverage(program, exercised));
  }

  /** Returns the violations, sorted by variant and scene. Their order within a scene is preserved. */
  listByScene(): readonly CheckViolation[] {
    return [...this.violations.values()].sort((a, b) => a.variant - b.variant || a.scene - b.scene);
  }

  private add(violation: Violation, variant: number, scene: number): void {
    const { draw, pc = '' } = violation.place;
    const key = `${violation.rule} ${violation.unit} ${pc} ${this.byDraw ? draw : ''}`;
    const found = { violation, variant, scene };
    const previous = this.violations.get(key) ?? { ...found, scene: Infinity };
    const isWarning = (each: CheckViolation): number => Number(each.violation.severity === 'warning');
    const order =
      isWarning(found) - isWarning(previous) || variant - previous.variant || scene - previous.scene;
    if (order < 0) this.violations.set(key, found);
  }
}
