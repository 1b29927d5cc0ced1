import type { Work } from '../batches/batch-codec.js';
import type { CheckedAnswer } from '../batches/judged-answer.js';

/** A worker that is starting or has started. */
export interface LaunchedWorker {
  /** Assigns work to the worker, which must be idle. */
  assign(number: number, work: Work): void;
  /** Stops the worker unconditionally, and resolves when it has exited. */
  end(): Promise<void>;
}

/** Receives a worker's reports. Reports that arrive after it has stopped are ignored. */
export interface WorkerListener {
  /** The worker has started and is compatible with the run. */
  readonly onReady: () => void;
  /** The worker has started but is incompatible with the run. `reason` is phrased to follow "it". */
  readonly onMismatch: (reason: string) => void;
  /** The worker is working on the task with the given number. */
  readonly onAlive: (number: number) => void;
  readonly onAnswer: (number: number, answer: CheckedAnswer) => void;
  /** The worker has exited or sent corrupt data. `reason` is phrased to follow "it". */
  readonly onExit: (reason: string) => void;
}
