import { EXIT } from './exit-code.js';
import { printNote } from './terminal.js';

const SAVING = 'Interrupted: saving what is done; once more ends at once';

/**
 * The first Ctrl-C (or SIGTERM) aborts the signal, so that what is under way ends and is saved, and prints `line`; the second
 * ends at once.
 */
export function watchInterrupts(line: string = SAVING): {
  readonly signal: AbortSignal;
  readonly stop: () => void;
} {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.INTERRUPTED);
    printNote(line);
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const stop = (): void => {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  };
  return { signal: controller.signal, stop };
}
