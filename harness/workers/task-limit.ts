import { appendOutput, CapturedOutput, formatTimeout, runAfter } from '../basics/index.js';

/** The limits on a worker's task. If a batch exceeds one, its worker is lost and its tests are then run one by one. */
export interface TestLimits {
  /** The time limit in milliseconds, from when the worker starts the task. */
  readonly ms: number;
  /** The old-generation heap limit per worker in MiB, excluding buffers outside V8's heap. */
  readonly heapMb: number;
}

/** A message that a worker sends about a batch before the batch's result. */
export type WorkerMessage =
  | { readonly ticket: number; readonly began: true }
  /** The index, within the batch, of the test that is starting. */
  | { readonly ticket: number; readonly test: number }
  | { readonly ticket: number; readonly printed: string }
  /** A line for the user, sent before the result. */
  | { readonly ticket: number; readonly message: string };

/** The time limit for starting a worker. Even the slowest machine needs far less, so only a stuck worker exceeds it. */
const START_MS = 120_000;
/** The time limit for reporting the result of a task that was stopped. */
const ANSWER_MS = 30_000;

/** Returns the longest time in milliseconds that a worker may take to answer a task, even if it only just starts. */
export function getAnswerTimeout(testMs: number): number {
  return START_MS + testMs + ANSWER_MS;
}

/** Aborts a batch that takes too long. The clock starts when the worker begins the tests, not when it is started. */
export class TaskLimit {
  private readonly controller = new AbortController();
  private readonly printed = new CapturedOutput();
  private timer: NodeJS.Timeout;
  private exceededLimit = '';

  constructor(private readonly ms: number) {
    this.timer = this.startTimer(START_MS, `its worker did not start within ${START_MS / 1000} s`);
  }

  /** A one-line description of the exceeded limit; empty until one is exceeded. */
  get exceeded(): string {
    return this.exceededLimit;
  }

  /** Aborts when a limit is exceeded. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  receive(message: WorkerMessage): void {
    if ('printed' in message) this.printed.add(message.printed);
    else if ('began' in message) {
      clearTimeout(this.timer);
      this.timer = this.startTimer(this.ms, formatTimeout(this.ms));
    }
  }

  /** Returns the error to throw for a lost batch, which includes the reason and the output so far. */
  explain(cause: unknown): unknown {
    const error = this.signal.aborted ? new Error(this.exceededLimit) : cause;
    if (error instanceof Error) error.message = appendOutput(error.message, this.printed.takeText())!;
    return error;
  }

  clear(): void {
    clearTimeout(this.timer);
  }

  private startTimer(ms: number, reason: string): NodeJS.Timeout {
    return runAfter(ms, () => {
      this.exceededLimit = reason;
      this.controller.abort();
    });
  }
}
