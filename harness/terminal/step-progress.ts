import { formatNumber } from '../text/quantity.js';
import { formatDuration } from './progress-line.js';
import { hideStatus, isInteractive, printNote, STDERR, showStatus } from './terminal.js';

/** Minimum time between two lines on a terminal, in milliseconds. */
const TERMINAL_INTERVAL_MS = 200;
/** Minimum time between two lines of a log, in milliseconds. */
const LOG_INTERVAL_MS = 5000;

/** Shows a command's progress: on the bottom line of a terminal, otherwise as a new line every few seconds. */
interface StepProgress {
  readonly update: (line: string) => void;
  readonly stop: () => void;
}

/** Creates a progress display on stderr. `lastShownAt` delays its first line by the interval from then. */
export function makeStepProgress(lastShownAt = -Infinity): StepProgress {
  const isTerminal = isInteractive(STDERR);
  return {
    update(line) {
      const now = performance.now();
      if (now - lastShownAt < (isTerminal ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) return;
      lastShownAt = now;
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
