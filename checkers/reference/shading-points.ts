import { type Point, type RasterSamples, samplePosition } from './rasteriser.js';

/** Where in a pixel an invocation's inputs are taken. */
export type Place = 'centre' | 'centroid' | 'sample';

/** Units of coordinates in a pixel, and its middle. */
const PIXEL = 256;
const MIDDLE = 128;

/** The pixel of an invocation, the covered samples that it is for (0 for a helper), and the first of them. */
export interface ShadedPixel {
  readonly x: number;
  readonly y: number;
  readonly samples: number;
  readonly sampleId: number;
}

/**
 * The point of the screen at which an input of an invocation is taken, in 1/256 pixel. A centroid is the centre where
 * every sample is covered, and for helpers; else the covered sample nearest to the centre, of several the lowest.
 */
export function pointAt(place: Place, pixel: ShadedPixel, samples: RasterSamples): Point {
  const [dx, dy] = offsetOf(place, pixel, samples);
  return [pixel.x * PIXEL + dx, pixel.y * PIXEL + dy];
}

function offsetOf(place: Place, pixel: ShadedPixel, samples: RasterSamples): Point {
  if (place === 'sample') return samplePosition(samples, pixel.sampleId);
  const all = 2 ** samples - 1;
  if (place === 'centre' || pixel.samples === 0 || pixel.samples === all) return [MIDDLE, MIDDLE];
  const covered = Array.from({ length: samples }, (_, sample) => sample)
    .filter((sample) => (pixel.samples >>> sample) & 1)
    .map((sample) => samplePosition(samples, sample));
  return covered.reduce((nearest, point) => (distance(point) < distance(nearest) ? point : nearest));
}

function distance([x, y]: Point): number {
  return (x - MIDDLE) ** 2 + (y - MIDDLE) ** 2;
}
