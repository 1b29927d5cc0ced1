import { asksForAnswer } from '../../failures/replay/index.js';
import {
  type Design,
  DesignError,
  type DesignUnit,
  failureLine,
  type RecordedDesign,
  UsageError,
} from '../../transactions/index.js';
import { DesignProcess } from './design-process.js';
import { Untried } from './untried.js';

/** A command that runs a design, and the unit it replaces. */
export interface DesignCommand {
  readonly command: string;
  readonly unit: DesignUnit;
  /** Maximum milliseconds that the testbench waits for it. */
  readonly silentMs: number;
}

/** How to run a test with a design. */
export interface DesignTest {
  /** Seed for the design's random choices. */
  readonly seed: number;
  /** Maximum number of cycles for which the host stalls an output; if absent, none. */
  readonly hold?: number;
  /** Cycle of the first error, if the test is known to fail. */
  readonly markCycle?: number;
}

/** A test with a design: the model's partner, and the design's answers so far. */
export interface LiveTest extends Design {
  readonly recorded: RecordedDesign;
  /** The host's messages so far that need an answer. */
  readonly requests: readonly string[];
}

/**
 * Runs a design for one test after another, in one process as long as it follows the protocol; after a design failure, the next
 * test has a new process.
 */
export class LiveDesign {
  /** Milliseconds spent waiting for the design. */
  waitedMs = 0;
  /** Number of the design's answers. */
  exchanges = 0;
  readonly untried = new Untried();
  private process: DesignProcess | undefined;
  private readonly broken: DesignProcess[] = [];
  private isInTest = false;

  constructor(private readonly design: DesignCommand) {}

  get unit(): DesignUnit {
    return this.design.unit;
  }

  /** Starts the command; throws `UsageError` if it does not run or does not speak the protocol. */
  start(): void {
    try {
      this.runningProcess();
    } catch (error) {
      this.drop();
      if (!(error instanceof DesignError)) throw error;
      throw new UsageError(`Cannot use --dut "${this.design.command}": ${error.message}`);
    }
  }

  /** Starts a test; the design resets itself on `begin`. */
  begin(test: DesignTest): LiveTest {
    const { unit } = this.design;
    const { seed, hold } = test;
    const answers: string[] = [];
    const requests: string[] = [];
    this.endTest();
    this.isInTest = true;
    return {
      ...test,
      unit,
      requests,
      exchange: (lines) => {
        for (const line of lines) if (asksForAnswer(line)) requests.push(line);
        return this.exchange(lines, answers);
      },
      recorded: { unit, seed, ...(hold === undefined ? {} : { hold }), answers },
    };
  }

  /** Ends the test; `mustStop` says that the design has not completed its answer, and is killed. */
  async end(mustStop: boolean): Promise<void> {
    if (mustStop) this.drop();
    this.endTest();
    await this.reap();
  }

  /** Ends the process, and waits for all earlier ones. */
  async close(): Promise<void> {
    await this.process?.close();
    this.process = undefined;
    await this.reap();
  }

  private exchange(lines: readonly string[], answers: string[]): readonly string[] {
    const startedAt = performance.now();
    this.untried.take(lines);
    try {
      const answer = this.runningProcess().exchange(lines);
      this.untried.take(answer);
      for (const line of answer) answers.push(line);
      return answer;
    } catch (error) {
      if (error instanceof DesignError) answers.push(failureLine(error.deed));
      this.drop();
      throw error;
    } finally {
      this.waitedMs += performance.now() - startedAt;
      this.exchanges++;
    }
  }

  private endTest(): void {
    if (this.isInTest) this.process?.say('end');
    this.isInTest = false;
  }

  private runningProcess(): DesignProcess {
    if (this.process === undefined) {
      this.process = new DesignProcess(this.design.command, this.design.silentMs);
      this.process.agreeOnVersion();
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
