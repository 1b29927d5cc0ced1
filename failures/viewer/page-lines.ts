import type { TracedLine } from '../../harness/one-test/index.js';
import { type Transaction, transactionLine } from '../../transactions/index.js';
import type { Window } from '../waves/vcd.js';
import { identifiesWaves } from './pack-streams.js';

/** A page's part of a run. */
export interface KeptLines {
  readonly lines: readonly TracedLine[];
  /** Cycles with complete transactions; absent if the run is complete. `lines` has an arbitrary part of the others. */
  readonly window?: Window;
  /** Cycle of the run's last transaction. */
  readonly lastCycle: number;
}

/**
 * A run's lines for its page. A short run has all of its lines. A run with more than `linesMax` transactions has that many
 * around `centre`, the violation's cycle, plus the earlier lines that identify waves. It never holds more than a few times
 * `linesMax` lines besides these.
 */
export class PageLines {
  /** Number of the run's transactions so far. */
  total = 0;
  private readonly beginning: TracedLine[] = [];
  private readonly early: TracedLine[] = [];
  /** Lines up to `centre`, without dropped ones. */
  private before: TracedLine[] = [];
  /** Lines beyond `centre`: one more than can fit, so that `kept` knows where it is cut. */
  private readonly after: TracedLine[] = [];
  private droppedCycle = -1;
  private lastCycle = 0;

  constructor(
    private readonly centre: number,
    private readonly linesMax: number,
  ) {}

  readonly take = (transaction: Transaction): void => {
    const { cycle } = transaction;
    this.total++;
    this.lastCycle = cycle;
    const isAfter = cycle > this.centre;
    if (isAfter && this.after.length > this.linesMax) return;
    const traced = { cycle, line: transactionLine(transaction) };
    if (this.beginning.length < this.linesMax) this.beginning.push(traced);
    (isAfter ? this.after : this.before).push(traced);
    // Rarely, to amortise the cost of moving the rest.
    if (this.before.length >= 2 * this.linesMax) this.drop();
  };

  /** The first `linesMax` transactions. */
  get first(): readonly TracedLine[] {
    return this.beginning;
  }

  /** The page's lines, once the run is over. */
  get kept(): KeptLines {
    const { early, before, after, linesMax, lastCycle } = this;
    const lines = [...early, ...before, ...after];
    if (this.total <= linesMax) return { lines, lastCycle };
    const afterCount = Math.min(after.length, Math.max(linesMax >> 1, linesMax - before.length));
    const lastDropped = before[before.length - (linesMax - afterCount) - 1]?.cycle ?? this.droppedCycle;
    const next = after[afterCount]?.cycle;
    return {
      lines,
      window: { first: lastDropped + 1, last: next === undefined ? lastCycle : next - 1 },
      lastCycle,
    };
  }

  private drop(): void {
    const dropCount = this.before.length - this.linesMax;
    for (const traced of this.before.slice(0, dropCount))
      if (identifiesWaves(traced)) this.early.push(traced);
    this.droppedCycle = this.before[dropCount - 1]!.cycle;
    this.before = this.before.slice(dropCount);
  }
}
