import { type CounterName, factsOf, type Gfx, getCounter, returnsInOrder } from '../../arch/index.js';
import { emitWaits } from '../dialect/index.js';

/** The class of an access, which determines the counters that it increments. */
export type AccessClass = 'load' | 'store' | 'flat-load' | 'flat-store' | 'scalar' | 'local' | 'global';

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
    for (const counter of this.getCounters(access))
      this.accesses.set(counter, [...(this.accesses.get(counter) ?? []), number]);
    if (access.startsWith('flat')) this.hasFlat = true;
    return number;
  }

  /**
   * Returns the waits after which an access is certain to have returned, and no more than that: a count if the counter
   * counts accesses that return in order, otherwise 0. Empty if it is certain already.
   */
  waitFor(number: number): string {
    const limits = [...this.accesses].flatMap(([counter, numbers]): [CounterName, number][] => {
      const index = numbers.indexOf(number);
      if (index < 0) return [];
      const isCounted =
        returnsInOrder(this.gfx, counter) && !(this.hasFlat && factsOf(this.gfx).flatReturnsOutOfOrder);
      return [[counter, isCounted ? numbers.length - 1 - index : 0]];
    });
    for (const [counter, limit] of limits) {
      const numbers = this.accesses.get(counter)!;
      this.accesses.set(counter, limit === 0 ? [] : numbers.slice(-limit));
    }
    return limits.length === 0 ? '' : `\n  ${emitWaits(this.gfx, Object.fromEntries(limits))}`;
  }

  private getCounters(access: AccessClass): CounterName[] {
    const { gfx } = this;
    switch (access) {
      case 'flat-load':
        return [getCounter(gfx, 'load'), getCounter(gfx, 'local')];
      case 'flat-store':
        return [getCounter(gfx, 'store'), getCounter(gfx, 'local')];
      case 'global':
        return [getCounter(gfx, 'export'), getCounter(gfx, 'local')];
      default:
        return [getCounter(gfx, access)];
    }
  }
}
