import { QUAD_COLUMNS, type Woken } from '../../../transactions/index.js';
import type { LaneUnits } from '../geometry/lane-units.js';
import { QUAD } from '../geometry/quad-columns.js';
import type { DrawFacts } from '../program/draws.js';
import type { AccessRecord } from './access-record.js';

/** The cycle of an event that has not happened. */
export const NEVER = -1;

/** The number that means no packer. */
export const NO_PACKER = -1;

/** What the transactions so far have revealed about a wave. Only the ledgers write to it. */
export class WaveRecord {
  /** The unwrapped id, which increases from wave to wave within a packer (by more than one if there are gaps). */
  sequence = 0;
  /** Index among the waves of its packer. */
  indexInPacker = 0;
  /** The exiting sequence visible when the wave was formed. Its polls cannot see an older one. */
  visibleAtFormation = 0;
  /** The wave that its packer formed before this one. */
  olderInPacker: WaveRecord | undefined;
  /** The unwrapped newest overlapped id. Only meaningful if `didOverlap` is set. */
  newestSequence = 0;
  /** The wave with the newest overlapped id, if it was still present when this wave was formed. */
  newestOverlapped: WaveRecord | undefined;
  /** The older waves that held one of its units and were unfinished when it was formed, with the first such unit. */
  readonly predecessors: { readonly wave: WaveRecord; readonly unit: number }[] = [];
  /** The youngest older wave that covers one of its pixels, with any samples; undefined if there is none. */
  youngestSharer: WaveRecord | undefined;
  /**
   * The youngest older wave that holds one of its overlap units, which is one of its samples if both interlocks
   * are by sample.
   */
  youngestHolder: WaveRecord | undefined;
  /** The last wave with this one among its predecessors. */
  lastOverlapper: WaveRecord | undefined;

  launchedCycle = NEVER;
  /** The wave's SIMD, numbered across the engine; -1 before launch. */
  simd = -1;
  /** The first dword of its LDS allocation. */
  localFirst = 0;
  releasedCycle = NEVER;
  exportSpaceCycle = NEVER;
  exportSpaceFreedCycle = NEVER;
  /** The packer selected by its last register write, from which its polls read; `NO_PACKER` before any such write. */
  packerSelected = NO_PACKER;
  packerSetCycle = NEVER;
  packerSetPc = -1;
  /** The cycle of its first poll, no matter what it read. */
  polledCycle = NEVER;
  /** The pc of its last poll. */
  pollPc = -1;
  /** The id that the last reported poll read. */
  polledId = -1;
  /** The cycle of the last reported poll. */
  polledIdCycle = NEVER;
  /** The end of the entry wait: the poll that satisfied it or, on GFX11 and later, the event wait. */
  enteredCycle = NEVER;
  enteredPc = -1;
  /** The id read by the last poll that did not end the wait. */
  refusedId = -1;
  refusedCycle = NEVER;
  sleptCycle = NEVER;
  wokenCycle = NEVER;
  wokenBy: Woken['by'] = 'time';
  /** Number of exits executed: message 7, the combined end or, on GFX11 and later, the export with `done`. */
  exitCount = 0;
  exitIssuedCycle = NEVER;
  exitIssuedPc = -1;
  /** How many of its exits the tracker has counted. */
  exitsCounted = 0;
  exitedCycle = NEVER;
  /**
   * When the wave and all older waves of its packer had exited. On GFX10.3 and earlier, no later wave can
   * overlap it.
   */
  retiredCycle = NEVER;
  endedCycle = NEVER;
  endedPc = -1;
  endedBy: 'end' | 'end-ordered' | 'halt' | undefined;
  /** When its first ordered access was issued. */
  orderedFirstCycle = NEVER;
  /** When its most recent ordered access was performed. */
  orderedLastCycle = NEVER;
  /** Number of ordered accesses issued but not yet performed. */
  orderedOutstanding = 0;
  /** The accesses not yet both performed and waited for, oldest first. */
  readonly pending: AccessRecord[] = [];
  /** Number of its units and pixels that no later wave has covered. */
  lastCoverCount = 0;

  constructor(
    readonly wave: number,
    /** Formation order across all packers. */
    readonly order: number,
    readonly packer: number,
    readonly id: number,
    readonly facts: DrawFacts,
    readonly formedCycle: number,
    /** `QUAD_COLUMNS` values per quad. */
    readonly quads: Int32Array,
    readonly didOverlap: boolean,
    /** The raw field that holds the newest overlapped id. */
    readonly newest: number,
    readonly intrawaveMask: number,
    /** The overlap units held by its lanes. */
    readonly held: LaneUnits,
    /** The lane key that covered each of `held.units` before; -1 if there is none. */
    readonly previousKeys: Int32Array,
  ) {}

  /** The first covered pixel of each lane; -1 for helper lanes and empty lanes. */
  get lanePixels(): Int32Array {
    return this.held.lanePixels;
  }

  get quadCount(): number {
    return this.quads.length / QUAD_COLUMNS;
  }

  /**
   * Whether a quad other than the first starts a layer. Bit 0 and bits beyond the quads mean nothing (S-064;
   * pops.md 5.2).
   */
  get hasLayers(): boolean {
    return (this.intrawaveMask & ((1 << this.quadCount) - 1)) >>> 1 !== 0;
  }

  /** Returns the number of a quad's primitive, counted across all draws. */
  getPrimitive(quad: number): number {
    return this.quads[quad * QUAD_COLUMNS + QUAD.PRIMITIVE];
  }

  /**
   * Whether its section may still be open, because the wave has neither issued its exit nor ended. The tracker
   * may count the exit later, after those of older waves, but waves formed in the meantime need not wait for
   * it.
   */
  get isUnfinished(): boolean {
    return this.exitCount === 0 && this.exitedCycle === NEVER && this.endedCycle === NEVER;
  }

  /** Whether the device is done with the wave, so no later transaction will mention it. */
  get isOver(): boolean {
    const hasFinished =
      this.endedCycle !== NEVER && this.exitedCycle !== NEVER && this.releasedCycle !== NEVER;
    return hasFinished && this.retiredCycle !== NEVER && this.pending.every(({ performed }) => performed);
  }

  /**
   * Drops references to older waves, which would keep all their predecessors alive, and to accesses that were
   * never waited for.
   */
  forget(): void {
    this.pending.length = 0;
    this.predecessors.length = 0;
    this.youngestSharer = undefined;
    this.youngestHolder = undefined;
    this.lastOverlapper = undefined;
    this.newestOverlapped = undefined;
    this.olderInPacker = undefined;
  }
}
