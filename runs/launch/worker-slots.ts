import { InfrastructureError } from '../../harness/basics/index.js';
import type { Batch } from '../../harness/workers/index.js';
import { UsageError } from '../../transactions/index.js';
import { type CheckedAnswer, makeLossError } from '../batches/checked-answer.js';
import { MAX_LOSSES } from '../batches/task-server.js';
import type { LaunchedWorker, Pending, WorkerAnswer, WorkerListener } from './pending-work.js';

/** The maximum number of losses to report. */
const MAX_NOTES = 10;

/** How many workers to start, and how. */
export interface LaunchOptions {
  readonly workers: number;
  readonly launch: (listener: WorkerListener) => LaunchedWorker;
  /** Calls `action` after a delay. The returned function cancels it. Tests supply their own clock. */
  readonly after: (ms: number, action: () => void) => () => void;
  readonly times?: Partial<LaunchTimes>;
  /** Stops the run. Tests in progress get a few seconds to finish. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the run is waiting for workers or has lost some. */
  readonly onNote?: ((line: string) => void) | undefined;
}

/** Times in milliseconds. */
export interface LaunchTimes {
  /** How long a worker may go without reporting on its batch before it is treated as lost. */
  readonly lease: number;
  /** How long a worker may take to answer a batch before it is treated as lost, no matter what it reports. */
  readonly answer: number;
  /** How long the run may have no worker that has started. */
  readonly start: number;
  /** The pause before restarting a worker that was lost twice in a row. It doubles with each further loss. */
  readonly restart: number;
  /** The longest pause before a restart. */
  readonly restartMax: number;
  /** How long to wait for the first worker before printing a note. */
  readonly firstNote: number;
  /** How long an interrupted run waits for the batches in progress. */
  readonly interruptTimeout: number;
}

const TIMES: LaunchTimes = {
  lease: 30_000,
  answer: 3_600_000,
  start: 86_400_000,
  restart: 1000,
  restartMax: 60_000,
  firstNote: 10_000,
  interruptTimeout: 5000,
};

/** A slot for a worker. If the worker is lost, a new one takes its place. */
interface Slot {
  worker: LaunchedWorker | undefined;
  isReady: boolean;
  /** The current work and its number. */
  task: { readonly number: number; readonly pending: Pending } | undefined;
  /** The number of losses since the last valid answer. */
  failures: number;
  /** Cancels a pending lease or restart. */
  cancel: () => void;
  /** Cancels the time limit of the current work. */
  cancelAnswer: () => void;
}

/**
 * Launches workers, relaunches lost ones, and assigns work. A lost worker's work goes to another worker next, since
 * results are the same on every worker. Duplicate answers and answers to other work are ignored.
 */
export class WorkerSlots {
  closed = false;
  private readonly times: LaunchTimes;
  private readonly waiting: Pending[] = [];
  private readonly slots: Slot[];
  private readonly exiting = new Set<Promise<void>>();
  private readonly cancelFunctions: (() => void)[] = [];
  /** Cancels the limit of a time in which no worker has started; undefined at other times. */
  private cancelStart: (() => void) | undefined;
  private nextNumber = 1;
  private wasReady = false;
  /** The number of losses since the last valid answer, across all slots. */
  private consecutiveLosses = 0;
  private readonly reportedLosses = new Set<string>();

  constructor(private readonly options: LaunchOptions) {
    this.times = { ...TIMES, ...options.times };
    this.slots = Array.from({ length: options.workers }, () => ({
      worker: undefined,
      isReady: false,
      task: undefined,
      failures: 0,
      cancel: () => undefined,
      cancelAnswer: () => undefined,
    }));
    for (const slot of this.slots) this.start(slot);
    this.limitStart();
    this.cancelFunctions.push(options.after(this.times.firstNote, () => this.reportWaiting()));
    const { signal } = options;
    if (signal?.aborted === true) this.onInterrupt();
    else signal?.addEventListener('abort', this.onInterrupt, { once: true });
  }

