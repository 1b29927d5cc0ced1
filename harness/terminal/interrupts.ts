import { EXIT } from './command-module.js';
import { printNote } from './terminal.js';

const SAVING_LINE = 'Interrupted: saving the results so far; interrupt again to exit immediately';

/** Ctrl-C, the request to stop that usually precedes a kill, and a closed terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The reaction to one interrupt: the line to print and the controller to abort. */
interface Step {
  readonly line: string;
  readonly controller: AbortController;
}

/**
 * Watches for Ctrl-C, SIGTERM and SIGHUP. The first one prints `line` and aborts the signal, so that work in progress
 * can finish and be saved; the second one ends the process immediately.
 */
export function watchInterrupts(line: string = SAVING_LINE): {
  readonly signal: AbortSignal;
  readonly stop: () => void;
} {
  const controller = new AbortController();
  return { signal: controller.signal, stop: watch([{ line, controller }]) };
}

/**
 * Watches for interrupts during a run. The first one aborts `signal`, the second one aborts `abandon`, and the third
 * one ends the process immediately.
 */
export function watchRunInterrupts(): {
  readonly signal: AbortSignal;
  readonly abandon: AbortSignal;
  readonly stop: () => void;
} {
  const stopController = new AbortController();
  const abandonController = new AbortController();
  const stop = watch([
    {
      line: 'Interrupted: finishing tests already assigned to workers; interrupt again to drop them',
      controller: stopController,
    },
    {
      line: 'Interrupted again: saving the results so far; interrupt again to exit immediately',
      controller: abandonController,
    },
  ]);
  return { signal: stopController.signal, abandon: abandonController.signal, stop };
}

/**
 * Window in milliseconds in which a repeated signal counts as the same interrupt: `timeout` signals its child and then
 * the child's process group.
 */
const REPEAT_WINDOW_MS = 100;

/** Reacts to each interrupt with the next step. Returns a function that stops watching. */
function watch(steps: readonly Step[]): () => void {
  const receivedAt = new Map<NodeJS.Signals, number>();
  const interrupt = (name: NodeJS.Signals): void => {
    const now = performance.now();
    const isRepeated = now - (receivedAt.get(name) ?? -Infinity) < REPEAT_WINDOW_MS;
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
