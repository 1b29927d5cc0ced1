import type { InstructionsIssued } from '../../../transactions/index.js';
import { type Handlers, ignoreRepeats } from './handlers.js';

type RepeatHandler = NonNullable<Handlers['instructions-repeated']>;

/** Counts consecutive identical instruction batches. */
export class RepeatCounter {
  private cycle = -1;
  private wave = -1;
  private first = -1;
  private last = -1;
  /** Number of identical batches in the current run, including the first. */
  private runLength = 0;

  private readonly handlers: readonly RepeatHandler[];

  constructor(handlers: readonly RepeatHandler[]) {
    this.handlers = handlers.filter((handler) => handler !== ignoreRepeats);
  }

  /** Returns whether this batch repeats the last one, and counts it if so. Repeats are reported when the run ends. */
  countIfRepeat({ cycle, wave, first, last }: InstructionsIssued): boolean {
    if (this.runLength > 0) {
      if (first === this.first && last === this.last && wave === this.wave && cycle === this.cycle) {
        this.runLength++;
        return true;
      }
      this.end();
    }
    this.cycle = cycle;
    this.wave = wave;
    this.first = first;
    this.last = last;
    this.runLength = 1;
    return false;
  }

  /** Ends the current run and reports the number of repeats to the handlers. */
  end(): void {
    const times = this.runLength - 1;
    this.runLength = 0;
    if (times <= 0) return;
    const { cycle, wave, first, last } = this;
    const batch: InstructionsIssued = { kind: 'instructions-issued', cycle, wave, first, last };
    for (const handler of this.handlers) handler(batch, times);
  }
}

/** Returns the owners' handlers for repeated batches, or undefined if any owner must receive every batch. */
export function collectRepeatHandlers(owners: readonly Handlers[]): RepeatHandler[] | undefined {
  const receivers = owners.filter((owner) => owner['instructions-issued'] !== undefined);
  const repeated = receivers.flatMap((owner) => owner['instructions-repeated'] ?? []);
  return repeated.length === receivers.length ? repeated : undefined;
}
