import type { Work } from '../batches/batch-codec.js';
import type { JudgedAnswer } from '../batches/judged-answer.js';

/** A worker that is starting, or has started. */
export interface LaunchedWorker {
  /** Gives it work; it must be idle. */
  give(number: number, work: Work): void;
  /** Ends the worker unconditionally; resolves when it is gone. */
  end(): Promise<void>;
}

/** Receives a worker's reports. Reports after its end are ignored. */
export interface WorkerListener {
  /** The worker started and fits the run. */
  readonly onReady: () => void;
  /** The worker started but does not fit the run; `why` comes after "it". */
  readonly onMismatch: (why: string) => void;
  /** The worker is working on the task with this number. */
  readonly onAlive: (number: number) => void;
  readonly onAnswer: (number: number, answer: JudgedAnswer) => void;
  /** The worker ended, or sent damaged data; `why` comes after "it". */
  readonly onGone: (why: string) => void;
}
