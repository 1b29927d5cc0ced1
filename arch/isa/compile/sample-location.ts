import { DIMENSION } from '../image-addresses.js';
import { roundToEven } from '../numbers/float.js';
import type { ImageView } from './image-descriptor.js';
import { type AxisStep, getAxisTexel, type Sampler } from './sampler.js';

/** The location sampled by a lane: its coordinates, packed offset in texels, dimension and level. */
export interface SampleLocation {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly offset: number;
  readonly dimension: number;
  /** The level of the resource. */
  readonly level: number;
}

/** A texel of a footprint, relative to the one with the lowest coordinates. */
type Corner = readonly [right: number, down: number];

/** The texels of a gather, in the order of the registers that receive them. */
export const FOOTPRINT: readonly Corner[] = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, 0],
];

/** Coordinates on a cube face range from 1 to 2. */
const CUBE_ORIGIN = 1;
const LAYER_STEP = 8;
const FACES_PER_LAYER = 6;

const OFFSET_BITS = 6;
const OFFSET_STEP = 8;

/** Returns the signed offset along an axis. */
function getOffset(packed: number, axis: number): number {
  return (packed << (32 - OFFSET_BITS - OFFSET_STEP * axis)) >> (32 - OFFSET_BITS);
}

function getAxisStep(offset: number, axis: number, corner: Corner | undefined): AxisStep {
  const axisOffset = getOffset(offset, axis);
  return corner === undefined
    ? { shift: 0, offset: axisOffset }
    : { shift: 0.5, offset: axisOffset + corner[axis] };
}

/** Returns the column and row of a sample or of a corner of its footprint. Positions in the border are -1. */
export function locateTexel(
  view: ImageView,
  sampler: Sampler,
  { x, y, offset, dimension, level }: SampleLocation,
  corner: Corner | undefined,
): [column: number, row: number] {
  const { width, height } = view.levels[level];
  const origin = dimension === DIMENSION.CUBE ? CUBE_ORIGIN : 0;
  const column = getAxisTexel(sampler, 0, x - origin, width, getAxisStep(offset, 0, corner));
  if (dimension === DIMENSION.D1 || dimension === DIMENSION.D1_ARRAY) return [column, 0];
  return [column, getAxisTexel(sampler, 1, y - origin, height, getAxisStep(offset, 1, corner))];
}

/** Returns the layer nearest to a coordinate, clamped to the existing layers. */
function getLayer(view: ImageView, coordinate: number): number {
  const nearest = roundToEven(coordinate);
  return nearest > 0 ? Math.min(view.layers - 1, nearest) : 0;
}

/** Returns the slice of a cube face. The coordinate is layer * 8 + face, and each layer has six faces. */
function getFaceSlice(view: ImageView, coordinate: number): number {
  const faceNumber = roundToEven(coordinate);
  const layer = Math.floor(faceNumber / LAYER_STEP);
  return getLayer(view, layer * FACES_PER_LAYER + (faceNumber - layer * LAYER_STEP));
}

/** Returns the layer or depth of a sample, or -1 if it is in the border. */
export function locateSlice(view: ImageView, sampler: Sampler, location: SampleLocation): number {
  const { y, z, offset, dimension, level } = location;
  switch (dimension) {
    case DIMENSION.D3:
      return getAxisTexel(sampler, 2, z, view.levels[level].depth, getAxisStep(offset, 2, undefined));
    case DIMENSION.CUBE:
      return getFaceSlice(view, z);
    case DIMENSION.D1_ARRAY:
      return getLayer(view, y);
    case DIMENSION.D2_ARRAY:
      return getLayer(view, z);
    default:
      return 0;
  }
}
