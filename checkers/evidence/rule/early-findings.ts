import type { Transaction, TransactionKind, Violation } from '../../../transactions/index.js';
import type { Saw } from '../partial/stream-source.js';
import type { RunningRule, UncheckedRules } from './unchecked-rules.js';

/**
 * Reports findings before the stream ends, each as soon as no later transaction can withdraw it: at once in a run of the model; in a
 * foreign trace, when every kind of transaction that the rule reads has come. The verdict reports the others.
 */
export class EarlyFindings {
  /** How many violations of each rule were told. */
  private readonly told = new Map<RunningRule, number>();
  private readonly kinds = new Set<TransactionKind>();
  private hasNews = false;

  constructor(
    private readonly rules: readonly RunningRule[],
    private readonly uncheckedRules: UncheckedRules,
    private readonly saw: Saw,
    private readonly tell: (violation: Violation) => void,
  ) {}

  /** A rule has stored a violation. */
  note(): void {
    this.hasNews = true;
  }

  /** To be called after each transaction. */
  after({ kind }: Transaction): void {
    // A kind that comes for the first time may settle what was found before.
    if (!this.kinds.has(kind)) {
      this.kinds.add(kind);
      this.hasNews = true;
    }
    if (!this.hasNews) return;
    this.hasNews = false;
    for (const running of this.rules) {
      const { violations } = running.judge;
      const told = this.told.get(running) ?? 0;
      if (told === violations.length || !this.uncheckedRules.isSettled(running, this.saw)) continue;
      this.told.set(running, violations.length);
      for (const violation of violations.slice(told)) this.tell(violation);
    }
  }
}
