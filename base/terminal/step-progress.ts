import { numberText } from '../text/counted.js';
import { duration } from './progress-line.js';
import { endStatus, isInteractive, NOTES, printNote, showStatus } from './terminal.js';

/** Minimum time between two lines on a terminal, in milliseconds. */
const INTERACTIVE_MS = 200;
/** Minimum time between two lines elsewhere, in milliseconds. */
const PLAIN_MS = 5000;

/**
 * Shows the progress of a command that works in stages: on the bottom line of a terminal, or elsewhere as a
 * new line every few seconds.
 */
export interface StepProgress {
  /**
   * To be called before each step with the number of steps done, the total, and what the steps are, such as
   * `candidates`. A new kind of step starts a new stage.
   */
  readonly update: (done: number, total: number, of: string) => void;
  readonly stop: () => void;
}

/** Creates the progress display for `name` on stderr, one stage after another. */
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

/**
 * Formats the progress, such as `rank: 120 of 1,875 candidates · 40 s left`, after `seconds` have elapsed.
 * There is no estimate until the first step is done.
 */
export function stepLine(
  name: string,
  { done, total, of }: { readonly done: number; readonly total: number; readonly of: string },
  seconds: number,
): string {
  const left = done === 0 ? '' : ` · ${duration((seconds / done) * (total - done))} left`;
  return `${name}: ${numberText(done)} of ${numberText(total)} ${of}${left}`;
}
