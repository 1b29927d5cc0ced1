import type { Gfx } from '../../../arch/index.js';
import { greatestOf } from '../../../arch/index.js';
import type { Scenario } from '../../../transactions/index.js';
import { requestedRate } from './shading-rate.js';

/** Mask bit of the whole-pixel unit; bits 0 to 15 are its samples. */
export const WHOLE_PIXEL = 1 << 16;

const UNITS_WITH_SAMPLES = 17;

/** Block edge in pixels: the largest fragment's, to which all smaller ones are aligned. */
const BLOCK = 4;

/**
 * Overlap units of the screen (pops.md 8). If no draw declares a sample interlock, a unit is a pixel. Otherwise a pixel has one
 * unit per sample bit and one for the pixel itself. A pixel-interlocked invocation then holds the pixel's unit and the units of
 * its samples, a sample-interlocked one only those of its samples. Two invocations overlap if they hold a common unit, regardless
 * of their draws' state.
 */
export class ScreenGrid {
  readonly width: number;
  readonly height: number;
  readonly hasSamples: boolean;
  /** Whether some draw requests multi-pixel fragments. */
  readonly hasCoarse: boolean;
  readonly unitsPerPixel: number;
  /** Number of units. */
  readonly unitCount: number;
  private readonly blocksAcross: number;

  constructor(scenario: Scenario, gfx: Gfx) {
    this.hasCoarse = scenario.draws.some((draw) => {
      const { x, y } = requestedRate(gfx, draw);
      return x + y > 0;
    });
    this.width = greatestOf(
      scenario.draws.map((draw) => draw.width),
      1,
    );
    this.height = greatestOf(
      scenario.draws.map((draw) => draw.height),
      1,
    );
    this.hasSamples = scenario.draws.some((draw) => draw.interlock.startsWith('sample'));
    this.unitsPerPixel = this.hasSamples ? UNITS_WITH_SAMPLES : 1;
    this.unitCount = this.width * this.height * this.unitsPerPixel;
    this.blocksAcross = Math.ceil(this.width / BLOCK);
  }

  /** Number of the pixel at (x, y), or -1 off the screen. */
  pixelAt(x: number, y: number): number {
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? y * this.width + x : -1;
  }

  /** Coordinates of a pixel. */
  coordinates(pixel: number): readonly [x: number, y: number] {
    return [pixel % this.width, Math.floor(pixel / this.width)];
  }

  /** Pixel that a unit belongs to. */
  pixelOf(unit: number): number {
    return Math.floor(unit / this.unitsPerPixel);
  }

  /** Sample bit of a unit, or undefined for a whole pixel. */
  sampleOf(unit: number): number | undefined {
    if (!this.hasSamples) return undefined;
    const sample = unit % this.unitsPerPixel;
    return sample === UNITS_WITH_SAMPLES - 1 ? undefined : sample;
  }

  /**
   * The place of a pixel. All invocations that are ordered because they hold this pixel share it. It is the pixel itself or, if
   * fragments may be coarse, its 4x4 block, since an invocation may then hold several pixels.
   */
  placeOf(pixel: number): number {
    if (!this.hasCoarse) return pixel;
    const [x, y] = this.coordinates(pixel);
    return Math.floor(y / BLOCK) * this.blocksAcross + Math.floor(x / BLOCK);
  }

  /** The first pixel of a place. */
  pixelOfPlace(place: number): number {
    if (!this.hasCoarse) return place;
    const row = Math.floor(place / this.blocksAcross);
    return row * BLOCK * this.width + (place % this.blocksAcross) * BLOCK;
  }

  /**
   * Bits for what an invocation holds of pixel (x, y) within its place; two invocations with a common bit hold a common unit. If
   * the place is the pixel, these are its units. If it is a block, there is one bit for the pixel, and none if some draw has a
   * sample interlock and the invocation does not hold all `samples` of the pixel.
   */
  heldBits(x: number, y: number, unitMask: number, samples: number): number {
    if (!this.hasCoarse) return unitMask;
    const all = 2 ** samples - 1;
    return this.hasSamples && (unitMask & all) !== all ? 0 : 1 << ((x % BLOCK) + (y % BLOCK) * BLOCK);
  }
}
