import type { RuleFinding, RuleId, RuleJudge, Severity, Violation } from '../../../transactions/index.js';

export type { RuleFinding as Finding } from '../../../transactions/index.js';

/** The properties of a rule that its judge needs. */
export interface JudgedRule {
  readonly id: RuleId;
  readonly severity: Severity;
}

/** Collects a rule's armed count, findings and missing data. */
export class Judge implements RuleJudge {
  /** How often the rule had something to check. */
  armed = 0;
  /** Number of violations, whether or not they were stored. */
  fired = 0;
  /** Number of memory locations that were written and compared. */
  compared = 0;
  /** Number of memory locations that were excluded from the comparison. */
  uncompared = 0;
  readonly violations: Violation[] = [];
  /** The stored violations for which the rule's `sureNeeds` are enough. */
  readonly sure: Violation[] = [];
  private firstMissing: string | undefined;

  constructor(
    readonly rule: JudgedRule,
    private readonly maxStored: number,
    private readonly onStored?: (violation: Violation) => void,
  ) {}

  /** The first data that the rule lacks, or undefined if it lacks none. */
  get missing(): string | undefined {
    return this.firstMissing;
  }

  /**
   * Records that `data` is missing, unless it is undefined. Returns whether the rule lacks anything so far.
   */
  lacks(data: string | undefined): boolean {
    this.firstMissing ??= data;
    return this.firstMissing !== undefined;
  }

  /**
   * Counts a violation. Its text is generated only while there is room to store it. Handlers pass what
   * `describe` needs as arguments, because a capturing closure would cost an allocation on every handler
   * call, even without a finding.
   */
  violate<A extends readonly unknown[]>(describe: (...args: A) => RuleFinding, ...args: A): void {
    this.fired++;
    if (this.violations.length >= this.maxStored) return;
    const violation = { rule: this.rule.id, severity: this.rule.severity, ...describe(...args) };
    this.violations.push(violation);
    this.onStored?.(violation);
  }

  /** Counts a violation that follows from the rule's `sureNeeds` alone. */
  violateSurely<A extends readonly unknown[]>(describe: (...args: A) => RuleFinding, ...args: A): void {
    const stored = this.violations.length;
    this.violate(describe, ...args);
    this.sure.push(...this.violations.slice(stored));
  }
}
