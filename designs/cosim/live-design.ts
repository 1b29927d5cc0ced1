import { asksForAnswer } from '../../failures/replay/index.js';
import {
  brokeOffLine,
  type Design,
  DesignError,
  type DesignUnit,
  type RecordedDesign,
  UsageError,
} from '../../transactions/index.js';
import { DesignProcess } from './design-process.js';

/** A command that runs a design, and the unit whose place it takes. */
export interface DesignCommand {
  readonly command: string;
  readonly unit: DesignUnit;
  /** Time that it may let the testbench wait, in milliseconds. */
  readonly silentMs: number;
}

/** How a test with a design is run. */
export interface DesignTest {
  /** Where the design takes its own chance from. */
  readonly seed: number;
  /** Most cycles for which the host holds off an output; absent: it takes each at once. */
  readonly hold?: number;
  /** Cycle of the first error, where the test is known to fail. */
  readonly markCycle?: number;
}

/** A test with a design: what the model speaks to, and what the design has answered so far. */
export interface LiveTest extends Design {
  readonly recorded: RecordedDesign;
  /** What the host has sent so far that asks for an answer. */
  readonly asked: readonly string[];
}

/**
 * Runs a design for one test after another, in one process as long as it keeps to the protocol; after a failure of the design the next
 * test has a new one.
 */
export class LiveDesign {
  /** Milliseconds spent waiting for the design, and how many answers came. */
  waitedMs = 0;
  exchanges = 0;
  private process: DesignProcess | undefined;
  private readonly broken: DesignProcess[] = [];
  private inTest = false;

  constructor(private readonly design: DesignCommand) {}

  get unit(): DesignUnit {
    return this.design.unit;
  }

  /** Starts the command; throws `UsageError` where it does not run, or does not speak the protocol. */
  start(): void {
    try {
      this.running();
    } catch (error) {
      this.drop();
      if (!(error instanceof DesignError)) throw error;
      throw new UsageError(`Cannot use --dut "${this.design.command}": ${error.message}`);
    }
  }

  /** A fresh test; the design returns to its reset state when it hears `begin`. */
  begin(test: DesignTest): LiveTest {
    const { unit } = this.design;
    const { seed, hold } = test;
    const answers: string[] = [];
    const asked: string[] = [];
    this.endTest();
    this.inTest = true;
    return {
      ...test,
      unit,
      asked,
      exchange: (lines) => {
        for (const line of lines) if (asksForAnswer(line)) asked.push(line);
        return this.exchange(lines, answers);
      },
      recorded: { unit, seed, ...(hold === undefined ? {} : { hold }), answers },
    };
  }

  /** The test is over; `mustStop`: it ended in the middle of an answer, or without one. */
  async end(mustStop: boolean): Promise<void> {
    if (mustStop) this.drop();
    this.endTest();
    await this.reap();
  }

  /** Ends the process, and waits for all that there were. */
  async close(): Promise<void> {
    await this.process?.close();
    this.process = undefined;
    await this.reap();
  }

  private exchange(lines: readonly string[], answers: string[]): readonly string[] {
    const before = performance.now();
    try {
      const answer = this.running().exchange(lines);
      for (const line of answer) answers.push(line);
      return answer;
    } catch (error) {
      if (error instanceof DesignError) answers.push(brokeOffLine(error.deed));
      this.drop();
      throw error;
    } finally {
      this.waitedMs += performance.now() - before;
      this.exchanges++;
    }
  }

  private endTest(): void {
    if (this.inTest) this.process?.say('end');
    this.inTest = false;
  }

  private running(): DesignProcess {
    if (this.process === undefined) {
      this.process = new DesignProcess(this.design.command, this.design.silentMs);
      this.process.agree();
    }
    return this.process;
  }

  private drop(): void {
    if (this.process === undefined) return;
    this.process.kill();
    this.broken.push(this.process);
    this.process = undefined;
  }

  private async reap(): Promise<void> {
    for (const process of this.broken.splice(0)) await process.ended;
  }
}
