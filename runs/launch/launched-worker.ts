import type { Work } from '../batches/batch-codec.js';
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
