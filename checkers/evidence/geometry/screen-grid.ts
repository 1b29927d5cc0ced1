import type { Gfx } from '../../../arch/index.js';
import { greatestOf } from '../../../arch/index.js';
import type { Scenario } from '../../../transactions/index.js';
import { requestedRate } from './shading-rate.js';

/** The mask bit of the whole-pixel unit. Bits 0 to 15 are the samples of the pixel. */
export const WHOLE_PIXEL = 1 << 16;

const UNITS_WITH_SAMPLES = 17;

/**
 * Edge of a block in pixels. A block is the size of the largest fragment, to which smaller ones are aligned.
 */
const BLOCK = 4;

/**
 * The overlap units of the screen (pops.md 8). If no draw declares a sample interlock, a unit is a pixel.
 * Otherwise a pixel has one unit per sample bit and one for the pixel itself. An invocation with a pixel
 * interlock then holds the unit of the pixel and those of its samples, while one with a sample interlock
 * holds only those of its samples. Two invocations overlap if they hold a common unit, whatever the state of
 * their draws.
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

  /** Returns the number of the pixel at (x, y), or -1 if it is off the screen. */
  pixelAt(x: number, y: number): number {
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? y * this.width + x : -1;
  }

  /** Returns the coordinates of a pixel. */
  coordinates(pixel: number): readonly [x: number, y: number] {
    return [pixel % this.width, Math.floor(pixel / this.width)];
  }

  /** Returns the pixel to which a unit belongs. */
  pixelOf(unit: number): number {
    return Math.floor(unit / this.unitsPerPixel);
  }

  /** Returns the sample bit of a unit, or undefined for a whole pixel. */
  sampleOf(unit: number): number | undefined {
    if (!this.hasSamples) return undefined;
    const sample = unit % this.unitsPerPixel;
    return sample === UNITS_WITH_SAMPLES - 1 ? undefined : sample;
  }

  /**
   * Returns the place of a pixel. Invocations that are ordered because they hold this pixel all share its
   * place, which is the pixel itself or, if fragments may be coarse, its 4x4 block, since an invocation may
   * then hold several pixels.
   */
  placeOf(pixel: number): number {
    if (!this.hasCoarse) return pixel;
    const [x, y] = this.coordinates(pixel);
    return Math.floor(y / BLOCK) * this.blocksAcross + Math.floor(x / BLOCK);
  }

  /** Returns the first pixel of a place. */
  pixelOfPlace(place: number): number {
    if (!this.hasCoarse) return place;
    const row = Math.floor(place / this.blocksAcross);
    return row * BLOCK * this.width + (place % this.blocksAcross) * BLOCK;
  }

  /**
   * Returns bits that represent what an invocation holds of pixel (x, y) within its place. Two invocations
   * with a common bit hold a common unit. If the place is the pixel, the bits are its units. If the place is a
   * block, there is one bit for the pixel, but none if some draw has a sample interlock and the invocation
   * does not hold all `samples` of the pixel.
   */
  heldBits(x: number, y: number, unitMask: number, samples: number): number {
    if (!this.hasCoarse) return unitMask;
    const all = 2 ** samples - 1;
    return this.hasSamples && (unitMask & all) !== all ? 0 : 1 << ((x % BLOCK) + (y % BLOCK) * BLOCK);
  }
}
