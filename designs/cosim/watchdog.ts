import { workerData } from 'node:worker_threads';
import { allowedMs, CELL, endGroup, type WatchdogData } from './watched-process.js';

/** Checks per allowed silence of a design. */
const LOOKS = 8;

/**
 * Thread that watches while the main one waits for a design: kills a design that has been silent too long, which also
 * ends the wait.
 */
function watch({ cells, silentMs }: WatchdogData): void {
  const shared = new Int32Array(cells);
  let seen = 0;
  let looks = 0;
  for (;;) {
    Atomics.wait(shared, CELL.END, 0, Math.max(silentMs / LOOKS, 1));
    if (Atomics.load(shared, CELL.END) !== 0) return;
    const turn = Atomics.load(shared, CELL.TURN);
    looks = turn === seen ? looks + 1 : 0;
    seen = turn;
    // Odd turns are the design's.
    if ((turn & 1) === 0 || looks < (LOOKS * allowedMs(turn, silentMs)) / silentMs) continue;
    Atomics.store(shared, CELL.KILLED, 1);
    endGroup(Atomics.load(shared, CELL.PID));
    looks = 0;
  }
}

watch(workerData as WatchdogData);
