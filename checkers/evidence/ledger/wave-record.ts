import { QUAD_COLUMNS } from '../../../transactions/index.js';
import type { LaneUnits } from '../geometry/lane-units.js';
import { QUAD } from '../geometry/quad-columns.js';
import type { DrawFacts } from '../program/draws.js';
import type { AccessRecord } from './access-record.js';

/** A cycle that has not come. */
export const NEVER = -1;

/** A wave that has selected no packer. */
export const NO_PACKER = -1;

/** What is known of one wave from the transactions so far; written by the ledgers only. */
export class WaveRecord {
  /** Unwrapped id: grows by one from wave to wave of a packer (by more where ids have gaps). */
  sequence = 0;
  /** Place among the waves of its packer. */
  indexInPacker = 0;
  /** Exiting sequence that polls saw when the wave was formed; no poll of it can see an older one. */
  visibleAtFormation = 0;
  /** The wave of its packer that was formed before it. */
  olderInPacker: WaveRecord | undefined;
  /** Unwrapped newest-overlapped id; meaningless while `didOverlap` is clear. */
  newestSequence = 0;
  /** The wave that this id names, where it was still there when this one was formed. */
  newestNamed: WaveRecord | undefined;
  /** Older waves that hold one of its units and were unfinished when it was formed, with the first such unit. */
  readonly predecessors: { readonly wave: WaveRecord; readonly unit: number }[] = [];
  /** The youngest older wave that covers one of its pixels, whatever the samples; undefined where none does. */
  youngestSharer: WaveRecord | undefined;
  /** The same by overlap unit: one of its samples, where its interlock and that wave's are by sample. */
  youngestHolder: WaveRecord | undefined;
  /** The wave that last found this one among its predecessors. */
  lastOverlapper: WaveRecord | undefined;

  launchedCycle = NEVER;
  /** SIMD that it runs on, counted through the engine; -1 before its launch. */
  simd = -1;
  /** First dword of its part of the local data share. */
  localFirst = 0;
  releasedCycle = NEVER;
  exportSpaceCycle = NEVER;
  exportSpaceFreedCycle = NEVER;
  /** The packer that its last write of the register selects, which its polls read; `NO_PACKER` before any. */
  packerSelected = NO_PACKER;
  packerSetCycle = NEVER;
  packerSetPc = -1;
  /** First poll of any result, and place of the last one. */
  polledCycle = NEVER;
  pollPc = -1;
  /** What polls read last, and since when. */
  polledId = -1;
  polledIdCycle = NEVER;
  /** End of the entry wait: satisfying poll, or event wait on GFX11. */
  enteredCycle = NEVER;
  enteredPc = -1;
  sleptCycle = NEVER;
  /** Exits in the program: message 7, combined end, done export on GFX11. */
  exits = 0;
  exitIssuedCycle = NEVER;
  exitIssuedPc = -1;
  /** Exits that the tracker counted. */
  exitsCounted = 0;
  exitedCycle = NEVER;
  /** It and all older waves of its packer had exited: up to GFX10.3 only then can no wave overlap it any more. */
  retiredCycle = NEVER;
  endedCycle = NEVER;
  endedPc = -1;
  endedBy: 'end' | 'end-ordered' | 'halt' | undefined;
  /** When its first ordered access was issued, and the last one performed so far. */
  orderedFirstCycle = NEVER;
  orderedLastCycle = NEVER;
  /** Ordered accesses issued and not performed. */
  orderedOutstanding = 0;
  /** Accesses not yet both performed and waited for, oldest first. */
  readonly pending: AccessRecord[] = [];
  /** Units and pixels that it covered last of all waves. */
  lastAt = 0;

  constructor(
    readonly wave: number,
    /** Place in formation order through all packers. */
    readonly order: number,
    readonly packer: number,
    readonly id: number,
    readonly facts: DrawFacts,
    readonly formedCycle: number,
    /** `QUAD_COLUMNS` values a quad. */
    readonly quads: Int32Array,
    readonly didOverlap: boolean,
    /** Raw newest field. */
    readonly newest: number,
    readonly intrawaveMask: number,
    /** What its lanes hold of the screen. */
    readonly held: LaneUnits,
    /** For each of `held.units` the lane key of the previous cover of that unit, -1 for none. */
    readonly previousKeys: Int32Array,
  ) {}

  /** The first covered pixel of each lane; -1 for helpers and empty lanes. */
  get lanePixels(): Int32Array {
    return this.held.lanePixels;
  }

  get quadCount(): number {
    return this.quads.length / QUAD_COLUMNS;
  }

  /** A quad after the first begins a layer; bit 0 and those above the quads mean nothing (S-064; pops.md 5.2). */
  get hasLayers(): boolean {
    return (this.intrawaveMask & ((1 << this.quadCount) - 1)) >>> 1 !== 0;
  }

  /** Number of the primitive that a quad belongs to, through all draws. */
  primitiveOf(quad: number): number {
    return this.quads[quad * QUAD_COLUMNS + QUAD.PRIMITIVE];
  }

  /**
   * Its section may still be open: it has neither issued its exit nor ended. The tracker may count the exit later,
   * since older waves come first; a wave that is formed in between has nothing left to wait for.
   */
  get unfinished(): boolean {
    return this.exits === 0 && this.exitedCycle === NEVER && this.endedCycle === NEVER;
  }

  /** The device has finished with it: no later transaction concerns it. */
  get isOver(): boolean {
    const isOut = this.endedCycle !== NEVER && this.exitedCycle !== NEVER && this.releasedCycle !== NEVER;
    return isOut && this.retiredCycle !== NEVER && this.pending.every(({ performed }) => performed);
  }

  /** Forgets older waves, which would keep all that went before them, and accesses that nothing ever waited for. */
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
