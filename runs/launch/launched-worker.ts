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
  /** It started and fits the run. */
  readonly onReady: () => void;
  /** It started but does not fit; `why` comes after "it". */
  readonly onMismatch: (why: string) => void;
  /** It is working on the task with this number. */
  readonly onAlive: (number: number) => void;
  readonly onAnswer: (number: number, answer: JudgedAnswer) => void;
  /** It ended, or sent damaged data; `why` comes after "it". */
  readonly onGone: (why: string) => void;
}
