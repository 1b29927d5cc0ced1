import { hideStatus, isInteractive, printNote, STDERR, showStatus } from '../../../harness/terminal/index.js';
import { formatNumber, formatQuantity } from '../../../harness/text/index.js';

/** Milliseconds between lines if the output is not a terminal, such as in a CI log. */
const LOG_INTERVAL_MS = 15_000;

interface SearchState {
  readonly runs: number;
  readonly states: number;
  readonly failures: number;
  readonly seconds: number;
}

/** Shows a search's progress: as a status line at the bottom of a terminal, otherwise as an occasional line. */
interface SearchProgress {
  readonly update: (state: SearchState) => void;
  readonly stop: () => void;
}

/** Reports the progress of a search on stderr. */
export function makeSearchProgress(): SearchProgress {
  const interactive = isInteractive(STDERR);
  let lastShownAt = performance.now();
  return {
    update(state) {
      if (interactive) {
        showStatus(formatState(state));
        return;
      }
      const now = performance.now();
      if (now - lastShownAt < LOG_INTERVAL_MS) return;
      lastShownAt = now;
      printNote(formatState(state));
    },
    stop: hideStatus,
  };
}

function formatState({ runs, states, failures, seconds }: SearchState): string {
  return `explore: ${formatQuantity(runs, 'run')}, ${formatQuantity(states, 'state')}, ${formatQuantity(failures, 'finding')}, ${formatNumber(Math.round(seconds))} s`;
}
