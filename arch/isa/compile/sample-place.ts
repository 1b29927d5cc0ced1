import { DIMENSION } from '../image-addresses.js';
import { roundToEven } from '../numbers/float.js';
import type { ImageView } from './image-descriptor.js';
import { type AxisStep, axisTexel, type Sampler } from './sampler.js';

/** Where a lane samples: coordinates, and the packed offset in texels. */
export interface SamplePlace {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly offset: number;
  readonly dimension: number;
  /** Level of the resource. */
  readonly level: number;
}

/** Texel of a footprint, relative to the one with the lowest coordinates. */
export type Corner = readonly [right: number, down: number];

/** Texels of a gather in register order. */
export const FOOTPRINT: readonly Corner[] = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, 0],
];

/** On a face of a cube, coordinates run from 1 to 2. */
const CUBE_ORIGIN = 1;
const FACES_STEP = 8;
const FACES = 6;

const OFFSET_BITS = 6;
const OFFSET_STEP = 8;

/** Signed offset on an axis. */
function offsetOf(packed: number, axis: number): number {
  return (packed << (32 - OFFSET_BITS - OFFSET_STEP * axis)) >> (32 - OFFSET_BITS);
}

function step(offset: number, axis: number, corner: Corner | undefined): AxisStep {
  const ownOffset = offsetOf(offset, axis);
  return corner === undefined
    ? { back: 0, offset: ownOffset }
    : { back: 0.5, offset: ownOffset + corner[axis] };
}

/** Column and row of a sample, or of one corner of its footprint; -1 in the border. */
export function sampleTexel(
  view: ImageView,
  sampler: Sampler,
  { x, y, offset, dimension, level }: SamplePlace,
  corner: Corner | undefined,
): [column: number, row: number] {
  const { width, height } = view.levels[level];
  const origin = dimension === DIMENSION.CUBE ? CUBE_ORIGIN : 0;
  const column = axisTexel(sampler, 0, x - origin, width, step(offset, 0, corner));
  if (dimension === DIMENSION.D1 || dimension === DIMENSION.D1_ARRAY) return [column, 0];
  return [column, axisTexel(sampler, 1, y - origin, height, step(offset, 1, corner))];
}

/** Layer nearest to a coordinate, clamped to the last one. */
function layerOf(view: ImageView, coordinate: number): number {
  const nearest = roundToEven(coordinate);
  return nearest > 0 ? Math.min(view.layers - 1, nearest) : 0;
}

/** Cube face and layer share a number: each layer starts eight after the previous one and has six faces. */
function faceOf(view: ImageView, coordinate: number): number {
  const number = roundToEven(coordinate);
  const layer = Math.floor(number / FACES_STEP);
  return layerOf(view, layer * FACES + (number - layer * FACES_STEP));
}

/** Layer or depth of a sample; -1 in the border. */
export function sampleSlice(view: ImageView, sampler: Sampler, place: SamplePlace): number {
  const { y, z, offset, dimension, level } = place;
  switch (dimension) {
    case DIMENSION.D3:
      return axisTexel(sampler, 2, z, view.levels[level].depth, step(offset, 2, undefined));
    case DIMENSION.CUBE:
      return faceOf(view, z);
    case DIMENSION.D1_ARRAY:
      return layerOf(view, y);
    case DIMENSION.D2_ARRAY:
      return layerOf(view, z);
    default:
      return 0;
  }
}
