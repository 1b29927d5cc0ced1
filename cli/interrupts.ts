import { EXIT } from './exit-code.js';
import { printNote } from './terminal.js';

const SAVING = 'Interrupted: saving the results so far; interrupt again to exit at once';

/** Ctrl-C, what a system sends before it kills, and what a terminal sends that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What a command does when it is interrupted again and again: a line to say, and the signal to abort. */
interface Step {
  readonly line: string;
  readonly controller: AbortController;
}

/**
 * The first Ctrl-C (or SIGTERM, or SIGHUP) aborts the signal, so that what is under way ends and is saved, and prints `line`; the second
 * ends at once.
 */
export function watchInterrupts(line: string = SAVING): {
  readonly signal: AbortSignal;
  readonly stop: () => void;
} {
  const controller = new AbortController();
  return { signal: controller.signal, stop: watch([{ line, controller }]) };
}

/** The same with a step in between: the second Ctrl-C aborts `abandon`, and the third ends at once. */
export function watchInterruptsOfRun(): {
  readonly signal: AbortSignal;
  readonly abandon: AbortSignal;
  readonly stop: () => void;
} {
  const ending = new AbortController();
  const abandoning = new AbortController();
  const stop = watch([
    { line: 'Interrupted: finishing the running tests; interrupt again to drop them', controller: ending },
    {
      line: 'Interrupted again: saving the results so far; interrupt again to exit at once',
      controller: abandoning,
    },
  ]);
  return { signal: ending.signal, abandon: abandoning.signal, stop };
}

/** Takes the steps one by one; returns what ends the watch. */
function watch(steps: readonly Step[]): () => void {
  const interrupt = (): void => {
    const step = steps.find(({ controller }) => !controller.signal.aborted);
    if (step === undefined) process.exit(EXIT.INTERRUPTED);
    printNote(step.line);
    step.controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return () => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
}
