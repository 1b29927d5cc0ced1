import {
  formatDuration,
  hideStatus,
  isInteractive,
  printNote,
  STDERR,
  showStatus,
} from '../../base/terminal/index.js';
import { formatShrunkSize } from '../shrink/shrunk-line.js';
import type { TriageStep } from './triage.js';

/** Shows triage's progress: as a status line at the bottom of a terminal, otherwise as one line per group. */
export interface TriageProgress {
  readonly update: (step: TriageStep) => void;
  readonly stop: () => void;
}

/** Prints triage's budget to stderr and returns the progress display. */
export function makeTriageProgress(budgetMs: number): TriageProgress {
  const interactive = isInteractive(STDERR);
  let lastShown = '';
  printNote(`triage: shrinking failures for up to ${formatDuration(budgetMs / 1000)} (--triage)`);
  return {
    update(step) {
      if (interactive) {
        showStatus(formatTriageStep(step));
        return;
      }
      const stage = formatStage(step);
      if (stage === lastShown) return;
      lastShown = stage;
      printNote(formatTriageStep(step));
    },
    stop: hideStatus,
  };
}

/** Formats a step, for example `triage: group 2 of 5, ORD-06 spi: 3 waves, 4 primitives · 12 s left`. */
export function formatTriageStep(step: TriageStep): string {
  const { size, secondsLeft } = step;
  const activity = size === undefined ? 'separating bugs' : formatShrunkSize(size);
  return `triage: ${formatStage(step)}: ${activity} · ${formatDuration(secondsLeft)} left`;
}

function formatStage({ group, index, groups }: TriageStep): string {
  return `group ${index + 1} of ${groups}, ${group}`;
}
