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

interface Access {
  readonly number: number;
  readonly access: AccessClass;
}

/** Tracks a wave's outstanding accesses, to emit waits for one of them that allow as many others as possible. */
export class Outstanding {
  /** The accesses that each counter counts, oldest first. */
  private readonly accesses = new Map<CounterName, readonly Access[]>();
  private next = 0;
  private hasFlat = false;

  constructor(private readonly gfx: Gfx) {}

  /** Adds an access and returns its number. */
  add(access: AccessClass): number {
    const number = this.next++;
    for (const counter of getCounters(this.gfx, access))
      this.accesses.set(counter, [...(this.accesses.get(counter) ?? []), { number, access }]);
    if (access.startsWith('flat')) this.hasFlat = true;
    return number;
  }

  /**
   * Returns the waits after which an access is certain to have returned, and no more than that: a count of the later ones
   * that return in order after it, such as all accesses to LDS. Empty if it is certain already.
   */
  waitFor(number: number): string {
    const limits: Partial<Record<CounterName, number>> = {};
    for (const [counter, accesses] of this.accesses) {
      const index = accesses.findIndex((other) => other.number === number);
      if (index < 0) continue;
      const follows = ({ access }: Access): boolean =>
        this.areOrdered(counter) || [access, accesses[index]!.access].every((each) => each === 'local');
      const limit = accesses.slice(index + 1).filter(follows).length;
      limits[counter] = limit;
      this.accesses.set(
        counter,
        accesses.filter((other, i) => limit > 0 && (i > index || !follows(other))),
      );
    }
    return Object.keys(limits).length === 0 ? '' : `\n  ${emitWaits(this.gfx, limits)}`;
  }

  private areOrdered(counter: CounterName): boolean {
    const isReordered = this.hasFlat && factsOf(this.gfx).flatReturnsOutOfOrder;
    return returnsInOrder(this.gfx, counter) && !isReordered;
  }
}
