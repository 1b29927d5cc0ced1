import { join } from 'node:path';
import { type Scenario, scenarioLine, type Transaction, transactionLine } from '../../transactions/index.js';
import { FAILURE_FILES } from '../basics/run-files.js';
import { writeWhole } from '../basics/write-whole.js';

/** The lines of a trace, up to a number of transactions. */
export class TraceLines {
  private readonly lines: string[] = [];
  private readonly waves = new Set<number>();

  constructor(private readonly most: number = Infinity) {}

  readonly take = (transaction: Transaction): void => {
    if (this.lines.length < this.most) this.lines.push(transactionLine(transaction));
    if ('wave' in transaction) this.waves.add(transaction.wave);
  };

  /** Whether any transaction was about a wave. */
  tellsOf(wave: number): boolean {
    return this.waves.has(wave);
  }

  get transactions(): number {
    return this.lines.length;
  }

  /**
   * Writes them after their scenario, so that `check-trace` knows what ran, and which waves they cover, where that is not
   * all; returns the file.
   */
  write(folder: string, scenario: Scenario, waves?: readonly number[]): string {
    const file = join(folder, FAILURE_FILES.trace);
    writeWhole(file, scenarioLine(scenario, waves) + this.lines.join(''));
    return file;
  }
}
