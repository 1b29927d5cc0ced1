import type { Batch, BatchResult } from '../../harness/workers/index.js';
import type { CheckedAnswer } from '../batches/checked-answer.js';

/** A worker that is starting or has started. */
export interface LaunchedWorker {
  /** Assigns a batch to the worker, which must be idle. */
  assign(number: number, batch: Batch): void;
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
  readonly result: BatchResult;
  readonly worker: LaunchedWorker;
}

/** Work that no worker has completed yet. */
export interface Pending {
  readonly batch: Batch;
  readonly resolve: (answered: WorkerAnswer) => void;
  readonly reject: (error: Error) => void;
  /** A worker that gets this work only if no other worker is ready. */
  readonly avoidedWorker: LaunchedWorker | undefined;
  /** The number of workers that died while doing this work. */
  deaths: number;
}
