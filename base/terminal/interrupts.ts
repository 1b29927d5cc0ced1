import { EXIT } from './exit-code.js';
import { printNote } from './terminal.js';

const SAVING = 'Interrupted: saving the results so far; interrupt again to exit at once';

/** Ctrl-C, the signal before a kill, and the signal of a closed terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A command's reaction to successive interrupts: a line to print, and the signal to abort. */
interface Step {
  readonly line: string;
  readonly controller: AbortController;
}

/**
 * The first Ctrl-C (or SIGTERM, or SIGHUP) prints `line` and aborts the signal, so that work in progress ends and is
 * saved; the second ends the process at once.
 */
export function watchInterrupts(line: string = SAVING): {
  readonly signal: AbortSignal;
  readonly stop: () => void;
} {
  const controller = new AbortController();
  return { signal: controller.signal, stop: watch([{ line, controller }]) };
}

/** Watches a run: the first Ctrl-C aborts `signal`, the second aborts `abandon`, and the third ends the process at once. */
export function watchInterruptsOfRun(): {
  readonly signal: AbortSignal;
  readonly abandon: AbortSignal;
  readonly stop: () => void;
} {
  const ending = new AbortController();
  const abandoning = new AbortController();
  const stop = watch([
    {
      line: 'Interrupted: finishing the tests that workers have; interrupt again to drop them',
      controller: ending,
    },
    {
      line: 'Interrupted again: saving the results so far; interrupt again to exit at once',
      controller: abandoning,
    },
  ]);
  return { signal: ending.signal, abandon: abandoning.signal, stop };
}

/**
 * Milliseconds within which a repeated signal is the same interrupt: `timeout` signals its child, then the
 * child's process group.
 */
const SAME_MS = 100;

/** Reacts to each interrupt with the next step; returns a function that stops listening. */
function watch(steps: readonly Step[]): () => void {
  const receivedAt = new Map<NodeJS.Signals, number>();
  const interrupt = (name: NodeJS.Signals): void => {
    const now = performance.now();
    const isRepeated = now - (receivedAt.get(name) ?? -Infinity) < SAME_MS;
    receivedAt.set(name, now);
    if (isRepeated) return;
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
