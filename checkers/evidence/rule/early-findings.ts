import type { Transaction, TransactionKind, Violation } from '../../../transactions/index.js';
import type { Saw } from '../partial/stream-source.js';
import type { RunningRule, UncheckedRules } from './unchecked-rules.js';

/**
 * Reports findings before the stream ends, as soon as no later transaction can withdraw them. In a model run,
 * that is immediately. In a foreign trace, it is once every transaction kind that the rule reads has occurred.
 * The verdict reports the remaining findings.
 */
export class EarlyFindings {
  /** Number of violations of each rule that have been reported. */
  private readonly reported = new Map<RunningRule, number>();
  private readonly kinds = new Set<TransactionKind>();
  private hasNewFindings = false;

  constructor(
    private readonly rules: readonly RunningRule[],
    private readonly uncheckedRules: UncheckedRules,
    private readonly saw: Saw,
    private readonly report: (violation: Violation) => void,
  ) {}

  /** Records that a rule has stored a violation. */
  note(): void {
    this.hasNewFindings = true;
  }

  /** Reports the findings that have become certain. Must be called after each transaction. */
  after({ kind }: Transaction): void {
    // The first occurrence of a kind may confirm earlier findings.
    if (!this.kinds.has(kind)) {
      this.kinds.add(kind);
      this.hasNewFindings = true;
    }
    if (!this.hasNewFindings) return;
    this.hasNewFindings = false;
    for (const running of this.rules) {
      const { violations } = running.judge;
      const reported = this.reported.get(running) ?? 0;
      if (reported === violations.length || !this.uncheckedRules.isSettled(running, this.saw)) continue;
      this.reported.set(running, violations.length);
      for (const violation of violations.slice(reported)) this.report(violation);
    }
  }
}
