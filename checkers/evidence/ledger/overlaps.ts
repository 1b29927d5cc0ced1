import type { WordSource } from '../../../arch/index.js';
import type { Handlers } from '../basics/handlers.js';
import type { ScreenGrid } from '../geometry/screen-grid.js';
import type { WaveRecord } from './wave-record.js';
import type { WaveLedger } from './waves.js';

const NONE = -1;

/** A lane key is `order * KEY_LANES + lane`. */
const KEY_LANES = 64;

/** Returns the formation order of the wave in a lane key, or -1 if there is none. */
function orderOf(key: number): number {
  return Math.floor(key / KEY_LANES);
}

/** Returns a unit's index among its wave's units, given a lane that holds it. */
export function placeOf({ held }: WaveRecord, lane: number, unit: number): number {
  let place = held.unitStarts[lane];
  while (held.units[place] !== unit) place++;
  return place;
}

/** Two quads of different primitives in one wave that hold a common unit. */
export interface SelfOverlap {
  readonly unit: number;
  readonly firstQuad: number;
  readonly secondQuad: number;
}

/**
 * Records which wave last covered each unit, which one before that, and so on. For every wave that is formed,
 * finds the older waves that hold one of its units and may still have their section open. An older wave that
 * left early (because all its lanes were discarded) did not wait for any wave, so the search continues past
 * it.
 */
export class OverlapLedger {
  /** The self-overlaps of the wave that was formed last. */
  readonly selfOverlaps: SelfOverlap[] = [];
  private readonly lastKey: Int32Array;
  /** The formation order of the wave that last covered each pixel. */
  private readonly lastInPixel: Int32Array;
  /** The newest wave of each packer, as its index among that packer's waves. */
  private readonly newest: number[] = [];
  /** Every wave before this formation order is finished. */
  private oldestOpen = 0;
  /**
   * The waves, by order, that the last formed wave displaced, listed once per unit or pixel. Rules that judge
   * that wave still read them.
   */
  private readonly displaced: number[] = [];

  constructor(
    private readonly waves: WaveLedger,
    private readonly grid: ScreenGrid,
    /**
     * Whether a unit's youngest open wave is enough, because exiting ids are contiguous and waiting for it
     * implies waiting for all older ones.
     */
    private readonly youngestSuffices: boolean,
    /**
     * Maximum distance between a packer's newest wave and its oldest unfinished one (`idWindow`). LAUNCH-10
     * reports any excess.
     */
    private readonly window: number,
    memory: WordSource,
  ) {
    this.lastKey = memory.take(grid.unitCount).fill(NONE);
    this.lastInPixel = memory.take(grid.width * grid.height).fill(NONE);
  }

  readonly on: Handlers = {
    'wave-formed': (t) => {
      // Setting the length is slow in the JavaScript engine, and the list is nearly always empty.
      if (this.selfOverlaps.length > 0) this.selfOverlaps.length = 0;
      const wave = this.waves.find(t.wave);
      // Waves without ordering are neither compared with others nor remembered (S-114).
      if (wave?.facts.interlocked === true) this.cover(wave);
    },
  };

  private cover(wave: WaveRecord): void {
    this.newest[wave.packer] = wave.indexInPacker;
    for (const order of this.displaced) this.waves.displaceLast(order);
    this.displaced.length = 0;
    const { formed } = this.waves;
    while (formed.at(this.oldestOpen)?.unfinished !== true) this.oldestOpen++;
    this.coverPixels(wave);
    const { units, unitStarts } = wave.held;
    for (let lane = 0; lane < wave.lanePixels.length; lane++) {
      for (let place = unitStarts[lane]; place < unitStarts[lane + 1]; place++) {
        this.coverUnit(wave, lane, place, units[place]);
      }
    }
  }

  private coverPixels(wave: WaveRecord): void {
    let youngest = NONE;
    for (const unit of wave.held.units) {
      const pixel = this.grid.pixelOf(unit);
      const last = this.lastInPixel[pixel];
      if (last === wave.order) continue;
      if (last > youngest) youngest = last;
      this.lastInPixel[pixel] = wave.order;
      wave.lastCoverCount++;
      if (last !== NONE) this.displaced.push(last);
    }
    if (youngest !== NONE) wave.youngestSharer = this.waves.byOrder(youngest);
  }

  private coverUnit(wave: WaveRecord, lane: number, place: number, unit: number): void {
    const before = this.lastKey[unit];
    const key = wave.order * KEY_LANES + lane;
    this.lastKey[unit] = key;
    wave.previousKeys[place] = before;
    const order = orderOf(before);
    if (order !== wave.order) wave.lastCoverCount++;
    if (before === NONE) return;
    if (order !== wave.order) this.displaced.push(order);
    const holder = this.waveOf(before);
    if (holder !== wave && holder.order > (wave.youngestHolder?.order ?? NONE)) wave.youngestHolder = holder;
    if (holder === wave) this.recordSelfOverlap(wave, unit, before % KEY_LANES, lane);
    else this.search(wave, lane, unit, before);
  }

  /**
   * Walks back through the waves that covered a unit for as long as their sections can still be open. This is
   * at most the id window, which bounds the time per wave.
   */
  private search(wave: WaveRecord, lane: number, unit: number, before: number): void {
    const primitive = wave.primitiveOf(lane >> 2);
    for (let key = before; key !== NONE && orderOf(key) >= this.oldestOpen; ) {
      const other = this.waveOf(key);
      if (this.newest[other.packer]! - other.indexInPacker > this.window) return;
      const otherLane = key % KEY_LANES;
      if (other.unfinished && other.primitiveOf(otherLane >> 2) !== primitive) {
        if (other.lastOverlapper !== wave) wave.predecessors.push({ wave: other, unit });
        other.lastOverlapper = wave;
        if (this.youngestSuffices) return;
      }
      key = other.previousKeys[placeOf(other, otherLane, unit)];
    }
  }

  private waveOf(key: number): WaveRecord {
    return this.waves.present(orderOf(key));
  }

  private recordSelfOverlap(wave: WaveRecord, unit: number, firstLane: number, secondLane: number): void {
    const firstQuad = firstLane >> 2;
    const secondQuad = secondLane >> 2;
    if (wave.primitiveOf(firstQuad) === wave.primitiveOf(secondQuad)) return;
    this.selfOverlaps.push({ unit, firstQuad, secondQuad });
  }
}
