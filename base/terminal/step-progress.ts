import { numberText } from '../text/counted.js';
import { duration } from './progress-line.js';
import { endStatus, isInteractive, NOTES, printNote, showStatus } from './terminal.js';

/** Milliseconds between two lines on a terminal. */
const INTERACTIVE_MS = 200;
/** Milliseconds between two lines elsewhere. */
const PLAIN_MS = 5000;

/** Progress of a staged command: a line at the bottom of a terminal; elsewhere, a line every few seconds. */
export interface StepProgress {
  /** Called before each step: steps done, total steps, and the kind of step (`candidates`); a new kind starts a new stage. */
  readonly update: (done: number, total: number, of: string) => void;
  readonly stop: () => void;
}

/** Progress of `name` on stderr, one stage after another. */
export function makeStepProgress(name: string): StepProgress {
  const isTerminal = isInteractive(NOTES);
  let stage = '';
  let startedAt = 0;
  let lastShownAt = 0;
  return {
    update(done, total, of) {
      const now = performance.now();
      if (of !== stage) [stage, startedAt, lastShownAt] = [of, now, 0];
      else if (now - lastShownAt < (isTerminal ? INTERACTIVE_MS : PLAIN_MS)) return;
      lastShownAt = now;
      const line = stepLine(name, { done, total, of }, (now - startedAt) / 1000);
      if (isTerminal) showStatus(line);
      else printNote(line);
    },
    stop: endStatus,
  };
}

/** `rank: 120 of 1,875 candidates · 40 s left`; without an estimate until the first step is done. `seconds` have elapsed. */
export function stepLine(
  name: string,
  { done, total, of }: { readonly done: number; readonly total: number; readonly of: string },
  seconds: number,
): string {
  const left = done === 0 ? '' : ` · ${duration((seconds / done) * (total - done))} left`;
  return `${name}: ${numberText(done)} of ${numberText(total)} ${of}${left}`;
}
