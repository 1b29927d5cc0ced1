import { Piscina } from 'piscina';
import { formatOneLine } from '../basics/index.js';
import { getConfigFile } from '../extension/config-file.js';
import {
  HEAP_MB,
  keepIdle,
  type LimitedThreads,
  startThreads,
  takeIdle,
  WORKER_EXPORT,
} from '../threads/index.js';
import { TaskLimit, type TestLimits, type WorkerMessage } from './task-limit.js';

/** A task as sent to a worker. The worker includes the ticket in its messages. */
export type WithTicket<Task> = Task & { readonly ticket: number };

/** Options for a pool of limited tasks. */
interface LimitedOptions<Task, Result> {
  readonly workers: number;
  /** The limits on each task. */
  readonly limits: TestLimits;
  /** Returns the result to use for a task whose worker was lost. `reason` is one line. By default, the task rejects. */
  readonly onLost?: (task: Task, reason: string) => Result;
}

/** Observes a limited task and can stop it. */
export interface TaskWatch {
  /** The task's own time limit, in milliseconds; by default, the pool's. */
  readonly ms?: number;
  /** Receives the messages that the task sends before its result. */
  readonly onMessage?: (message: WorkerMessage) => void;
  /** Cancels the task and terminates its worker. */
  readonly signal?: AbortSignal;
  /** Returns whether to replace the pool's worker, which must be its only one, after this task. */
  readonly shouldReplaceWorker?: () => boolean;
}

/** The next ticket in this process. Tickets are unique, so that late messages from earlier tasks can be ignored. */
let nextTicket = 0;

/** Worker threads for tasks with limits. A task that exceeds its time or memory limit only loses its own worker. */
export class LimitedPool<Task extends object, Result> {
  private readonly threads: LimitedThreads;
  private readonly slots: Slots;
  private readonly inProgress = new Map<number, { readonly limit: TaskLimit; readonly watch: TaskWatch }>();
  private canReuseThreads = true;

  constructor(
    private readonly workerFile: string,
    private readonly options: LimitedOptions<Task, Result>,
  ) {
    this.threads = getThreads(workerFile, options.workers, options.limits.heapMb);
    this.slots = new Slots(options.workers);
    this.threads.pool.on('message', this.receive);
  }

  /** Runs a task as soon as a worker is free. Its time limit does not start before that. */
  async run(task: Task, watch: TaskWatch = {}): Promise<Result> {
    await this.slots.acquire();
    const { limits, onLost } = this.options;
    const { ms = limits.ms, signal } = watch;
    const ticket = nextTicket++;
    const limit = new TaskLimit(ms);
    this.inProgress.set(ticket, { limit, watch });
    try {
      const abortSignal = signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal]);
      const runOptions = { filename: this.workerFile, name: WORKER_EXPORT, signal: abortSignal };
      const { pool } = this.threads;
      const result = await pool.run({ ...task, ticket } satisfies WithTicket<Task>, runOptions);
      // The slot is still taken, so no task reaches the worker meanwhile. The pool starts another one.
      if (watch.shouldReplaceWorker?.() === true)
        await Promise.all(pool.threads.map((thread) => thread.terminate()));
      return result;
    } catch (error) {
      if (onLost === undefined) throw limit.explain(error);
      if (signal?.aborted === true) return onLost(task, 'interrupted');
      const reason = explainLoss(limit, error, limits);
      if (reason === undefined) throw error;
      return onLost(task, reason);
    } finally {
      this.inProgress.delete(ticket);
      limit.clear();
      this.slots.release();
    }
  }

  /** Marks the pool's threads as not reusable, because they have loaded user code. */
  discardThreads(): void {
    this.canReuseThreads = false;
  }

  /** Closes the pool. Its idle threads may be reused for later tasks in this process. */
  async close(): Promise<void> {
    const { pool } = this.threads;
    pool.off('message', this.receive);
    const isReusable = this.canReuseThreads && this.inProgress.size === 0 && getConfigFile() === undefined;
    await (isReusable ? keepIdle(this.threads) : pool.destroy());
  }

  private readonly receive = (message: WorkerMessage): void => {
    const task = this.inProgress.get(message.ticket);
    task?.limit.receive(message);
    task?.watch.onMessage?.(message);
  };
}

/** Makes each task wait until a worker is free. */
class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async acquire(): Promise<void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  release(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free++;
    else next();
  }
}

/** Returns threads with the given heap limit in MiB, reusing idle ones if possible. */
function getThreads(workerFile: string, workers: number, heapMb: number): LimitedThreads {
  const isDefault = heapMb === HEAP_MB && getConfigFile() === undefined;
  return (
    (isDefault ? takeIdle(workers) : undefined) ?? startThreads(Piscina, workerFile, workers, workers, heapMb)
  );
}

/**
 * Yields results in task order. Keeps at most `maxInFlight` tasks in flight, and takes each from `tasks` only when it
 * can start.
 */
export async function* yieldInOrder<Task, Result>(
  tasks: Iterable<Task>,
  maxInFlight: number,
  run: (task: Task) => Promise<Result>,
): AsyncGenerator<Result> {
  const waiting: Promise<Result>[] = [];
  const source = tasks[Symbol.iterator]();
  const refill = (): void => {
    while (waiting.length < maxInFlight) {
      const next = source.next();
      if (next.done === true) return;
      const result = run(next.value);
      // The consumer will receive the error. Until then, it must not count as unhandled.
      result.catch(() => undefined);
      waiting.push(result);
    }
  };
  for (refill(); waiting.length > 0; refill()) yield await waiting.shift()!;
}

/** The start of the pool's error message for a worker that exited on its own. */
const WORKER_EXIT = 'worker exited with code: ';

/** Explains why a worker was lost. Returns undefined if the task itself threw the error. */
export function explainLoss(
  { exceeded }: Pick<TaskLimit, 'exceeded'>,
  error: unknown,
  { heapMb }: Pick<TestLimits, 'heapMb'>,
): string | undefined {
  if (exceeded !== '') return exceeded;
  if (error instanceof Error && error.message.startsWith(WORKER_EXIT)) return 'its code called process.exit';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return `out of memory: exceeded --test-memory ${heapMb} MiB`;
  return code === undefined ? undefined : `a worker was lost: ${formatOneLine(error)}`;
}
