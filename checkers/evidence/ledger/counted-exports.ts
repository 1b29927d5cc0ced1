import type { Scenario } from '../../../transactions/index.js';
import { DefaultMap } from '../basics/default-map.js';
import type { Handlers } from '../basics/handlers.js';

/** Something that `exp` counts: an export, an access to the global data share, or the load of a parameter. */
interface Counted {
  readonly pc: number;
  /** The cycle in which the wave issued it. */
  readonly since: number;
  /** The first cycle in which the counter may have been decremented for it. */
  until: number;
}

const WAITING = Number.POSITIVE_INFINITY;
/** More than any counter can count, so that everything that may be outstanding is kept. */
const MAX_KEPT = 64;

/**
 * Counts what `exp` of each wave must still count: exports from their requests, and parameter loads from their issue,
 * until the shortest time in which their data can have left after the grant, or arrived after the last read. That time
 * is known only for our own device, in cycles; elsewhere it is zero. The loads of a wave are served in issue order, so
 * when one is served, all older ones are known.
 */
export class CountedExports {
  /** Whether the stream reports when any of them end. Without that, it says nothing about waits. */
  reportsEnds = false;
  /** Whether it reports grants, without which requests never end. */
  private reportsGrants = false;
  private readonly counted = new DefaultMap<number, Counted[]>(() => []);
  private lastReleased = -1;
  private readonly exportCycles: number;
  private readonly loadCycles: number;

  constructor({ schedule, design, freedoms }: Scenario, isForeign: boolean) {
    const isKnown = !isForeign && design === undefined && schedule.strategy !== 'order';
    this.exportCycles = isKnown ? freedoms.exportLatency[0] : 0;
    this.loadCycles = isKnown ? freedoms.ldsLatency[0] : 0;
  }

  readonly on: Handlers = {
    'export-requested': (t) => void this.add(t.wave, t.pc, t.cycle),
    'export-granted': (t) => {
      this.reportsEnds = true;
      this.reportsGrants = true;
      const request = this.counted.get(t.wave)?.find(({ pc, until }) => pc === t.pc && until === WAITING);
      if (request !== undefined) request.until = t.cycle + this.exportCycles;
    },
    'direct-read-served': ({ wave, pc, asked, cycle }) => {
      this.reportsEnds = true;
      const load = this.counted.get(wave)?.findLast((last) => last.pc === pc && last.since === asked);
      (load ?? this.add(wave, pc, asked)).until = cycle + this.loadCycles;
    },
    'resource-released': (t) => this.forget(t),
    'background-released': (t) => this.forget(t),
  };

  /** Returns how much of what a wave issued before a cycle is outstanding in that cycle. */
  count(wave: number, cycle: number): number {
    let count = 0;
    for (const { since, until } of this.counted.get(wave) ?? [])
      if (since < cycle && until > cycle && (until !== WAITING || this.reportsGrants)) count++;
    return count;
  }

  /** Forgets the wave released before this one, so that rules can still judge the release. */
  private forget({ wave }: { readonly wave: number }): void {
    this.counted.delete(this.lastReleased);
    this.lastReleased = wave;
  }

  private add(wave: number, pc: number, since: number): Counted {
    const counted = this.counted.getOrCreate(wave);
    const added = { pc, since, until: WAITING };
    counted.push(added);
    if (counted.length > MAX_KEPT) counted.shift();
    return added;
  }
}
