/**
 * The cells that the main thread shares with the watchdog: the current turn, the design's process id, whether the
 * design was killed, and whether to stop watching.
 */
export const CELL = { TURN: 0, PID: 1, KILLED: 2, END: 3 } as const;
export const CELL_COUNT = 4;

/** The watchdog's input. */
export interface WatchdogData {
  readonly cells: SharedArrayBuffer;
  /** How long a design may be silent once it has started, in milliseconds. */
  readonly maxSilenceMs: number;
}

/** The turn in which a design starts and says `welcome`. */
const GREETING_TURN = 1;
/** The minimum time limit for that turn, since simulators are slow to start. */
const GREETING_LIMIT_MS = 60_000;

/** Returns how long a design may be silent in a turn, in milliseconds. */
export function getTimeoutMs(turn: number, maxSilenceMs: number): number {
  return turn === GREETING_TURN ? Math.max(GREETING_LIMIT_MS, maxSilenceMs) : maxSilenceMs;
}

/** Kills a process and its children, if they still exist. */
export function killProcessGroup(pid: number): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
