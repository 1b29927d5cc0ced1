import { after, CapturedOutput, timeoutText, withPrinted } from '../../base/basics/index.js';

/** A message from a worker about a batch, before the batch's result. */
export type WorkerMessage =
  | { readonly ticket: number; readonly began: true }
  /** The index in the batch of the test that is starting. */
  | { readonly ticket: number; readonly test: number }
  | { readonly ticket: number; readonly printed: string }
  /** A line for the user, ahead of the result. */
  | { readonly ticket: number; readonly message: string };

/**
 * The time limit for starting a worker. Far above what the slowest machine takes, so only a stuck worker
 * reaches it.
 */
const START_MS = 120_000;

/**
 * Aborts a batch that takes too long. Time is counted from when the worker begins the tests, not from its own
 * start.
 */
export class TaskLimit {
  private readonly controller = new AbortController();
  private readonly printed = new CapturedOutput();
  private timer: NodeJS.Timeout;
  private reachedLimit = '';

  constructor(private readonly ms: number) {
    this.timer = this.startTimer(START_MS, `its worker did not start in ${START_MS / 1000} s`);
  }

  /** The limit that was reached, on one line; empty until then. */
  get exceeded(): string {
    return this.reachedLimit;
  }

  /** Aborts when the limit is reached. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  receive(word: WorkerMessage): void {
    if ('printed' in word) this.printed.add(word.printed);
    else if ('began' in word) {
      clearTimeout(this.timer);
      this.timer = this.startTimer(this.ms, timeoutText(this.ms));
    }
  }

  /** The error to throw for a lost batch, with the reason and its output so far. */
  explain(cause: unknown): unknown {
    const error = this.signal.aborted ? new Error(this.reachedLimit) : cause;
    if (error instanceof Error) error.message = withPrinted(error.message, this.printed.take())!;
    return error;
  }

  clear(): void {
    clearTimeout(this.timer);
  }

  private startTimer(ms: number, reason: string): NodeJS.Timeout {
    return after(ms, () => {
      this.reachedLimit = reason;
      this.controller.abort();
    });
  }
}
