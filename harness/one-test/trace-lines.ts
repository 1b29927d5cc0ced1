import { join } from 'node:path';
import {
  type Scenario,
  scenarioLine,
  type Transaction,
  type TransactionSink,
  transactionLine,
} from '../../transactions/index.js';
import { FAILURE_FILES } from '../basics/index.js';
import { writeAtomic } from '../output/index.js';

/** A transaction as one line of a JSON Lines file. */
export interface TracedLine {
  readonly cycle: number;
  /** The line, including its newline. */
  readonly line: string;
}

/** Collects a trace as lines of a JSON Lines file. */
export class TraceLines {
  private readonly lines: TracedLine[] = [];
  private readonly waves = new Set<number>();

  readonly add = (transaction: Transaction): void => {
    this.lines.push({ cycle: transaction.cycle, line: transactionLine(transaction) });
    if ('wave' in transaction) this.waves.add(transaction.wave);
  };

  /** Returns a sink that collects transactions up to and including the given cycle. */
  sinkUpTo(lastCycle: number): TransactionSink {
    return (transaction) => {
      if (transaction.cycle <= lastCycle) this.add(transaction);
    };
  }

  /** Whether any collected transaction involves the given wave. */
  involvesWave(wave: number): boolean {
    return this.waves.has(wave);
  }

  get entries(): readonly TracedLine[] {
    return this.lines;
  }
}

/** Writes a trace file. Its first line is the scenario, so that `check-trace` knows what was run. */
export function writeTrace(folder: string, scenario: Scenario, lines: readonly TracedLine[]): void {
  const file = join(folder, FAILURE_FILES.trace);
  writeAtomic(file, scenarioLine(scenario) + lines.map(({ line }) => line).join(''));
}
