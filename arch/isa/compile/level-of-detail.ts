import type { WaveState } from '../../wave-state.js';
import { countSpatialCoordinates, DIMENSION, type ImageAddresses } from '../image-addresses.js';
import { UnsupportedOperation } from '../instruction.js';
import { log2 } from '../numbers/transcendental.js';
import type { SampleArguments } from '../rows/memory-row.js';
import type { ImageView } from './image-descriptor.js';
import { readFloat } from './image-operands.js';
import { LEVEL_FILTER, type Sampler } from './sampler.js';

/** Inputs for computing the level of detail of a lane's sample. */
export interface LevelContext {
  readonly wave: WaveState;
  readonly view: ImageView;
  readonly sampler: Sampler;
  readonly addresses: ImageAddresses;
  readonly dimension: number;
}

const FACE = 2;
const RIGHT = 1;
const DOWN = 2;

/** Returns the difference in one coordinate between the quad's first lane and a neighbour. */
function readDifference(
  { wave, addresses, dimension }: LevelContext,
  lane: number,
  neighbour: number,
  i: number,
): number {
  const first = lane & ~3;
  const readCoordinate = (laneInQuad: number, coordinate: number) =>
    readFloat(wave, addresses.coordinates[coordinate], first + laneInQuad);
  if (dimension === DIMENSION.CUBE && readCoordinate(neighbour, FACE) !== readCoordinate(0, FACE)) {
    throw new UnsupportedOperation('level of detail across cube faces');
  }
  return readCoordinate(neighbour, i) - readCoordinate(0, i);
}

/** Returns the squared length of a step to the right or down, in texels of the base level. */
function computeSquaredLength(
  context: LevelContext,
  lane: number,
  neighbour: typeof RIGHT | typeof DOWN,
): number {
  const { wave, view, sampler, addresses, dimension } = context;
  const derivatives = neighbour === RIGHT ? addresses.right : addresses.down;
  const { width, height, depth } = view.levels[view.baseLevel];
  const sizes = [width, height, depth];
  let sum = 0;
  for (let i = 0; i < countSpatialCoordinates(dimension); i++) {
    const delta =
      derivatives.length > 0
        ? readFloat(wave, derivatives[i], lane)
        : readDifference(context, lane, neighbour, i);
    const texels = sampler.isUnnormalised ? delta : delta * sizes[i];
    sum += texels * texels;
  }
  return sum;
}

/**
 * Returns the unclamped level of detail: the level passed to the instruction, or log2 of the longer step in texels
 * (computed exactly, while hardware approximates it), plus biases. It is 0 if the instruction samples level zero.
 */
export function computeLevel(context: LevelContext, sample: SampleArguments, lane: number): number {
  const { wave, sampler, addresses } = context;
  if (sample.level === 'zero') return 0;
  const bias = sampler.bias + (addresses.bias === undefined ? 0 : readFloat(wave, addresses.bias, lane));
  if (sample.level === 'explicit') return readFloat(wave, addresses.levelOperand!, lane) + bias;
  const squaredLength = Math.max(
    computeSquaredLength(context, lane, RIGHT),
    computeSquaredLength(context, lane, DOWN),
  );
  return 0.5 * log2(squaredLength) + bias;
}

/** Clamps a level of detail to the limits of the sampler, the image and the instruction. NaN becomes the minimum. */
export function clampLevel(
  { wave, view, sampler, addresses }: LevelContext,
  sample: SampleArguments,
  lane: number,
  level: number,
): number {
  const min = Math.max(sampler.minLevel, view.minLevel);
  const lowerBound = sample.hasClamp ? Math.max(min, readFloat(wave, addresses.levelOperand!, lane)) : min;
  const max = Math.min(sampler.maxLevel, view.lastLevel - view.baseLevel);
  return Number.isNaN(level) ? lowerBound : Math.min(max, Math.max(lowerBound, level));
}

/** Returns the image level that a clamped level of detail selects. */
export function selectLevel(view: ImageView, { levelFilter }: Sampler, level: number): number {
  if (levelFilter === LEVEL_FILTER.NONE) return view.baseLevel;
  if (levelFilter !== LEVEL_FILTER.POINT) throw new UnsupportedOperation('filtering between mip levels');
  const nearest = Math.floor(Math.max(0, level) + 0.5);
  return Math.min(view.lastLevel, view.baseLevel + nearest);
}
