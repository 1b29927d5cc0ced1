import { type Point, type RasterSamples, samplePosition } from './rasteriser.js';

/** Where in a fragment an invocation's inputs are taken. */
export type Place = 'centre' | 'centroid' | 'sample';

/** Units of coordinates in a pixel, and in half of one. */
const PIXEL = 256;
const HALF_PIXEL = 128;

/** The fragment of an invocation: the pixel at its top left, its size, and the covered samples that it is for. */
export interface Fragment {
  readonly x: number;
  readonly y: number;
  /** In fine pixels; 1 by 1 but for coarse rates. */
  readonly width: number;
  readonly height: number;
  /** As in a mask column of `WaveFormed.quads`; 0 for a helper. */
  readonly samples: number;
  /** The first sample of its iteration. */
  readonly sampleId: number;
}

/**
 * The point of the screen at which an input of an invocation is taken, in 1/256 pixel. A centroid is the centre where
 * every sample is covered, and for helpers; else the covered sample nearest to the centre, of several the lowest.
 */
export function pointAt(place: Place, fragment: Fragment, samples: RasterSamples): Point {
  const [dx, dy] = offsetOf(place, fragment, samples);
  return [fragment.x * PIXEL + dx, fragment.y * PIXEL + dy];
}

function offsetOf(place: Place, fragment: Fragment, samples: RasterSamples): Point {
  if (place === 'sample') return samplePosition(samples, fragment.sampleId);
  const { width, height } = fragment;
  const bits = width * height * samples;
  const centre: Point = [width * HALF_PIXEL, height * HALF_PIXEL];
  if (place === 'centre' || fragment.samples === 0 || fragment.samples === 2 ** bits - 1) return centre;
  const covered = Array.from({ length: bits }, (_, bit) => bit)
    .filter((bit) => (fragment.samples >>> bit) & 1)
    .map((bit) => positionOf(bit, width, samples));
  return covered.reduce((nearest, point) =>
    distance(point, centre) < distance(nearest, centre) ? point : nearest,
  );
}

/** Position of a bit of a fragment's mask from its top-left corner. */
function positionOf(bit: number, width: number, samples: RasterSamples): Point {
  const pixel = Math.floor(bit / samples);
  const [x, y] = samplePosition(samples, bit % samples);
  return [(pixel % width) * PIXEL + x, Math.floor(pixel / width) * PIXEL + y];
}

function distance([x, y]: Point, [centreX, centreY]: Point): number {
  return (x - centreX) ** 2 + (y - centreY) ** 2;
}
