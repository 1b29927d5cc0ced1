import type { WordSource } from '../../../arch/index.js';
import type { Owner } from '../basics/dispatch.js';
import type { ScreenGrid } from '../geometry/screen-grid.js';
import type { WaveRecord } from './wave-record.js';
import type { WaveLedger } from './waves.js';

const NONE = -1;

/** A lane key is `order * KEY_LANES + lane`. */
const KEY_LANES = 64;

/** Returns the formation order of the wave in a lane key, or -1 for `NONE`. */
function getOrder(key: number): number {
  return Math.floor(key / KEY_LANES);
}

/** Returns the index of a unit in `held.units`, given a lane that holds it. */
export function findUnitIndex({ held }: WaveRecord, lane: number, unit: number): number {
  let index = held.unitStarts[lane];
  while (held.units[index] !== unit) index++;
  return index;
}

/** An overlap within a wave: two quads of different primitives hold the same unit. */
export interface SelfOverlap {
  readonly unit: number;
  readonly firstQuad: number;
  readonly secondQuad: number;
}

/**
 * Records the history of the waves that covered each unit. For each new wave, finds the older waves that hold one of
 * its units and whose sections may still be open. An older wave that finished early (because all its lanes were
 * discarded) did not wait for anything, so the search continues past it.
 */
export class OverlapLedger {
  /** The overlaps within the most recently formed wave. */
  readonly selfOverlaps: SelfOverlap[] = [];
  private readonly lastKey: Int32Array;
  /** The formation order of the wave that last covered each pixel. */
  private readonly lastWaveByPixel: Int32Array;
  /** The index of each packer's newest wave among that packer's waves. */
  private readonly newestIndices: number[] = [];
  /** All waves before this formation order are finished. */
  private oldestOpen = 0;
  /**
   * Formation orders of the waves displaced by the newest wave, one entry per unit or pixel. Kept for the rules that
   * check the newest wave.
   */
  private readonly displaced: number[] = [];

  constructor(
    private readonly waves: WaveLedger,
    private readonly grid: ScreenGrid,
    /**
     * Whether finding a unit's youngest open wave is enough, because exiting ids are contiguous and waiting for
     * one wave implies waiting for all older ones.
     */
    private readonly stopsAtYoungest: boolean,
    /**
     * Maximum distance between a packer's newest wave and its oldest unfinished one (`idWindow`). LAUNCH-10 reports
     * larger distances.
     */
    private readonly window: number,
    memory: WordSource,
  ) {
    this.lastKey = memory.take(grid.unitCount).fill(NONE);
    this.lastWaveByPixel = memory.take(grid.width * grid.height).fill(NONE);
  }

  readonly on: Owner<WaveRecord> = {
    onWave: {
      'wave-formed': (wave) => {
        // Setting the length is slow in JavaScript engines, and the list is nearly always empty.
        if (this.selfOverlaps.length > 0) this.selfOverlaps.length = 0;
        // Waves without ordering are neither compared with others nor recorded (S-114).
        if (wave.facts.interlocked) this.addWave(wave);
      },
    },
  };

  private addWave(wave: WaveRecord): void {
    this.newestIndices[wave.packer] = wave.indexInPacker;
    for (const order of this.displaced) this.waves.displaceLast(order);
    this.displaced.length = 0;
    const { formed } = this.waves;
    while (formed.at(this.oldestOpen)?.isUnfinished !== true) this.oldestOpen++;
    this.addPixels(wave);
    const { units, unitStarts } = wave.held;
    for (let lane = 0; lane < wave.lanePixels.length; lane++)
      for (let index = unitStarts[lane]; index < unitStarts[lane + 1]; index++)
        this.addUnit(wave, lane, index, units[index]);
  }

  private addPixels(wave: WaveRecord): void {
    let youngest = NONE;
    for (const unit of wave.held.units) {
      const pixel = this.grid.getPixel(unit);
      const last = this.lastWaveByPixel[pixel];
      if (last === wave.order) continue;
      if (last > youngest) youngest = last;
      this.lastWaveByPixel[pixel] = wave.order;
      wave.lastCoverCount++;
      if (last !== NONE) this.displaced.push(last);
    }
    if (youngest !== NONE) wave.lastOnSamePixel = this.waves.findByOrder(youngest);
  }

  private addUnit(wave: WaveRecord, lane: number, index: number, unit: number): void {
    const previousKey = this.lastKey[unit];
    const key = wave.order * KEY_LANES + lane;
    this.lastKey[unit] = key;
    wave.previousKeys[index] = previousKey;
    const order = getOrder(previousKey);
    if (order !== wave.order) wave.lastCoverCount++;
    if (previousKey === NONE) return;
    if (order !== wave.order) this.displaced.push(order);
    const holder = this.getWave(previousKey);
    if (holder !== wave && holder.order > (wave.lastOnSameUnit?.order ?? NONE)) wave.lastOnSameUnit = holder;
    if (holder === wave) this.recordSelfOverlap(wave, unit, previousKey % KEY_LANES, lane);
    else this.findPredecessors(wave, lane, unit, previousKey);
  }

  /**
   * Walks back through the waves that covered a unit, while their sections may still be open. Stops at the id
   * window, which limits the time per wave.
   */
  private findPredecessors(wave: WaveRecord, lane: number, unit: number, previousKey: number): void {
    const primitive = wave.getPrimitive(lane >> 2);
    for (let key = previousKey; key !== NONE && getOrder(key) >= this.oldestOpen; ) {
      const older = this.getWave(key);
      if (this.newestIndices[older.packer]! - older.indexInPacker > this.window) return;
      const olderLane = key % KEY_LANES;
      if (older.isUnfinished && older.getPrimitive(olderLane >> 2) !== primitive) {
        if (older.lastSuccessor !== wave) wave.predecessors.push({ wave: older, unit });
        older.lastSuccessor = wave;
        if (this.stopsAtYoungest) return;
      }
      key = older.previousKeys[findUnitIndex(older, olderLane, unit)];
    }
  }

  private getWave(key: number): WaveRecord {
    return this.waves.get(getOrder(key));
  }

  private recordSelfOverlap(wave: WaveRecord, unit: number, firstLane: number, secondLane: number): void {
    const firstQuad = firstLane >> 2;
    const secondQuad = secondLane >> 2;
    if (wave.getPrimitive(firstQuad) === wave.getPrimitive(secondQuad)) return;
    this.selfOverlaps.push({ unit, firstQuad, secondQuad });
  }
}
