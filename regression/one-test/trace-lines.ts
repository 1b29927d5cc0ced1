import { join } from 'node:path';
import {
  type Scenario,
  scenarioLine,
  type Transaction,
  type TransactionSink,
  transactionLine,
} from '../../transactions/index.js';
import { FAILURE_FILES } from '../basics/run-files.js';
import { writeWhole } from '../basics/write-whole.js';

/** A transaction as a line of JSON Lines, newline included, and its cycle. */
export interface TracedLine {
  readonly cycle: number;
  readonly line: string;
}

/** The lines of a trace, up to a number of transactions. */
export class TraceLines {
  private readonly lines: TracedLine[] = [];
  private readonly waves = new Set<number>();

  constructor(private readonly most: number = Infinity) {}

  readonly take = (transaction: Transaction): void => {
    const { cycle } = transaction;
    if (this.lines.length < this.most) this.lines.push({ cycle, line: transactionLine(transaction) });
    if ('wave' in transaction) this.waves.add(transaction.wave);
  };

  /** A sink that takes what happens up to a cycle, this cycle included. */
  takeUpTo(lastCycle: number): TransactionSink {
    return (transaction) => {
      if (transaction.cycle <= lastCycle) this.take(transaction);
    };
  }

  /** Whether any transaction was about a wave. */
  tellsOf(wave: number): boolean {
    return this.waves.has(wave);
  }

  get kept(): readonly TracedLine[] {
    return this.lines;
  }

  /** Writes them after their scenario, so that `check-trace` knows what ran; returns the file. */
  write(folder: string, scenario: Scenario): string {
    const file = join(folder, FAILURE_FILES.trace);
    writeWhole(file, scenarioLine(scenario) + this.lines.map(({ line }) => line).join(''));
    return file;
  }
}
