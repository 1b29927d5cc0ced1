import { Piscina } from 'piscina';
import { UsageError } from '../../transactions/index.js';
import { formatOneLine, InfrastructureError } from '../basics/index.js';
import { getConfigFile } from '../extension/config-file.js';
import {
  HEAP_MB,
  keepIdle,
  type LimitedThreads,
  startThreads,
  takeIdle,
  WORKER_EXPORT,
} from '../threads/index.js';
import type { TestLimits } from './pool.js';
import { TaskLimit, type WorkerMessage } from './task-limit.js';

/**
 * Runs tasks on worker threads and yields their results in order. Keeps twice as many tasks in flight as there are
 * workers. The consumer may stop early.
 */
export async function* runInOrder<Task, Result>(
  workerFile: string,
  tasks: Iterable<Task>,
  workers: number,
): AsyncGenerator<Result> {
  const pool = new Piscina<Task, Result>({
    filename: workerFile,
    name: WORKER_EXPORT,
    minThreads: workers,
    maxThreads: workers,
    concurrentTasksPerWorker: 1,
  });
  try {
    yield* yieldInOrder(tasks, 2 * workers, (task) => pool.run(task));
  } catch (error) {
    throw restoreClass(error);
  } finally {
    await pool.destroy();
  }
}

/** Restores an error's class, which is lost when the error is transferred from a worker. */
function restoreClass(error: unknown): unknown {
  if (error instanceof Error && error.name === 'UsageError') return new UsageError(error.message);
  if (error instanceof Error && 'code' in error)
    return new InfrastructureError(`A worker was lost: ${formatOneLine(error)}`);
  return error;
}

/** A task as sent to a worker. The worker includes the ticket in its messages. */
export type WithTicket<Task> = Task & { readonly ticket: number };

/** Options for a pool of limited tasks. */
interface LimitedOptions<Task, Result> {
  readonly workers: number;
  /** The limits on each task. */
  readonly limits: TestLimits;
  /** Returns the result to use for a task whose worker was lost. `reason` is one line. */
  readonly onLost: (task: Task, reason: string) => Result;
}

/** Observes a limited task and can stop it. */
export interface TaskWatch {
  /** The task's own time limit, in milliseconds; by default, the pool's. */
  readonly ms?: number;
  /** Receives the messages that the task sends before its result. */
  readonly onMessage?: (message: string) => void;
  /** Cancels the task and terminates its worker. */
  readonly signal?: AbortSignal;
}

/** The next ticket in this process. Tickets are unique, so that late messages from earlier tasks can be ignored. */
let nextTicket = 0;

/** Worker threads for tasks with limits. A task that exceeds its time or memory limit only loses its own worker. */
export class LimitedPool<Task extends object, Result> {
  private readonly threads: LimitedThreads;
  private readonly inProgress = new Map<number, { readonly limit: TaskLimit; readonly watch: TaskWatch }>();
  private canReuseThreads = true;

  constructor(
    private readonly workerFile: string,
    private readonly options: LimitedOptions<Task, Result>,
  ) {
    this.threads = getThreads(workerFile, options.workers, options.limits.heapMb);
    this.threads.pool.on('message', this.receive);
  }

  /**
   * Runs a task. Tasks that wait for a worker may exceed the start time limit, so run no more tasks at once than there
   * are workers.
   */
  async run(task: Task, watch: TaskWatch = {}): Promise<Result> {
    const { limits, onLost } = this.options;
    const { ms = limits.ms, signal } = watch;
    const ticket = nextTicket++;
    const limit = new TaskLimit(ms);
    this.inProgress.set(ticket, { limit, watch });
    try {
      const abortSignal = signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal]);
      const runOptions = { filename: this.workerFile, name: WORKER_EXPORT, signal: abortSignal };
      return await this.threads.pool.run({ ...task, ticket } satisfies WithTicket<Task>, runOptions);
    } catch (error) {
      if (signal?.aborted === true) return onLost(task, 'interrupted');
      const reason = explainLoss(limit, error, limits);
      if (reason === undefined) throw error;
      return onLost(task, reason);
    } finally {
      this.inProgress.delete(ticket);
      limit.clear();
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
    if ('message' in message) task?.watch.onMessage?.(message.message);
    else task?.limit.receive(message);
  };
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