  /** Asks a worker to run a batch. `avoidedWorker` gets it only if no other worker is ready. */
  ask(batch: Batch, isFirst = false, avoidedWorker?: LaunchedWorker): Promise<WorkerAnswer> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new Error('The run has ended'));
      const pending = { batch, resolve, reject, avoidedWorker, deaths: 0 };
      if (isFirst) this.waiting.unshift(pending);
      else this.waiting.push(pending);
      this.assignWork();
    });
  }

  /** Stops the workers. Resolves when all of them have exited. */
  async close(): Promise<void> {
    this.end(new Error('The run has ended'));
    await Promise.all(this.exiting);
  }

  private start(slot: Slot): void {
    let worker: LaunchedWorker | undefined;
    // A worker may report before `launch` returns it, or after it has stopped.
    const ifCurrent = (action: () => void): void => {
      if (!this.closed && slot.worker === worker) action();
    };
    slot.isReady = false;
    slot.worker = undefined;
    worker = this.options.launch({
      onReady: () => ifCurrent(() => this.makeReady(slot)),
      onMismatch: (reason) => ifCurrent(() => this.reject(slot, reason)),
      onAlive: (number) => ifCurrent(() => this.renewLease(slot, number)),
      onAnswer: (number, answer) => ifCurrent(() => this.receive(slot, number, answer)),
      onExit: (reason) => ifCurrent(() => this.replaceLost(slot, reason, true)),
    });
    slot.worker = worker;
  }

  private makeReady(slot: Slot): void {
    if (slot.isReady) return;
    slot.isReady = true;
    this.wasReady = true;
    this.limitStart();
    this.assignWork();
  }

  private limitStart(): void {
    const { start } = this.times;
    if (this.slots.some(({ isReady }) => isReady)) {
      this.cancelStart?.();
      this.cancelStart = undefined;
    } else
      this.cancelStart ??= this.options.after(start, () =>
        this.giveUp(`did not start within ${start / 1000} s`),
      );
  }

  private assignWork(): void {
    for (const slot of this.slots) {
      if (!slot.isReady || slot.task !== undefined) continue;
      const index = this.waiting.findIndex(
        ({ avoidedWorker }) => avoidedWorker !== slot.worker || !this.isAnotherReady(slot),
      );
      if (index < 0) continue;
      const [pending] = this.waiting.splice(index, 1) as [Pending];
      const number = this.nextNumber++;
      slot.task = { number, pending };
      this.renewLease(slot, number);
      this.limitAnswer(slot);
      slot.worker!.assign(number, pending.batch);
    }
  }

  private isAnotherReady(slot: Slot): boolean {
    return this.slots.some((other) => other !== slot && other.isReady);
  }

  private renewLease(slot: Slot, number: number): void {
    if (slot.task?.number !== number) return;
    const { lease } = this.times;
    slot.cancel();
    slot.cancel = this.options.after(lease, () =>
      this.replaceLost(slot, `reported nothing about its tests for ${lease / 1000} s`, true),
    );
  }

  /** Limits the time for a batch, since a worker that hangs may go on reporting. */
  private limitAnswer(slot: Slot): void {
    const { answer } = this.times;
    slot.cancelAnswer = this.options.after(answer, () =>
      this.replaceLost(slot, `did not finish its tests within ${answer / 1000} s`, true),
    );
  }

  private receive(slot: Slot, number: number, answer: CheckedAnswer): void {
    const { task } = slot;
    if (task?.number !== number) return;
    if ('problem' in answer) {
      this.replaceLost(slot, `returned ${answer.problem}`, false);
      return;
    }
    slot.cancel();
    slot.cancelAnswer();
    slot.task = undefined;
    slot.failures = 0;
    this.consecutiveLosses = 0;
    if ('lost' in answer) task.pending.reject(makeLossError(answer.lost));
    else task.pending.resolve({ result: answer.result, worker: slot.worker! });
    this.assignWork();
  }

  /** Drops a worker that has different code or is missing the user's files. Such workers are not replaced. */
  private reject(slot: Slot, reason: string): void {
    this.drop(slot);
    if (!this.wasReady) {
      this.end(new UsageError(`Cannot use a --launch worker: it ${reason}`));
      return;
    }
    this.reportLoss(`Continuing without a --launch worker: it ${reason}`);
    if (this.slots.every(({ worker }) => worker === undefined)) this.giveUp(reason);
  }

  /**
   * Replaces a lost worker. `isDeath` is true if the worker died, possibly because of its tests, and false if it
   * returned an invalid answer.
   */
  private replaceLost(slot: Slot, reason: string, isDeath: boolean): void {
    const { task } = slot;
    this.drop(slot);
    slot.failures++;
    this.consecutiveLosses++;
    this.reportLoss(
      `Lost a --launch worker: it ${reason}${task === undefined ? '' : '; its tests are rerun on another worker'}`,
    );
    if (task !== undefined) {
      if (isDeath) task.pending.deaths++;
      if (task.pending.deaths < MAX_LOSSES) this.waiting.unshift(task.pending);
      else task.pending.reject(new Error(`The worker ${reason}`));
    }
    if (this.consecutiveLosses >= this.getMaxLosses()) this.giveUp(reason);
    else if (this.options.signal?.aborted === true) this.endIfNoneReady(reason);
    else this.startLater(slot);
  }

  /** Restarts a worker: immediately after a single loss, with increasing pauses after repeated losses. */
  private startLater(slot: Slot): void {
    const { restart, restartMax } = this.times;
    const pause = slot.failures < 2 ? 0 : Math.min(restart * 2 ** (slot.failures - 2), restartMax);
    slot.cancel = this.options.after(pause, () => this.start(slot));
    this.assignWork();
  }

  /**
   * Returns how many consecutive losses end the run. The limit is lower until a worker has started, since the template
   * may be wrong.
   */
  private getMaxLosses(): number {
    const { workers } = this.options;
    return this.wasReady ? MAX_LOSSES * (workers + 1) : workers + 2;
  }

  private drop(slot: Slot): void {
    slot.cancel();
    slot.cancelAnswer();
    slot.task = undefined;
    slot.isReady = false;
    if (!this.closed) this.limitStart();
    const { worker } = slot;
    slot.worker = undefined;
    if (worker === undefined) return;
    const exited = worker.end().finally(() => this.exiting.delete(exited));
    this.exiting.add(exited);
  }

  private readonly onInterrupt = (): void => {
    const { interruptTimeout } = this.times;
    if (this.closed) return;
    this.endIfNoneReady('was interrupted');
    this.cancelFunctions.push(
      this.options.after(interruptTimeout, () =>
        this.giveUp(`did not finish its tests within ${interruptTimeout / 1000} s`),
      ),
    );
  };

  private endIfNoneReady(reason: string): void {
    if (!this.slots.some(({ isReady }) => isReady)) this.giveUp(reason);
    else this.assignWork();
  }

  private reportWaiting(): void {
    if (!this.wasReady) this.options.onNote?.('Waiting for --launch workers: none has started yet');
  }

  /** Reports each loss once, up to `MAX_NOTES` of them. */
  private reportLoss(line: string): void {
    const { reportedLosses } = this;
    if (reportedLosses.has(line) || reportedLosses.size > MAX_NOTES) return;
    const isLast = reportedLosses.add(line).size > MAX_NOTES;
    this.options.onNote?.(isLast ? 'Further lost workers are not shown' : line);
  }

  private giveUp(reason: string): void {
    const text = this.wasReady
      ? `Lost the --launch workers: the last one ${reason}; use "run --resume" to continue the run later`
      : `Cannot start a worker with --launch: it ${reason}`;
    this.end(new InfrastructureError(text));
  }

  private end(error: Error): void {
    if (this.closed) return;
    this.closed = true;
    this.options.signal?.removeEventListener('abort', this.onInterrupt);
    for (const cancel of this.cancelFunctions) cancel();
    this.cancelStart?.();
    for (const { task } of this.slots) if (task !== undefined) this.waiting.push(task.pending);
    for (const slot of this.slots) this.drop(slot);
    for (const { reject } of this.waiting.splice(0)) reject(error);
  }
}
