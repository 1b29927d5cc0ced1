import { QUAD_COLUMNS, type Woken } from '../../../transactions/index.js';
import type { LaneUnits } from '../geometry/lane-units.js';
import { QUAD } from '../geometry/quad-columns.js';
import type { DrawFacts } from '../program/draws.js';
import type { AccessRecord } from './access-record.js';

/** The cycle of an event that has not happened. */
export const NEVER = -1;

/** The packer number when none is selected. */
export const NO_PACKER = -1;

/** What the transactions so far have revealed about a wave. Only written by the ledgers. */
export class WaveRecord {
  /** The unwrapped id, which increases from wave to wave within a packer (by more than one if ids are skipped). */
  sequence = 0;
  /** The wave's index among the waves of its packer. */
  indexInPacker = 0;
  /** The exiting sequence number visible when the wave was formed. Its polls cannot return an older one. */
  visibleAtFormation = 0;
  /** The wave that its packer formed before this one. */
  olderInPacker: WaveRecord | undefined;
  /** The unwrapped newest overlapped id. Only meaningful if `didOverlap` is set. */
  newestSequence = 0;
  /** The wave with the newest overlapped id, if it was still present when this wave was formed. */
  newestOverlapped: WaveRecord | undefined;
  /**
   * Older waves that share a unit with this one and were unfinished when it was formed, each with the first shared
   * unit.
   */
  readonly predecessors: { readonly wave: WaveRecord; readonly unit: number }[] = [];
  /**
   * The most recent earlier wave that covers any of this wave's pixels, regardless of which samples; undefined if there
   * is none.
   */
  lastOnSamePixel: WaveRecord | undefined;
  /**
   * The most recent earlier wave that holds one of this wave's overlap units. If both draws have a sample interlock,
   * the waves share a sample.
   */
  lastOnSameUnit: WaveRecord | undefined;
  /** The last wave to list this one as a predecessor. */
  lastSuccessor: WaveRecord | undefined;

  launchedCycle = NEVER;
  /** The wave's SIMD, numbered across the engine; -1 before launch. */
  simd = -1;
  /** The first dword of the wave's LDS allocation. */
  localFirst = 0;
  releasedCycle = NEVER;
  exportSpaceCycle = NEVER;
  exportSpaceFreedCycle = NEVER;
  /** The packer selected by the wave's last register write, which its polls read; `NO_PACKER` before any such write. */
  selectedPacker = NO_PACKER;
  firstPackerWriteCycle = NEVER;
  firstPackerWritePc = -1;
  /** The cycle of the wave's first poll, regardless of the id read. */
  polledCycle = NEVER;
  /** The pc of the wave's last poll. */
  pollPc = -1;
  /** The id that the last reported poll read. */
  polledId = -1;
  /** The cycle of the last reported poll. */
  polledIdCycle = NEVER;
  /** When the entry wait ended, with a satisfied poll or, on GFX11 and later, with the event wait. */
  enteredCycle = NEVER;
  enteredPc = -1;
  /** The id read by the last unsuccessful poll. */
  failedPollId = -1;
  failedPollCycle = NEVER;
  sleptCycle = NEVER;
  wokenCycle = NEVER;
  wokenBy: Woken['by'] = 'time';
  /**
   * Number of exits executed. An exit is message 7 or the combined end or, on GFX11 and later, an export with `done`.
   */
  exitCount = 0;
  exitIssuedCycle = NEVER;
  exitIssuedPc = -1;
  /** Number of the wave's exits that the tracker has counted. */
  countedExits = 0;
  exitedCycle = NEVER;
  /**
   * When this wave and all older waves of its packer had exited. On GFX10.3 and earlier, no wave formed after that can
   * overlap this one.
   */
  retiredCycle = NEVER;
  endedCycle = NEVER;
  endedPc = -1;
  endedBy: 'end' | 'end-ordered' | 'halt' | undefined;
  /** When the wave's first ordered access was issued. */
  firstOrderedCycle = NEVER;
  /** When the wave's most recent ordered access was performed. */
  lastOrderedCycle = NEVER;
  /** Number of ordered accesses issued but not yet performed. */
  orderedOutstanding = 0;
  /** The lanes that executed the wave's last vector access, as two words. */
  accessLanesLo = -1;
  accessLanesHi = -1;
  /** The accesses that have not been both performed and waited for, oldest first. */
  readonly pending: AccessRecord[] = [];
  /** Number of the wave's units and pixels that no later wave has covered yet. */
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
    readonly held: LaneUnits,
    /** For each of `held.units`, the key of the lane that previously covered it; -1 if there is none. */
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
   * Whether any quad but the first starts a layer. Bit 0 and bits past the last quad are ignored (S-064; pops.md 5.2).
   */
  get hasLayers(): boolean {
    return (this.intrawaveMask & ((1 << this.quadCount) - 1)) >>> 1 !== 0;
  }

  /** Returns a mask of the lanes that cover a pixel, as its low and high words. */
  getCoveredLanes(): [low: number, high: number] {
    const words: [number, number] = [0, 0];
    for (let lane = 0; lane < this.lanePixels.length; lane++)
      if (this.lanePixels[lane] >= 0) words[lane >> 5] |= 1 << (lane & 31);
    return words;
  }

  /** Number of primitives that have quads in the wave. The quads of a primitive are consecutive. */
  get primitiveCount(): number {
    let count = 1;
    for (let quad = 1; quad < this.quadCount; quad++)
      if (this.getPrimitive(quad) !== this.getPrimitive(quad - 1)) count++;
    return count;
  }

  /** Returns the index of a quad's primitive, counted across all draws. */
  getPrimitive(quad: number): number {
    return this.quads[quad * QUAD_COLUMNS + QUAD.PRIMITIVE];
  }

  /**
   * Whether the wave's section may still be open, because the wave has neither issued its exit nor ended. The tracker
   * may count the exit later, after those of older waves, but waves formed in the meantime need not wait for it.
   */
  get isUnfinished(): boolean {
    return this.exitCount === 0 && this.exitedCycle === NEVER && this.endedCycle === NEVER;
  }

  /** Whether the device has finished with the wave, so that no later transaction mentions it. */
  get isOver(): boolean {
    const hasFinished =
      this.endedCycle !== NEVER && this.exitedCycle !== NEVER && this.releasedCycle !== NEVER;
    return hasFinished && this.retiredCycle !== NEVER && this.pending.every(({ isPerformed }) => isPerformed);
  }

  /**
   * Drops references to older waves, which would keep all their predecessors alive, and to accesses that were
   * never waited for.
   */
  forget(): void {
    this.pending.length = 0;
    this.predecessors.length = 0;
    this.lastOnSamePixel = undefined;
    this.lastOnSameUnit = undefined;
    this.lastSuccessor = undefined;
    this.newestOverlapped = undefined;
    this.olderInPacker = undefined;
  }
}
