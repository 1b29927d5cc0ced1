import type { TaskOutcome, Work } from '../batches/batch-codec.js';
import type { CheckedAnswer } from '../batches/checked-answer.js';

/** A worker that is starting or has started. */
export interface LaunchedWorker {
  /** Assigns work to the worker, which must be idle. */
  assign(number: number, work: Work): void;
  /** Stops the worker unconditionally. Resolves when it has exited. */
  end(): Promise<void>;
}

/** Receives a worker's reports. Reports that arrive after it has stopped are ignored. */
export interface WorkerListener {
  /** Called when the worker has started and is compatible with the run. */
  readonly onReady: () => void;
  /**
   * Called when the worker has started but is incompatible with the run. `reason` completes a sentence that starts with
   * "it".
   */
  readonly onMismatch: (reason: string) => void;
  /** Called when the worker reports that it is still working on a task. */
  readonly onAlive: (number: number) => void;
  readonly onAnswer: (number: number, answer: CheckedAnswer) => void;
  /** Called when the worker has exited or sent corrupt data. `reason` completes a sentence that starts with "it". */
  readonly onExit: (reason: string) => void;
}

/** A valid answer, and the worker that gave it. */
export interface WorkerAnswer {
  readonly answer: Exclude<TaskOutcome, { readonly lost: unknown }>;
  readonly worker: LaunchedWorker;
}

/** Work that no worker has completed yet. */
export interface Pending {
  readonly work: Work;
  readonly resolve: (answered: WorkerAnswer) => void;
  readonly reject: (error: Error) => void;
  /** A worker that gets this work only if no other worker is ready. */
  readonly avoidedWorker: LaunchedWorker | undefined;
  /** The number of workers that died while doing this work. */
  deaths: number;
}

/** A queue of work waiting for workers. */
export class WaitingWork {
  private readonly list: Pending[] = [];

  get isEmpty(): boolean {
    return this.list.length === 0;
  }

  add(pending: Pending, isFirst = false): void {
    if (isFirst) this.list.unshift(pending);
    else this.list.push(pending);
  }

  /** Removes and returns the first item that the worker may take, if any. */
  takeNext(worker: LaunchedWorker, isOnlyReadyWorker: () => boolean): Pending | undefined {
    const index = this.list.findIndex(({ avoidedWorker }) => avoidedWorker !== worker || isOnlyReadyWorker());
    return index < 0 ? undefined : this.list.splice(index, 1)[0];
  }

  rejectAll(error: Error): void {
    for (const { reject } of this.list.splice(0)) reject(error);
  }
}
