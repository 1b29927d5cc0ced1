import { QUAD_COLUMNS, type Woken } from '../../../transactions/index.js';
import type { LaneUnits } from '../geometry/lane-units.js';
import { QUAD } from '../geometry/quad-columns.js';
import type { DrawFacts } from '../program/draws.js';
import type { AccessRecord } from './access-record.js';

/** The cycle of an event that has not occurred. */
export const NEVER = -1;

/** No packer is selected. */
export const NO_PACKER = -1;

/** What the transactions so far reveal about one wave. Only the ledgers write to it. */
export class WaveRecord {
  /**
   * The unwrapped id, which increases from wave to wave within a packer (by more than one if ids have gaps).
   */
  sequence = 0;
  /** The wave's index among the waves of its packer. */
  indexInPacker = 0;
  /** The exiting sequence that was visible when the wave was formed. Its polls cannot see an older one. */
  visibleAtFormation = 0;
  /** The wave that its packer formed before this one. */
  olderInPacker: WaveRecord | undefined;
  /** The unwrapped newest overlapped id; meaningless unless `didOverlap`. */
  newestSequence = 0;
  /** The wave with this id, if it was still present when this wave was formed. */
  newestNamed: WaveRecord | undefined;
  /**
   * The older waves that hold one of its units and were unfinished when it was formed, with the first such
   * unit.
   */
  readonly predecessors: { readonly wave: WaveRecord; readonly unit: number }[] = [];
  /** The youngest older wave that covers one of its pixels, in any samples; undefined if there is none. */
  youngestSharer: WaveRecord | undefined;
  /**
   * The youngest older wave that holds one of its overlap units, which is one of its samples if both
   * interlocks are by sample.
   */
  youngestHolder: WaveRecord | undefined;
  /** The last wave to have this one among its predecessors. */
  lastOverlapper: WaveRecord | undefined;

  launchedCycle = NEVER;
  /** The wave's SIMD, numbered across the engine; -1 before launch. */
  simd = -1;
  /** The first dword of its LDS allocation. */
  localFirst = 0;
  releasedCycle = NEVER;
  exportSpaceCycle = NEVER;
  exportSpaceFreedCycle = NEVER;
  /**
   * The packer that its last register write selected, which its polls read; `NO_PACKER` before any such
   * write.
   */
  packerSelected = NO_PACKER;
  packerSetCycle = NEVER;
  packerSetPc = -1;
  /** The cycle of its first poll, whatever the result. */
  polledCycle = NEVER;
  /** The pc of its last poll. */
  pollPc = -1;
  /** What the last reported poll read. */
  polledId = -1;
  /** The cycle of the last reported poll. */
  polledIdCycle = NEVER;
  /** The end of the entry wait: the poll that satisfied it or, from GFX11 on, the event wait. */
  enteredCycle = NEVER;
  enteredPc = -1;
  /** What the last poll that did not end the wait read. */
  refusedId = -1;
  refusedCycle = NEVER;
  sleptCycle = NEVER;
  wokenCycle = NEVER;
  wokenBy: Woken['by'] = 'time';
  /**
   * Number of exits that it has executed: message 7, the combined end or, from GFX11 on, the export with
   * `done`.
   */
  exitCount = 0;
  exitIssuedCycle = NEVER;
  exitIssuedPc = -1;
  /** Number of its exits that the tracker has counted. */
  exitsCounted = 0;
  exitedCycle = NEVER;
  /**
   * When the wave and all older waves of its packer had exited. Up to GFX10.3, no wave can overlap it after
   * that.
   */
  retiredCycle = NEVER;
  endedCycle = NEVER;
  endedPc = -1;
  endedBy: 'end' | 'end-ordered' | 'halt' | undefined;
  /** When its first ordered access was issued. */
  orderedFirstCycle = NEVER;
  /** When its last ordered access so far was performed. */
  orderedLastCycle = NEVER;
  /** Number of ordered accesses that have been issued but not performed. */
  orderedOutstanding = 0;
  /** The accesses that have not been both performed and waited for, oldest first. */
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
    /** The raw field with the newest overlapped id. */
    readonly newest: number,
    readonly intrawaveMask: number,
    /** The parts of the screen that its lanes hold. */
    readonly held: LaneUnits,
    /** For each of `held.units`, the lane key that covered it before; -1 if there is none. */
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
   * Whether a quad after the first starts a layer. Bit 0 and the bits above the quads are meaningless (S-064;
   * pops.md 5.2).
   */
  get hasLayers(): boolean {
    return (this.intrawaveMask & ((1 << this.quadCount) - 1)) >>> 1 !== 0;
  }

  /** Returns the number of a quad's primitive, across all draws. */
  primitiveOf(quad: number): number {
    return this.quads[quad * QUAD_COLUMNS + QUAD.PRIMITIVE];
  }

  /**
   * Whether its section may still be open, because it has neither issued its exit nor ended. The tracker may
   * count the exit later, after those of older waves, but a wave that is formed in between has nothing left
   * to wait for.
   */
  get unfinished(): boolean {
    return this.exitCount === 0 && this.exitedCycle === NEVER && this.endedCycle === NEVER;
  }

  /** Whether the device is done with the wave, so that no later transaction mentions it. */
  get isOver(): boolean {
    const isOut = this.endedCycle !== NEVER && this.exitedCycle !== NEVER && this.releasedCycle !== NEVER;
    return isOut && this.retiredCycle !== NEVER && this.pending.every(({ performed }) => performed);
  }

  /**
   * Releases references to older waves, which would keep all their predecessors alive, and to accesses that
   * were never waited for.
   */
  forget(): void {
    this.pending.length = 0;
    this.predecessors.length = 0;
    this.youngestSharer = undefined;
    this.youngestHolder = undefined;
    this.lastOverlapper = undefined;
    this.newestNamed = undefined;
    this.olderInPacker = undefined;
  }
}
