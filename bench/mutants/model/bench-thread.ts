import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ModelMutant } from './mutants.js';
import type { PoolTest } from './pool.js';
import type { TestOutcome } from './run-mutant.js';
import type { Answer, Task } from './worker.js';

/** Processor time after which a test counts as hung; the costliest of the pool take less than a second. */
const HANG_SECONDS = 8;
const WATCH_MS = 500;

/** A thread keeps every model that it loaded: a new one takes over after this many. */
const MODELS_MAX = 50;
const HEAP_MB = 1500;

/** Bytes of arrays that a thread may keep: a mutant that asked for too many leaves no memory for the tests of its unit. */
const ARRAY_BYTES_MAX = 2 ** 31;

const HUNG: TestOutcome = { by: 'hung', rules: [], differs: true };

/** The thread that mutants run on, which can be ended where a mutant does not. */
export class BenchThread {
  private readonly folder = mkdtempSync(join(tmpdir(), 'pops-mutants-'));
  private worker: Worker | undefined;
  private models = 0;

  /** Tests on the project's model, with the places that each reaches. */
  async pool(root: string, count: number, mutants: readonly ModelMutant[]): Promise<readonly PoolTest[]> {
    let pool: readonly PoolTest[] = [];
    await this.ask({ kind: 'pool', root, count, mutants }, Number.POSITIVE_INFINITY, (answer) => {
      if (answer.kind === 'pool') pool = answer.pool;
      return answer.kind === 'pool';
    });
    await this.end();
    return pool;
  }

  /** Outcomes of the mutant in these tests, up to the one that kills it, or where it is not asked for `once` to some more. */
  async judge(
    mutant: ModelMutant,
    tests: readonly PoolTest[],
    once: boolean,
  ): Promise<readonly TestOutcome[]> {
    const outcomes: TestOutcome[] = [];
    let arrayBytes = 0;
    const ended = await this.ask({ kind: 'mutant', mutant, tests, once }, HANG_SECONDS, (answer) => {
      if (answer.kind === 'outcome') outcomes.push(answer.outcome);
      if (answer.kind === 'done') arrayBytes = answer.arrayBytes;
      return answer.kind === 'done';
    });
    if (!ended) outcomes.push(HUNG);
    if (!ended || arrayBytes > ARRAY_BYTES_MAX || ++this.models >= MODELS_MAX) await this.end();
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

  /** Hands out a task and takes answers until `take` has enough; false where the thread hangs, or runs out of memory. */
  private async ask(task: Task, seconds: number, take: (answer: Answer) => boolean): Promise<boolean> {
    this.worker ??= this.begin();
    const { worker } = this;
    worker.postMessage(task);
    let last = processorSeconds();
    return await new Promise<boolean>((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearInterval(watch);
        worker.off('message', heard);
        worker.off('error', failed);
        finish();
      };
      const heard = (answer: Answer): void => {
        last = processorSeconds();
        if (take(answer)) settle(() => resolve(true));
      };
      const failed = (error: NodeJS.ErrnoException): void => {
        const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        settle(() => (isFull ? resolve(false) : reject(error)));
      };
      const watch = setInterval(() => {
        if (processorSeconds() - last > seconds) settle(() => resolve(false));
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
