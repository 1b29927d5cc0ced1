import type { TracedLine } from '../../harness/one-test/index.js';
import { type Transaction, transactionLine } from '../../transactions/index.js';
import type { Window } from '../waves/vcd.js';
import { identifiesWaves } from './viewer-data.js';

/** The part of a run that a page includes. */
interface KeptLines {
  readonly lines: readonly TracedLine[];
  /** The cycles that are kept in full; undefined if all are. Only some transactions of other cycles are kept. */
  readonly window?: Window;
  /** The cycle of the run's last transaction. */
  readonly lastCycle: number;
}

/**
 * Collects a run's lines for its page. Runs of up to `maxLines` transactions are kept in full. For longer runs, keeps
 * that many lines around `centre`, the violation's cycle, plus all earlier lines that identify waves. Apart from those
 * earlier lines, memory use is limited to a small multiple of `maxLines` lines.
 */
export class PageLines {
  /** The number of transactions so far. */
  total = 0;
  private readonly beginning: TracedLine[] = [];
  private readonly earlyLines: TracedLine[] = [];
  /** The lines up to `centre` that have not been dropped. */
  private before: TracedLine[] = [];
  /** The lines after `centre`, up to one more than `maxLines`, so that `kept` can tell where the window ends. */
  private readonly after: TracedLine[] = [];
  private lastDroppedCycle = -1;
  private lastCycle = 0;

  constructor(
    private readonly centre: number,
    private readonly maxLines: number,
  ) {}

  readonly add = (transaction: Transaction): void => {
    const { cycle } = transaction;
    this.total++;
    this.lastCycle = cycle;
    const isAfter = cycle > this.centre;
    if (isAfter && this.after.length > this.maxLines) return;
    const traced = { cycle, line: transactionLine(transaction) };
    if (this.beginning.length < this.maxLines) this.beginning.push(traced);
    (isAfter ? this.after : this.before).push(traced);
    // Drop lines only rarely, to amortise the cost of moving the rest.
    if (this.before.length >= 2 * this.maxLines) this.drop();
  };

  /** The first `maxLines` transactions. */
  get first(): readonly TracedLine[] {
    return this.beginning;
  }

  /** The page's lines, once the run has finished. */
  get kept(): KeptLines {
    const { earlyLines, before, after, maxLines, lastCycle } = this;
    const lines = [...earlyLines, ...before, ...after];
    if (this.total <= maxLines) return { lines, lastCycle };
    const afterCount = Math.min(after.length, Math.max(maxLines >> 1, maxLines - before.length));
    const lastDropped = before[before.length - (maxLines - afterCount) - 1]?.cycle ?? this.lastDroppedCycle;
    const next = after[afterCount]?.cycle;
    return {
      lines,
      window: { first: lastDropped + 1, last: next === undefined ? lastCycle : next - 1 },
      lastCycle,
    };
  }

  private drop(): void {
    const dropCount = this.before.length - this.maxLines;
    for (const traced of this.before.slice(0, dropCount))
      if (identifiesWaves(traced)) this.earlyLines.push(traced);
    this.lastDroppedCycle = this.before[dropCount - 1]!.cycle;
    this.before = this.before.slice(dropCount);
  }
}
