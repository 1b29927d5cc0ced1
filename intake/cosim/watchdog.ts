import { workerData } from 'node:worker_threads';
import { CELL, getTimeoutMs, killProcessGroup, type WatchdogData } from './watched-process.js';

const CHECKS_PER_LIMIT = 8;

/**
 * Kills a design that has been silent for too long, which also unblocks the main thread. This runs in its own thread
 * while the main thread waits.
 */
function watch({ cells, maxSilenceMs }: WatchdogData): void {
  const shared = new Int32Array(cells);
  let lastTurn = 0;
  let checks = 0;
  for (;;) {
    Atomics.wait(shared, CELL.END, 0, Math.max(maxSilenceMs / CHECKS_PER_LIMIT, 1));
    if (Atomics.load(shared, CELL.END) !== 0) return;
    const turn = Atomics.load(shared, CELL.TURN);
    checks = turn === lastTurn ? checks + 1 : 0;
    lastTurn = turn;
    // The host waits for the design on odd turns.
    if ((turn & 1) === 0 || checks < (CHECKS_PER_LIMIT * getTimeoutMs(turn, maxSilenceMs)) / maxSilenceMs)
      continue;
    Atomics.store(shared, CELL.KILLED, 1);
    killProcessGroup(Atomics.load(shared, CELL.PID));
    checks = 0;
  }
}

watch(workerData as WatchdogData);
