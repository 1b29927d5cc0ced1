import type { CountedOperation, CounterName, Gfx, Wait, WaitName } from '../../arch/index.js';
import { getCounter, getWaitFields, WAITS } from '../../arch/index.js';

/** Matches single-counter waits that also take a register, which is added to the count. */
const REGISTER_WAIT = /^s_waitcnt_/;
/** Matches single-counter waits that only take the count. */
const COUNT_WAIT = /^s_wait_/;

/**
 * Emits the instructions that wait until each counter is at or below its given count, one per line. Each is the
 * first in `WAITS` that covers any remaining counter, so GFX9 to GFX11 wait for everything but stores with a single
 * `s_waitcnt`.
 */
export function emitWaits(gfx: Gfx, wait: Wait): string {
  const remaining = new Map(Object.entries(wait) as [CounterName, number][]);
  const lines: string[] = [];
  for (const name of Object.keys(WAITS) as WaitName[]) {
    const covered = getWaitFields(name, gfx).filter(([counter]) => remaining.has(counter));
    if (covered.length === 0) continue;
    const counts = covered.map(([counter]) => [counter, remaining.get(counter)!] as const);
    lines.push(formatWait(name, counts));
    for (const [counter] of counts) remaining.delete(counter);
  }
  return lines.join('\n  ');
}

function formatWait(name: WaitName, counts: readonly (readonly [CounterName, number])[]): string {
  const count = `0x${counts[0]![1].toString(16)}`;
  if (REGISTER_WAIT.test(name)) return `${name} null, ${count}`;
  if (COUNT_WAIT.test(name)) return `${name} ${count}`;
  return `${name} ${counts.map(([counter, count]) => `${counter}cnt(${count})`).join(' ')}`;
}

/** Returns the instructions that wait until none of the given operations is outstanding. */
export function waitFor(gfx: Gfx, ...operations: readonly CountedOperation[]): string {
  return emitWaits(gfx, Object.fromEntries(operations.map((operation) => [getCounter(gfx, operation), 0])));
}

/** Whether loads and stores have separate counters. */
export function hasSeparateStoreCounter(gfx: Gfx): boolean {
  return getCounter(gfx, 'load') !== getCounter(gfx, 'store');
}
