import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAILURE_FILES } from '../regression/index.js';
import { type Scenario, scenarioLine, type Transaction, transactionLine } from '../transactions/index.js';

/** Name of a trace beside its scenario. */
export const TRACE_FILE = FAILURE_FILES.trace;

/** The lines of a trace, up to a number of transactions. */
export class TraceLines {
  private readonly lines: string[] = [];

  constructor(private readonly most: number = Infinity) {}

  readonly take = (transaction: Transaction): void => {
    if (this.lines.length < this.most) this.lines.push(transactionLine(transaction));
  };

  get transactions(): number {
    return this.lines.length;
  }

  /**
   * Writes them behind their scenario, so that `check-trace` knows what ran, and which waves they tell of, where that is not
   * all; returns the file.
   */
  write(folder: string, scenario: Scenario, waves?: readonly number[]): string {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, TRACE_FILE);
    writeFileSync(file, scenarioLine(scenario, waves) + this.lines.join(''));
    return file;
  }
}
