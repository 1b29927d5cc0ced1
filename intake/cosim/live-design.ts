import { expectsAnswer } from '../../failures/replay/index.js';
import {
  type Design,
  DesignError,
  type DesignUnit,
  formatFailureLine,
  type RecordedDesign,
  UsageError,
  wrapId,
} from '../../transactions/index.js';
import { DesignProcess } from './design-process.js';

/** The messages that assign an id to a wave: CYCLE PACKER ID. */
const ID_MESSAGES: readonly string[] = ['formed', 'completed', 'numbered'];

/**
 * Tracks which behaviour the messages of both sides have exercised. For example, a packer's ids 6, 7, 0 exercise
 * wrapping, but 5, 6, 7 do not.
 */
export class UntestedBehaviour {
  private idsWrapped = false;
  private windowWasFull = false;
  private isNumbering = false;
  private readonly settings = new Map<string, number>();
  private readonly lastIds = new Map<number, number>();
  private readonly oldestIds = new Map<number, number>();

  /** Processes lines from one side, in order. */
  observe(lines: readonly string[]): void {
    for (const line of lines) {
      const [name = '', ...fields] = line.split(' ');
      if (name === 'set') this.settings.set(fields[0]!, Number(fields[1]));
      else if (name === 'begin') this.begin();
      else if (name === 'window') this.oldestIds.set(Number(fields[1]), Number(fields[2]));
      else if (ID_MESSAGES.includes(name)) this.recordFormed(name, Number(fields[1]), Number(fields[2]));
    }
  }

  /** One line per kind of unexercised behaviour, with the option that exercises it. */
  get lines(): readonly string[] {
    const isWindowUntested = this.isNumbering && !this.windowWasFull;
    return [
      ...(this.idsWrapped ? [] : ['not tested: id wraparound; also run with --set idWrap=7']),
      ...(isWindowUntested ? ['not tested: a full id window; also run with --set idWindow=4'] : []),
    ];
  }

  private begin(): void {
    this.lastIds.clear();
    this.oldestIds.clear();
  }

  private recordFormed(name: string, packer: number, id: number): void {
    this.idsWrapped ||= id < (this.lastIds.get(packer) ?? 0);
    this.lastIds.set(packer, id);
    if (name !== 'numbered') return;
    this.isNumbering = true;
    const { settings } = this;
    const idCount = settings.get('id_wrap')! + 1;
    const idsInUse = wrapId(id - (this.oldestIds.get(packer) ?? settings.get('id_start')!), idCount);
    this.windowWasFull ||= idsInUse >= settings.get('id_window')!;
  }
}

interface DesignCommand {
  readonly command: string;
  readonly unit: DesignUnit;
  /** How long the testbench waits for an answer, in milliseconds. */
  readonly maxSilenceMs: number;
}

/** How to run a test against a design. */
export interface DesignTest {
  /** The seed of the design's random choices. */
  readonly seed: number;
  /** The maximum number of cycles for which the host stalls an output. If absent, it stalls none. */
  readonly hold?: number;
  /** The cycle of the first error, if the test is known to fail. */
  readonly markCycle?: number;
}

/** A running test: the design as the model sees it, and the design's answers so far. */
export interface LiveTest extends Design {
  readonly recorded: RecordedDesign;
  /** The messages from the host so far that require an answer. */
  readonly requests: readonly string[];
}

/**
 * Runs a design for one test after another, in a single process as long as the design follows the protocol. After the
 * design fails, the next test gets a new process.
 */
export class LiveDesign {
  /** The number of milliseconds spent waiting for the design. */
  waitedMs = 0;
  /** The number of answers from the design. */
  exchanges = 0;
  readonly untried = new UntestedBehaviour();
  private process: DesignProcess | undefined;
  private readonly killedProcesses: DesignProcess[] = [];
  private isInTest = false;

  constructor(private readonly design: DesignCommand) {}

  get unit(): DesignUnit {
    return this.design.unit;
  }

  /** Starts the command. Throws `UsageError` if it does not run or does not follow the protocol. */
  start(): void {
    try {
      this.ensureProcess();
    } catch (error) {
      this.discardProcess();
      if (!(error instanceof DesignError)) throw error;
      throw new UsageError(`Cannot use --dut "${this.design.command}": ${error.message}`);
    }
  }

  /** Starts a test. The design resets itself on `begin`. */
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
        for (const line of lines) if (expectsAnswer(line)) requests.push(line);
        return this.exchange(lines, answers);
      },
      recorded: { unit, seed, ...(hold === undefined ? {} : { hold }), answers },
    };
  }

  /** Ends the test. Pass `mustStop` to kill a design that has not completed its answer. */
  async end(mustStop: boolean): Promise<void> {
    if (mustStop) this.discardProcess();
    this.endTest();
    await this.reap();
  }

  /** Closes the current process, and waits until all earlier ones have exited. */
  async close(): Promise<void> {
    await this.process?.close();
    this.process = undefined;
    await this.reap();
  }

  private exchange(lines: readonly string[], answers: string[]): readonly string[] {
    const startedAt = performance.now();
    this.untried.observe(lines);
    try {
      const answer = this.ensureProcess().exchange(lines);
      this.untried.observe(answer);
      for (const line of answer) answers.push(line);
      return answer;
    } catch (error) {
      if (error instanceof DesignError) answers.push(formatFailureLine(error.detail));
      this.discardProcess();
      throw error;
    } finally {
      this.waitedMs += performance.now() - startedAt;
      this.exchanges++;
    }
  }

  private endTest(): void {
    if (this.isInTest) this.process?.send('end');
    this.isInTest = false;
  }

  private ensureProcess(): DesignProcess {
    if (this.process === undefined) {
      this.process = new DesignProcess(this.design.command, this.design.maxSilenceMs);
      this.process.agreeOnVersion();
    }
    return this.process;
  }

  private discardProcess(): void {
    if (this.process === undefined) return;
    this.process.kill();
    this.killedProcesses.push(this.process);
    this.process = undefined;
  }

  private async reap(): Promise<void> {
    for (const process of this.killedProcesses.splice(0)) await process.ended;
  }
}
