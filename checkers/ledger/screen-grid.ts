import type { Scenario } from '../../transactions/index.js';

/** Mask bit of the unit that stands for a whole pixel; bits 0 to 15 are its samples. */
export const WHOLE_PIXEL = 1 << 16;

const UNITS_WITH_SAMPLES = 17;

/**
 * Overlap units of the screen (pops.md 8). Where every draw declares a pixel interlock a unit is a pixel. As soon
 * as one declares a sample interlock, a pixel has one unit a sample bit and one for the pixel as such: a
 * pixel-interlocked invocation holds that one and its samples, a sample-interlocked one its samples only. Two
 * invocations overlap when they hold a common unit, whatever the two draws declare.
 */
export class ScreenGrid {
  readonly width: number;
  readonly height: number;
  readonly hasSamples: boolean;
  readonly unitsPerPixel: number;
  /** Number of units. */
  readonly units: number;

  constructor(scenario: Scenario) {
    this.width = Math.max(1, ...scenario.draws.map((draw) => draw.width));
    this.height = Math.max(1, ...scenario.draws.map((draw) => draw.height));
    this.hasSamples = scenario.draws.some((draw) => draw.interlock.startsWith('sample'));
    this.unitsPerPixel = this.hasSamples ? UNITS_WITH_SAMPLES : 1;
    this.units = this.width * this.height * this.unitsPerPixel;
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

  /** Sample bit that a unit stands for, or undefined for a whole pixel. */
  sampleOf(unit: number): number | undefined {
    if (!this.hasSamples) return undefined;
    const sample = unit % this.unitsPerPixel;
    return sample === UNITS_WITH_SAMPLES - 1 ? undefined : sample;
  }
}
