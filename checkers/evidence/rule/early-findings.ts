import type { Transaction, TransactionKind, Violation } from '../../../transactions/index.js';
import type { HasSeen } from '../partial/stream-source.js';
import type { MissingDataFinder, RunningRule } from './unchecked-rules.js';

/**
 * Reports findings before the stream ends, as soon as no later transaction can invalidate them. In a model run,
 * that is immediately. In a foreign trace, it is once all kinds of transactions that the rule reads have
 * occurred. The verdict reports all other findings.
 */
export class EarlyFindings {
  /** Number of violations reported so far, by rule. */
  private readonly reported = new Map<RunningRule, number>();
  private readonly seenKinds = new Set<TransactionKind>();
  private hasNewFindings = false;

  constructor(
    private readonly rules: readonly RunningRule[],
    private readonly uncheckedRules: MissingDataFinder,
    private readonly hasSeen: HasSeen,
    private readonly report: (violation: Violation) => void,
  ) {}

  /** Must be called when a rule has stored a violation. */
  onStored(): void {
    this.hasNewFindings = true;
  }

  /** Reports findings that have become certain. Must be called after each transaction. */
  afterTransaction({ kind }: Transaction): void {
    // The first occurrence of a kind may confirm earlier findings.
    if (!this.seenKinds.has(kind)) {
      this.seenKinds.add(kind);
      this.hasNewFindings = true;
    }
    if (!this.hasNewFindings) return;
    this.hasNewFindings = false;
    for (const running of this.rules) {
      const { violations } = running.judge;
      const reported = this.reported.get(running) ?? 0;
      if (reported === violations.length || !this.uncheckedRules.isSettled(running, this.hasSeen)) continue;
      this.reported.set(running, violations.length);
      for (const violation of violations.slice(reported)) this.report(violation);
    }
  }
}
