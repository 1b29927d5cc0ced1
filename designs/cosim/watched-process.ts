/** What main thread and watchdog share: whose turn it is, counted; the design's process; whether it was killed; the end of the watch. */
export const CELL = { TURN: 0, PID: 1, KILLED: 2, END: 3 } as const;
export const CELLS = 4;

/** What the watchdog is given. */
export interface WatchdogData {
  readonly cells: SharedArrayBuffer;
  /** Time that a design may be silent once it has started. */
  readonly silentMs: number;
}

/** The turn in which a design starts and greets; it may take a minute, as simulators do. */
const GREETING_TURN = 1;
const START_MS = 60_000;

/** How long a design may be silent in a turn. */
export function allowedMs(turn: number, silentMs: number): number {
  return turn === GREETING_TURN ? Math.max(START_MS, silentMs) : silentMs;
}

/** Ends a process and those that it started; one that has ended already stays so. */
export function endGroup(pid: number): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
