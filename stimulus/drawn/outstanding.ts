import type { CountedOperation, CounterName, Gfx } from '../../arch/index.js';
import { factsOf, getCounter, returnsInOrder } from '../../arch/index.js';
import { emitWaits } from '../dialect/index.js';

/** The class of an access, which determines the counters that it increments. */
export type AccessClass = CountedOperation | 'flat-load' | 'flat-store' | 'global';

/** Returns the counters that an access increments. */
export function getCounters(gfx: Gfx, access: AccessClass): CounterName[] {
  const local = getCounter(gfx, 'local');
  if (access === 'global') return [getCounter(gfx, 'export'), local];
  if (access === 'flat-load') return [getCounter(gfx, 'load'), local];
  return access === 'flat-store' ? [getCounter(gfx, 'store'), local] : [getCounter(gfx, access)];
}

/** Returns the waits until no access of the given classes is outstanding. */
export function waitForClasses(gfx: Gfx, ...classes: readonly AccessClass[]): string {
  const counters = classes.flatMap((access) => getCounters(gfx, access));
  return `\n  ${emitWaits(gfx, Object.fromEntries(counters.map((counter) => [counter, 0])))}`;
}

/** Tracks a wave's outstanding accesses, to emit waits for one of them that allow as many others as possible. */
export class Outstanding {
  /** The numbers of the accesses that each counter counts, oldest first. */
  private readonly accesses = new Map<CounterName, number[]>();
  private next = 0;
  private hasFlat = false;

  constructor(private readonly gfx: Gfx) {}

  /** Adds an access and returns its number. */
  add(access: AccessClass): number {
    const number = this.next++;
    for (const counter of getCounters(this.gfx, access))
      this.accesses.set(counter, [...(this.accesses.get(counter) ?? []), number]);
    if (access.startsWith('flat')) this.hasFlat = true;
    return number;
  }

  /**
   * Returns the waits after which an access is certain to have returned, and no more than that: a count if the counter
   * counts accesses that return in order, otherwise 0. Empty if it is certain already.
   */
  waitFor(number: number): string {
    const isReordered = this.hasFlat && factsOf(this.gfx).flatReturnsOutOfOrder;
    const limits = [...this.accesses].flatMap(([counter, numbers]): [CounterName, number][] => {
      const index = numbers.indexOf(number);
      if (index < 0) return [];
      return [[counter, returnsInOrder(this.gfx, counter) && !isReordered ? numbers.length - 1 - index : 0]];
    });
    for (const [counter, limit] of limits)
      this.accesses.set(counter, limit === 0 ? [] : this.accesses.get(counter)!.slice(-limit));
    return limits.length === 0 ? '' : `\n  ${emitWaits(this.gfx, Object.fromEntries(limits))}`;
  }
}
