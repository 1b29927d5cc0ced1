import { leastOf } from '../../../arch/index.js';
import type {
  InstructionsIssued,
  Transaction,
  TransactionKind,
  TransactionSink,
} from '../../../transactions/index.js';
import type { Handlers, PauseWatch } from './handlers.js';
import { Repeats, repeatedIn } from './repeats.js';

type Handler = (transaction: Transaction) => void;

/** Receivers of one kind, and whether the stream contained it. */
interface Line {
  seen: boolean;
  readonly handlers: Handler[];
}

/** Dispatches each transaction to the handlers of its kind, in the order of `owners`; pauses are reported first. */
export class Dispatch {
  /** Cycle of the last transaction; -1 before the first. */
  lastCycle = -1;
  private readonly lines = new Map<TransactionKind, Line>();
  private readonly stretches: Line;
  /** Kind and line of the last transaction of another kind: some occur several times in a row. */
  private lastKind: TransactionKind | undefined;
  private lastLine: Line | undefined;
  private lastStretch: InstructionsIssued | undefined;
  /** Repeated stretches; undefined if an owner must receive each. */
  private readonly repeats: Repeats | undefined;
  /** Longest unreported pause, in cycles. */
  private readonly patience: number;

  constructor(
    owners: readonly Handlers[],
    private readonly watches: readonly PauseWatch[] = [],
  ) {
    this.patience = leastOf(watches.map(({ longerThan }) => longerThan));
    const repeated = repeatedIn(owners);
    this.repeats = repeated && new Repeats(repeated);
    for (const owner of owners) {
      for (const kind of Object.keys(owner) as (keyof Handlers)[])
        if (kind !== 'instructions-repeated') this.lineOf(kind).handlers.push(owner[kind] as Handler);
    }
    this.stretches = this.lineOf('instructions-issued');
  }

  /** Whether the stream contained a transaction of that kind. */
  hasKind(kind: TransactionKind): boolean {
    return this.lines.get(kind)?.seen ?? false;
  }

  readonly send: TransactionSink = (transaction) => {
    let line: Line | undefined;
    // The model reports loop iterations with one object: its kind is known, and looking it up again is slow.
    if (transaction === this.lastStretch || transaction.kind === 'instructions-issued') {
      if (this.repeats?.counts(transaction)) return;
      this.lastStretch = transaction;
      line = this.stretches;
      line.seen = true;
    } else {
      this.repeats?.end();
      const { kind } = transaction;
      line = kind === this.lastKind ? this.lastLine : undefined;
      if (line === undefined) {
        line = this.lineOf(kind);
        line.seen = true;
        this.lastKind = kind;
        this.lastLine = line;
      }
    }
    if (transaction.cycle - this.lastCycle > this.patience) this.reportPause(transaction);
    this.lastCycle = transaction.cycle;
    const { handlers } = line;
    for (let i = 0; i < handlers.length; i++) handlers[i](transaction);
  };

  /** End of the stream: reports what was only counted so far. */
  end(): void {
    this.repeats?.end();
  }

  private reportPause({ kind, cycle }: Transaction): void {
    for (const { longerThan, onEnd } of this.watches) {
      if (cycle - this.lastCycle > longerThan) onEnd(this.lastCycle, cycle, kind);
    }
  }

  private lineOf(kind: TransactionKind): Line {
    let line = this.lines.get(kind);
    if (line === undefined) {
      line = { seen: false, handlers: [] };
      this.lines.set(kind, line);
    }
    return line;
  }
}
