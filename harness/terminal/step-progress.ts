import { formatNumber } from '../text/quantity.js';
import { formatDuration } from './progress-line.js';
import { hideStatus, isInteractive, printNote, STDERR, showStatus } from './terminal.js';

/** Minimum time between two lines on a terminal, in milliseconds. */
const TERMINAL_INTERVAL_MS = 200;
/** Minimum time between two lines of a log, in milliseconds. */
const LOG_INTERVAL_MS = 5000;

/**
 * Shows the progress of a command that works in stages: on the bottom line of a terminal, otherwise as a new line every
 * few seconds.
 */
interface StepProgress {
  /**
   * Shows the number of steps done, the total, and the unit, such as `candidates`. Call this before each step. A new
   * unit starts a new stage.
   */
  readonly update: (done: number, total: number, unit: string) => void;
  readonly stop: () => void;
}

/** Creates a progress display on stderr for the command `name`. */
export function makeStepProgress(name: string): StepProgress {
  const isTerminal = isInteractive(STDERR);
  let stage = '';
  let startedAt = 0;
  let lastShownAt = 0;
  return {
    update(done, total, unit) {
      const now = performance.now();
      if (unit !== stage) [stage, startedAt, lastShownAt] = [unit, now, 0];
      else if (now - lastShownAt < (isTerminal ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) return;
      lastShownAt = now;
      const line = formatStepLine(name, { done, total, unit }, (now - startedAt) / 1000);
      if (isTerminal) showStatus(line);
      else printNote(line);
    },
    stop: hideStatus,
  };
}

/**
 * Formats the progress, such as `rank: 120 of 1,875 candidates · 40 s left`, after `seconds` have elapsed.
 * There is no estimate until the first step is done.
 */
export function formatStepLine(
  name: string,
  { done, total, unit }: { readonly done: number; readonly total: number; readonly unit: string },
  seconds: number,
): string {
  const estimate = done === 0 ? '' : ` · ${formatDuration((seconds / done) * (total - done))} left`;
  return `${name}: ${formatNumber(done)} of ${formatNumber(total)} ${unit}${estimate}`;
}
