import type { Work } from '../batches/batch-codec.js';
import type { JudgedAnswer } from '../batches/judged-answer.js';

/** A worker that is starting or has started. */
export interface LaunchedWorker {
  /** Gives the worker work. It must be idle. */
  give(number: number, work: Work): void;
  /** Stops the worker unconditionally, and resolves when it is gone. */
  end(): Promise<void>;
}

/** Receives a worker's reports. Reports after it has stopped are ignored. */
export interface WorkerListener {
  /** The worker has started and matches the run. */
  readonly onReady: () => void;
  /** The worker has started but does not match the run. `why` follows "it". */
  readonly onMismatch: (why: string) => void;
  /** The worker is working on the task with this number. */
  readonly onAlive: (number: number) => void;
  readonly onAnswer: (number: number, answer: JudgedAnswer) => void;
  /** The worker has exited or sent damaged data. `why` follows "it". */
  readonly onGone: (why: string) => void;
}
