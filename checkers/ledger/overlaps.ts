import type { Handlers } from '../rule.js';
import { KEY_QUADS } from './access-record.js';
import type { ScreenGrid } from './screen-grid.js';
import type { WaveRecord } from './wave-record.js';
import type { WaveLedger } from './waves.js';

const NONE = -1;

/** Two quads of different primitives in one wave that hold a common unit. */
export interface SelfOverlap {
  readonly unit: number;
  readonly firstQuad: number;
  readonly secondQuad: number;
}

/**
 * Which wave covered each unit last. By induction a wave only has to be compared with its direct predecessors: each
 * of those answered for its own when it was formed.
 */
export class OverlapLedger {
  /** Self-overlaps of the wave that was formed last. */
  readonly selfOverlaps: SelfOverlap[] = [];
  private readonly lastKey: Int32Array;

  constructor(
    private readonly waves: WaveLedger,
    private readonly grid: ScreenGrid,
  ) {
    this.lastKey = new Int32Array(grid.units).fill(NONE);
  }

  readonly on: Handlers = {
    'wave-formed': (t) => {
      const wave = this.waves.find(t.wave);
      if (wave !== undefined) this.cover(wave);
    },
  };

  private cover(wave: WaveRecord): void {
    this.selfOverlaps.length = 0;
    for (let lane = 0; lane < wave.lanePixels.length; lane++) {
      const pixel = wave.lanePixels[lane];
      if (pixel < 0) continue;
      const key = wave.order * KEY_QUADS + (lane >> 2);
      const first = pixel * this.grid.unitsPerPixel;
      if (!this.grid.hasSamples) {
        this.coverUnit(wave, key, first);
        continue;
      }
      for (let mask = wave.laneMasks[lane]; mask !== 0; mask &= mask - 1) {
        this.coverUnit(wave, key, first + 31 - Math.clz32(mask & -mask));
      }
    }
  }

  private coverUnit(wave: WaveRecord, key: number, unit: number): void {
    const before = this.lastKey[unit];
    this.lastKey[unit] = key;
    if (before === NONE) return;
    const other = this.waves.ofKey(before);
    const quad = key % KEY_QUADS;
    const otherQuad = before % KEY_QUADS;
    if (other.primitiveOf(otherQuad) === wave.primitiveOf(quad)) return;
    if (other === wave) this.selfOverlaps.push({ unit, firstQuad: otherQuad, secondQuad: quad });
    else if (!wave.predecessors.some((predecessor) => predecessor.wave === other)) {
      wave.predecessors.push({ wave: other, unit });
    }
  }
}
