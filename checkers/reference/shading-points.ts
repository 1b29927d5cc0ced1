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

/** A point of the screen in 1/256 pixel, written anew for each input. */
export interface Aim {
  x: number;
  y: number;
}

/**
 * Aims at the point of the screen at which an input of an invocation is taken. A centroid is the centre where every
 * sample is covered, and for helpers; else the covered sample nearest to the centre, of several the lowest.
 */
export function aimAt(aim: Aim, place: Place, fragment: Fragment, samples: RasterSamples): void {
  aim.x = fragment.x * PIXEL;
  aim.y = fragment.y * PIXEL;
  if (place === 'sample') add(aim, samplePosition(samples, fragment.sampleId));
  else if (place === 'centroid' && isPartlyCovered(fragment, samples))
    add(aim, centroidOf(fragment, samples));
  else {
    aim.x += fragment.width * HALF_PIXEL;
    aim.y += fragment.height * HALF_PIXEL;
  }
}

function add(aim: Aim, [dx, dy]: Point): void {
  aim.x += dx;
  aim.y += dy;
}

function isPartlyCovered({ width, height, samples: mask }: Fragment, samples: RasterSamples): boolean {
  return mask !== 0 && mask !== 2 ** (width * height * samples) - 1;
}

function centroidOf({ width, height, samples: mask }: Fragment, samples: RasterSamples): Point {
  const centre: Point = [width * HALF_PIXEL, height * HALF_PIXEL];
  const covered = Array.from({ length: width * height * samples }, (_, bit) => bit)
    .filter((bit) => (mask >>> bit) & 1)
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
