import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEvents } from '../../../harness/run-directory/event-log.js';
import type { RunEvent } from '../../../harness/run-directory/run-event.js';
import { type CliResult, runCli } from './run-cli.js';

/** How often to check the log, in milliseconds. */
const CHECK_MS = 5;

const HELD_LOG_MODULE = new URL('held-log.mjs', import.meta.url).href;

/** Returns the events logged in a run directory so far. */
export function readRunEvents(out: string): readonly RunEvent[] {
  return getLogSize(out) === 0 ? [] : readEvents(getLogPath(out));
}

/** Returns the positions of the finished tests, in event order. */
export function getFinishedTests(events: readonly RunEvent[]): number[] {
  return events
    .filter((event) => event.event === 'finished')
    .flatMap(({ first, outcomes }) => Array.from(outcomes, (_, row) => first + row));
}

/**
 * Runs a command that writes the run directory `out`, and calls `onReady` once, as soon as `isReady` returns true for
 * the logged events. Until then, the command pauses after each log write and waits for the test to read it, so its
 * progress does not depend on the machine's load.
 */
export async function runAndHold(
  args: readonly string[],
  cwd: string,
  out: string,
  isReady: (events: readonly RunEvent[]) => boolean,
  onReady: (kill: (signal: NodeJS.Signals) => void) => void,
): Promise<CliResult> {
  // Kept outside the run's folder, whose disk may fill up.
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-held-'));
  const seenFile = join(folder, 'seen');
  let released = 0;
  const release = (size: number): void => {
    released = size;
    // Replaced atomically, since another process reads the file concurrently.
    writeFileSync(`${seenFile}.new`, `${size}`);
    renameSync(`${seenFile}.new`, seenFile);
  };
  release(0);
  let timer: NodeJS.Timeout | undefined;
  const check = (kill: (signal: NodeJS.Signals) => void): void => {
    const size = getLogSize(out);
    if (size === released) return;
    if (!isReady(readRunEvents(out))) {
      release(size);
      return;
    }
    clearInterval(timer);
    onReady(kill);
    release(Infinity);
  };
  const env = {
    ...process.env,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${HELD_LOG_MODULE}`,
    HELD_LOG_SEEN: seenFile,
  };
  try {
    return await runCli(
      args,
      cwd,
      (kill) => {
        timer = setInterval(() => check(kill), CHECK_MS);
      },
      { env },
    );
  } finally {
    clearInterval(timer);
    rmSync(folder, { recursive: true });
  }
}

function getLogPath(out: string): string {
  return join(out, 'events.msgpack');
}

function getLogSize(out: string): number {
  return statSync(getLogPath(out), { throwIfNoEntry: false })?.size ?? 0;
}
