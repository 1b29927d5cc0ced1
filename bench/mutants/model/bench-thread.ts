import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { UNIT_TESTS } from './judged.js';
import type { TestOutcome } from './run-mutant.js';
import type { Answer, MutantTask, Task, TestsOfPart, TestsTask } from './worker.js';

/** Processor time after which a test counts as hung; the costliest of the pool take less than a second. */
const HANG_SECONDS = 8;
const WATCH_MS = 500;

/** A thread keeps every model that it loaded: a new one takes over after this many. */
const MODELS_MAX = 50;
const HEAP_MB = 1500;

/** Bytes of arrays that a thread may keep: a mutant that asked for too many leaves no memory for the tests of its unit. */
const ARRAY_BYTES_MAX = 2 ** 31;

/** Processor time after which tests of the project's own count as hung, in times of what they take on the model. */
const TIMES_MAX = 4;

/** A thread that mutants run on, which can be ended where a mutant does not. */
export class BenchThread {
  private readonly folder = mkdtempSync(join(tmpdir(), 'pops-mutants-'));
  private worker: Worker | undefined;
  private models = 0;

  /** @param threads how many there are, of which each may use the processor time that the process has used. */
  constructor(private readonly threads: number) {}

  /** Tries a part of the tests on the project's model, for the places that each reaches. */
  async tests(task: TestsTask): Promise<TestsOfPart> {
    let found: TestsOfPart | undefined;
    const ended = await this.ask(task, Number.POSITIVE_INFINITY, (answer) => {
      if (answer.kind === 'tests') found = answer;
      return found !== undefined;
    });
    if (ended instanceof Error) throw ended;
    await this.end();
    return found!;
  }

  /** Outcomes of the mutant in these tests, up to the one that kills it, or where it is not asked for `once` to some more. */
  async judge(task: MutantTask): Promise<readonly TestOutcome[]> {
    const outcomes: TestOutcome[] = [];
    let arrayBytes = 0;
    const longest = Math.max(0, ...task.unitTests.map(({ seconds }) => seconds));
    const ended = await this.ask(task, (HANG_SECONDS + TIMES_MAX * longest) * this.threads, (answer) => {
      if (answer.kind === 'outcome') outcomes.push(answer.outcome);
      if (answer.kind === 'done') arrayBytes = answer.arrayBytes;
      return answer.kind === 'done';
    });
    if (ended !== 'done') {
      const inUnitTests =
        outcomes.length >= task.tests.length && outcomes.every(({ by }) => by === undefined);
      const by = inUnitTests ? UNIT_TESTS : ended === 'hung' ? 'hung' : 'crash';
      outcomes.push({ by, rules: [], differs: true });
    }
    if (ended !== 'done' || arrayBytes > ARRAY_BYTES_MAX || ++this.models >= MODELS_MAX) await this.end();
    return outcomes;
  }

  /** Ends the thread and removes what it wrote. */
  async close(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async end(): Promise<void> {
    await this.worker?.terminate();
    this.worker = undefined;
    this.models = 0;
  }

  private begin(): Worker {
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: this.folder,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    // One that hangs may run out of memory while it is being ended, which says nothing more.
    worker.on('error', () => undefined);
    return worker;
  }

  /** Hands out a task and takes answers until `take` has enough; `hung` where the thread hangs or runs out of memory, or what it threw. */
  private async ask(
    task: Task,
    seconds: number,
    take: (answer: Answer) => boolean,
  ): Promise<'done' | 'hung' | Error> {
    this.worker ??= this.begin();
    const { worker } = this;
    worker.postMessage(task);
    let last = processorSeconds();
    return await new Promise((resolve) => {
      const settle = (ending: 'done' | 'hung' | Error): void => {
        clearInterval(watch);
        worker.off('message', heard);
        worker.off('error', failed);
        resolve(ending);
      };
      const heard = (answer: Answer): void => {
        last = processorSeconds();
        if (take(answer)) settle('done');
      };
      const failed = (error: NodeJS.ErrnoException): void =>
        settle(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'hung' : error);
      const watch = setInterval(() => {
        if (processorSeconds() - last > seconds) settle('hung');
      }, WATCH_MS);
      worker.on('message', heard);
      worker.on('error', failed);
    });
  }
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
