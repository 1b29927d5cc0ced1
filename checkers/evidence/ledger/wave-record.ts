import { QUAD_COLUMNS, type Woken } from '../../../transactions/index.js';
import type { LaneUnits } from '../geometry/lane-units.js';
import { QUAD } from '../geometry/quad-columns.js';
import type { DrawFacts } from '../program/draws.js';
import type { AccessRecord } from './access-record.js';

/** An event that has not occurred. */
export const NEVER = -1;

/** No packer selected. */
export const NO_PACKER = -1;

/** What the transactions so far show of one wave; written only by the ledgers. */
export class WaveRecord {
  /** Unwrapped id: increments from wave to wave of a packer (by more if ids have gaps). */
  sequence = 0;
  /** Index among its packer's waves. */
  indexInPacker = 0;
  /** Exiting sequence visible at the wave's formation; its polls cannot see an older one. */
  visibleAtFormation = 0;
  /** The packer's previously formed wave. */
  olderInPacker: WaveRecord | undefined;
  /** Unwrapped newest-overlapped id; meaningless unless `didOverlap`. */
  newestSequence = 0;
  /** The wave with this id, if still present when this one was formed. */
  newestNamed: WaveRecord | undefined;
  /** Older waves holding one of its units that were unfinished when it was formed, with the first such unit. */
  readonly predecessors: { readonly wave: WaveRecord; readonly unit: number }[] = [];
  /** The youngest older wave covering one of its pixels, in any samples; undefined if none. */
  youngestSharer: WaveRecord | undefined;
  /** The youngest older wave holding one of its overlap units: one of its samples, if both interlocks are by sample. */
  youngestHolder: WaveRecord | undefined;
  /** The wave that last had this one among its predecessors. */
  lastOverlapper: WaveRecord | undefined;

  launchedCycle = NEVER;
  /** Its SIMD, numbered across the engine; -1 before launch. */
  simd = -1;
  /** First dword of its part of the local data share. */
  localFirst = 0;
  releasedCycle = NEVER;
  exportSpaceCycle = NEVER;
  exportSpaceFreedCycle = NEVER;
  /** The packer selected by its last register write, which its polls read; `NO_PACKER` before any. */
  packerSelected = NO_PACKER;
  packerSetCycle = NEVER;
  packerSetPc = -1;
  /** First poll with any result, and position of the last one. */
  polledCycle = NEVER;
  pollPc = -1;
  /** What the last reported poll read, and its cycle. */
  polledId = -1;
  polledIdCycle = NEVER;
  /** End of the entry wait: satisfying poll, or event wait since GFX11. */
  enteredCycle = NEVER;
  enteredPc = -1;
  /** What the last poll that did not end the wait read. */
  refusedId = -1;
  refusedCycle = NEVER;
  sleptCycle = NEVER;
  wokenCycle = NEVER;
  wokenBy: Woken['by'] = 'time';
  /** Number of exits that it has executed: message 7, combined end, export with done since GFX11. */
  exitCount = 0;
  exitIssuedCycle = NEVER;
  exitIssuedPc = -1;
  /** Number of its exits that the tracker counted. */
  exitsCounted = 0;
  exitedCycle = NEVER;
  /** When it and all older waves of its packer had exited: up to GFX10.3 no wave can overlap it after that. */
  retiredCycle = NEVER;
  endedCycle = NEVER;
  endedPc = -1;
  endedBy: 'end' | 'end-ordered' | 'halt' | undefined;
  /** When its first ordered access was issued, and when its last one so far was performed. */
  orderedFirstCycle = NEVER;
  orderedLastCycle = NEVER;
  /** Number of ordered accesses issued but not performed. */
  orderedOutstanding = 0;
  /** Accesses not yet both performed and waited for, oldest first. */
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
    /** Raw newest field. */
    readonly newest: number,
    readonly intrawaveMask: number,
    /** What its lanes hold of the screen. */
    readonly held: LaneUnits,
    /** Lane key of the previous cover of each of `held.units`, -1 if none. */
    readonly previousKeys: Int32Array,
  ) {}

  /** The first covered pixel of each lane; -1 for helpers and empty lanes. */
  get lanePixels(): Int32Array {
    return this.held.lanePixels;
  }

  get quadCount(): number {
    return this.quads.length / QUAD_COLUMNS;
  }

  /** Whether a quad after the first starts a layer; bit 0 and those above the quads are meaningless (S-064; pops.md 5.2). */
  get hasLayers(): boolean {
    return (this.intrawaveMask & ((1 << this.quadCount) - 1)) >>> 1 !== 0;
  }

  /** Number of a quad's primitive, across all draws. */
  primitiveOf(quad: number): number {
    return this.quads[quad * QUAD_COLUMNS + QUAD.PRIMITIVE];
  }

  /**
   * Whether its section may still be open: it has neither issued its exit nor ended. The tracker may count the exit later,
   * after those of older waves; a wave formed in between has nothing left to wait for.
   */
  get unfinished(): boolean {
    return this.exitCount === 0 && this.exitedCycle === NEVER && this.endedCycle === NEVER;
  }

  /** Whether the device is done with it: no later transaction mentions it. */
  get isOver(): boolean {
    const isOut = this.endedCycle !== NEVER && this.exitedCycle !== NEVER && this.releasedCycle !== NEVER;
    return isOut && this.retiredCycle !== NEVER && this.pending.every(({ performed }) => performed);
  }

  /** Releases older waves, which would keep all their predecessors alive, and accesses never waited for. */
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
