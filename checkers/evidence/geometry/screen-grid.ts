import { findMax, type Gfx } from '../../../arch/index.js';
import type { Scenario } from '../../../transactions/index.js';
import { getRequestedRate } from './shading-rate.js';

/** The mask bit for the whole-pixel unit. Bits 0 to 15 are the pixel's samples. */
export const WHOLE_PIXEL = 1 << 16;

const UNITS_PER_SAMPLED_PIXEL = 17;

/**
 * Edge length of a block in pixels. A block is the size of the largest fragment; smaller fragments are aligned within
 * it.
 */
const BLOCK = 4;

/**
 * The overlap units of the screen (pops.md 8). If no draw declares a sample interlock, a unit is a pixel. Otherwise, a
 * pixel has a unit for each sample bit and one for the pixel itself: an invocation with a pixel interlock holds the
 * pixel's unit and those of its samples, while one with a sample interlock only holds those of its samples. Two
 * invocations overlap if they share a unit, regardless of which draws they belong to and how those are configured.
 */
export class ScreenGrid {
  readonly width: number;
  readonly height: number;
  readonly hasSamples: boolean;
  /** Whether any draw requests fragments larger than a pixel. */
  readonly hasCoarseFragments: boolean;
  readonly unitsPerPixel: number;
  /** Total number of units. */
  readonly unitCount: number;
  private readonly blocksPerRow: number;

  constructor(scenario: Scenario, gfx: Gfx) {
    this.hasCoarseFragments = scenario.draws.some((draw) => {
      const { x, y } = getRequestedRate(gfx, draw);
      return x + y > 0;
    });
    this.width = findMax(
      scenario.draws.map((draw) => draw.width),
      1,
    );
    this.height = findMax(
      scenario.draws.map((draw) => draw.height),
      1,
    );
    this.hasSamples = scenario.draws.some((draw) => draw.interlock.startsWith('sample'));
    this.unitsPerPixel = this.hasSamples ? UNITS_PER_SAMPLED_PIXEL : 1;
    this.unitCount = this.width * this.height * this.unitsPerPixel;
    this.blocksPerRow = Math.ceil(this.width / BLOCK);
  }

  /** Returns the index of the pixel at (x, y), or -1 if it is off the screen. */
  findPixel(x: number, y: number): number {
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? y * this.width + x : -1;
  }

  /** Returns the coordinates of a pixel. */
  getCoordinates(pixel: number): readonly [x: number, y: number] {
    return [pixel % this.width, Math.floor(pixel / this.width)];
  }

  /** Returns the pixel that a unit belongs to. */
  getPixel(unit: number): number {
    return Math.floor(unit / this.unitsPerPixel);
  }

  /** Returns the sample bit of a unit, or undefined for the unit of a whole pixel. */
  getSample(unit: number): number | undefined {
    if (!this.hasSamples) return undefined;
    const sample = unit % this.unitsPerPixel;
    return sample === UNITS_PER_SAMPLED_PIXEL - 1 ? undefined : sample;
  }

  /**
   * Returns a pixel's location, the key used to order the invocations that touch the pixel: the pixel itself, or its
   * 4x4 block if fragments can span several pixels.
   */
  getLocation(pixel: number): number {
    if (!this.hasCoarseFragments) return pixel;
    const [x, y] = this.getCoordinates(pixel);
    return Math.floor(y / BLOCK) * this.blocksPerRow + Math.floor(x / BLOCK);
  }

  /** Returns the first pixel of a location. */
  getFirstPixel(location: number): number {
    if (!this.hasCoarseFragments) return location;
    const row = Math.floor(location / this.blocksPerRow);
    return row * BLOCK * this.width + (location % this.blocksPerRow) * BLOCK;
  }

  /**
   * Returns a mask of the parts of pixel (x, y) that an invocation holds. The bits are relative to the pixel's
   * location. Two invocations with a bit in common share a unit. When locations are single pixels, each bit is one of
   * the pixel's units. When they are blocks, each bit is a pixel in the block. If any draw has a sample interlock, a
   * pixel's bit is only set if the invocation holds all `samples` of the pixel.
   */
  getHeldBits(x: number, y: number, unitMask: number, samples: number): number {
    if (!this.hasCoarseFragments) return unitMask;
    const fullMask = 2 ** samples - 1;
    return this.hasSamples && (unitMask & fullMask) !== fullMask
      ? 0
      : 1 << ((x % BLOCK) + (y % BLOCK) * BLOCK);
  }
}
