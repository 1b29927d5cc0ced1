import type { RuleFinding, RuleId, RuleJudge, Severity, Violation } from '../../../transactions/index.js';

export type { RuleFinding as Finding } from '../../../transactions/index.js';

/** The properties of a rule that a `Judge` uses. */
export interface JudgedRule {
  readonly id: RuleId;
  readonly severity: Severity;
}

/** Collects a rule's findings, counts how often it had something to check, and notes any missing data. */
export class Judge implements RuleJudge {
  /** Number of times that the rule had something to check. */
  armed = 0;
  /** Number of violations, whether stored or not. */
  fired = 0;
  /** Number of written memory locations that were compared. */
  compared = 0;
  /** Number of memory locations excluded from the comparison. */
  uncompared = 0;
  readonly violations: Violation[] = [];
  /** The stored violations that follow from the rule's `definiteNeeds` alone. */
  readonly definite: Violation[] = [];
  private firstMissing: string | undefined;

  constructor(
    readonly rule: JudgedRule,
    private readonly maxStored: number,
    private readonly onStored?: (violation: Violation) => void,
  ) {}

  /** The first piece of missing data, or undefined if there is none. */
  get missing(): string | undefined {
    return this.firstMissing;
  }

  /** Records that `data` is missing, unless it is undefined. Returns whether anything has been missing so far. */
  lacks(data: string | undefined): boolean {
    this.firstMissing ??= data;
    return this.firstMissing !== undefined;
  }

  /**
   * Counts a violation, and describes and stores it if there is room. Handlers pass what `describe` needs as arguments,
   * because a closure would be allocated on every call, even when there is nothing to report.
   */
  violate<A extends readonly unknown[]>(describe: (...args: A) => RuleFinding, ...args: A): void {
    this.fired++;
    if (this.violations.length >= this.maxStored) return;
    const violation = { rule: this.rule.id, severity: this.rule.severity, ...describe(...args) };
    this.violations.push(violation);
    this.onStored?.(violation);
  }

  /** Counts a violation that follows from the rule's `definiteNeeds` alone. */
  violateDefinitely<A extends readonly unknown[]>(describe: (...args: A) => RuleFinding, ...args: A): void {
    const storedCount = this.violations.length;
    this.violate(describe, ...args);
    this.definite.push(...this.violations.slice(storedCount));
  }
}
