import { factsOf, isDataShare, ORDERED_PS_DONE } from '../../arch/index.js';
import {
  type Handlers,
  type MemoryIssued,
  type Transaction,
  type WaveClosing,
  wrapId,
} from '../../transactions/index.js';
import type { AddressRange, TestFacts } from './test-facts.js';
import { WaveTable } from './wave-table.js';

/** Returns whether the first in-range lane of an access reaches ordered memory. LDS and GDS accesses never do. */
function reachesOrdered(access: MemoryIssued, orderedRanges: readonly AddressRange[]): boolean {
  if (isDataShare(access.space) || orderedRanges.length === 0) return false;
  const address = findFirstAddress(access);
  for (let i = 0; i < orderedRanges.length; i++) {
    if (address >= orderedRanges[i]!.first && address < orderedRanges[i]!.end) return true;
  }
  return false;
}

/** Returns the address of the first lane that passes the range check, or -1 if none does. */
function findFirstAddress({ addresses, lanesLo, lanesHi }: MemoryIssued): number {
  for (let half = 0; half < 2; half++) {
    for (let lanes = half === 0 ? lanesLo : lanesHi; lanes !== 0; lanes &= lanes - 1) {
      const address = addresses[half * 32 + 31 - Math.clz32(lanes & -lanes)]!;
      if (address >= 0) return address;
    }
  }
  return -1;
}

/** The reasons for closing a wave, in bin order. */
export const CLOSE_REASONS = [
  'full',
  'overlap',
  'draw-end',
  'timeout',
  'region',
  'drain',
  'table',
] as const satisfies readonly WaveClosing[];

/** The values of `WaveFacts.exit`. */
export const EXIT = { NONE: 0, MESSAGE: 1, COMBINED: 2, DONE_EXPORT: 3 } as const;

/** Facts about in-flight waves, shared by several covergroups. */
export class WaveFacts {
  /** The table in which facts have their columns. */
  readonly table = new WaveTable();
  readonly draw = this.table.column();
  readonly id = this.table.column();
  /** The newest overlapped id, after the GFX9 correction (S-039). */
  readonly newest = this.table.column();
  /** 1 if the GFX9 correction changed the id. */
  readonly corrected = this.table.column();
  /** 1 if the wave was reported as overlapping or, on GFX11 and later, was found to overlap another. */
  readonly overlaps = this.table.column();
  /** How many unfinished waves the wave was found to overlap. */
  readonly overlapped = this.table.column();
  /** One more than the index of the newest wave that the wave was found to overlap, or 0 if there is none. */
  readonly newestOverlapped = this.table.column();
  /** 1 if the reported overlap was conservative rather than exact. */
  readonly conservative = this.table.column();
  /** 1 if a quad after the first starts a layer, so the wave overlaps itself (S-021, S-062). */
  readonly layered = this.table.column();
  /** Index into `CLOSE_REASONS`. */
  readonly closeReason = this.table.column();
  /** One of `EXIT`. */
  readonly exit = this.table.column();
  /** How many accesses to ordered memory the wave has issued. */
  readonly ordered = this.table.column();
  /** Whether the current `memory-issued` transaction reaches ordered memory. */
  isOrdered = false;
  /** Whether the current `wave-formed` transaction is the first of its draw. */
  isFirstOfDraw = false;
  /** The draws that have formed a wave. Packers may be working on different draws. */
  readonly #startedDraws = new Set<number>();

  /** Clears the waves and draws. Must be called when a test starts. */
  clear(): void {
    this.table.clear();
    this.#startedDraws.clear();
  }

  /** Returns the handlers that must run before those of the covergroups. `test` returns the facts of the current test. */
  makeHandlers(test: () => TestFacts): Handlers {
    return {
      'wave-formed': (t) => this.#recordFormed(t, test()),
      overlap: (t) => {
        this.table.open(t.wave);
        this.overlapped.set(t.wave, t.count);
        this.newestOverlapped.set(t.wave, 1 + findNewest(t));
        this.conservative.set(t.wave, t.exact ? 0 : 1);
        if (t.count > 0 && !test().hasWaveIds) this.overlaps.set(t.wave, 1);
      },
      'memory-issued': (t) => {
        const facts = test();
        this.isOrdered = this.isInterlocked(t.wave, facts) && reachesOrdered(t, facts.ordered);
        if (this.isOrdered) this.ordered.add(t.wave, 1);
      },
      'message-sent': (t) => {
        if ((t.message & 0xf) === ORDERED_PS_DONE && test().hasWaveIds) this.exit.set(t.wave, EXIT.MESSAGE);
      },
      exported: (t) => {
        if (t.done && !test().hasWaveIds) this.exit.set(t.wave, EXIT.DONE_EXPORT);
      },
      'wave-ended': (t) => {
        if (t.by === 'end-ordered') this.exit.set(t.wave, EXIT.COMBINED);
      },
    };
  }

  /** Returns a wave's own id minus the newest overlapped id reported to it, modulo the number of ids. */
  getIdDistance(wave: number, { freedoms }: TestFacts): number {
    return wrapId(this.id.get(wave) - this.newest.get(wave), freedoms.idWrap + 1);
  }

  /**
   * Returns how many ids an exiting id is ahead of the newest id reported to the wave. The wave may enter if this is
   * above 0 (S-045).
   */
  getIdLead(wave: number, id: number, test: TestFacts): number {
    return this.getIdDistance(wave, test) - wrapId(this.id.get(wave) - id, test.freedoms.idWrap + 1);
  }

  /** Returns whether a poll that reads the given exiting id admits the wave. */
  isAdmittedBy(wave: number, id: number, test: TestFacts): boolean {
    return this.getIdLead(wave, id, test) > 0;
  }

  /** Returns whether the wave's draw has an interlock. Without one, the wave is unordered. */
  isInterlocked(wave: number, { draws }: TestFacts): boolean {
    return draws[this.draw.get(wave)]?.isInterlocked !== false;
  }

  #recordFormed(formed: Extract<Transaction, { kind: 'wave-formed' }>, test: TestFacts): void {
    const { wave } = formed;
    this.isFirstOfDraw = !this.#startedDraws.has(formed.draw);
    this.#startedDraws.add(formed.draw);
    this.table.open(wave);
    const crossesWrap = factsOf(test.gfx).newestIdOffByOne && formed.didOverlap && formed.newest > formed.id;
    this.draw.set(wave, formed.draw);
    this.id.set(wave, formed.id);
    this.newest.set(wave, crossesWrap ? formed.newest + 1 : formed.newest);
    this.corrected.set(wave, crossesWrap ? 1 : 0);
    if (formed.didOverlap) this.overlaps.set(wave, 1);
    if (hasLayers(formed)) this.layered.set(wave, 1);
    this.closeReason.set(wave, CLOSE_REASONS.indexOf(formed.reason));
  }
}

/** Returns whether a quad after the first starts a layer. Bit 0 and bits above the quads have no meaning (S-064). */
function hasLayers({ intrawaveMask, quadCount }: Extract<Transaction, { kind: 'wave-formed' }>): boolean {
  return (intrawaveMask & ((1 << quadCount) - 1)) >>> 1 !== 0;
}

/**
 * Returns the largest wave number in an overlap, or -1 if there is none. Waves are numbered in formation order but
 * listed in any order.
 */
function findNewest({ overlapped, count }: Extract<Transaction, { kind: 'overlap' }>): number {
  let newest = -1;
  for (let i = 0; i < count; i++) newest = Math.max(newest, overlapped[i]!);
  return newest;
}
