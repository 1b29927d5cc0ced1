import { UnsupportedOperation } from '../instruction.js';
import { makeDescriptorReader } from './image-descriptor.js';

/** Wrap mode codes used in sampler descriptors. */
const WRAP_MODE = {
  REPEAT: 0,
  MIRROR: 1,
  LAST_TEXEL: 2,
  MIRROR_ONCE_LAST_TEXEL: 3,
  HALF_BORDER: 4,
  MIRROR_ONCE_HALF_BORDER: 5,
  BORDER: 6,
  MIRROR_ONCE_BORDER: 7,
} as const;

/**
 * Reduces a coordinate to a single period if the mode is periodic, treating infinities and NaN as 0. Returns it
 * unchanged for other modes.
 */
function wrapToPeriod(mode: number, coordinate: number): number {
  if (mode !== WRAP_MODE.REPEAT && mode !== WRAP_MODE.MIRROR) return coordinate;
  if (!Number.isFinite(coordinate)) return 0;
  const period = mode === WRAP_MODE.MIRROR ? 2 : 1;
  return coordinate - period * Math.floor(coordinate / period);
}

function modulo(value: number, size: number): number {
  const remainder = value % size;
  return remainder < 0 ? remainder + size : remainder;
}

function mirrorOnce(index: number): number {
  return index < 0 ? -1 - index : index;
}

function clamp(index: number, size: number): number {
  return Math.max(0, Math.min(size - 1, index));
}

function toIndexOrBorder(index: number, size: number): number {
  return index < 0 || index >= size ? -1 : index;
}

/** A sampler, decoded from its descriptor. Immutable. */
export interface Sampler {
  /** Wrap modes for columns, rows and depth. */
  readonly modes: readonly [number, number, number];
  /** Whether coordinates are in texels. */
  readonly isUnnormalised: boolean;
  /** The descriptor's code for comparing a texel with the reference value. */
  readonly comparison: number;
  readonly minLevel: number;
  readonly maxLevel: number;
  readonly bias: number;
  readonly levelFilter: number;
  /** Code of the border colour: transparent black, opaque black, opaque white, or a colour in memory. */
  readonly border: number;
  /** Whether any filter other than nearest applies, within or between slices. */
  readonly isFiltered: boolean;
}

export const LEVEL_FILTER = { NONE: 0, POINT: 1 } as const;

const BORDER_IN_MEMORY = 3;
const LEVEL_FRACTION = 256;
const LINEAR_BETWEEN_SLICES = 2;
const WORD_COUNT = 4;

function decodeSampler(words: Int32Array): Sampler {
  const [word0, word1, word2, word3] = words;
  const modes = [word0 & 7, (word0 >>> 3) & 7, (word0 >>> 6) & 7] as const;
  return {
    modes,
    isUnnormalised: ((word0 >>> 15) & 1) !== 0,
    comparison: (word0 >>> 12) & 7,
    minLevel: (word1 & 0xfff) / LEVEL_FRACTION,
    maxLevel: ((word1 >>> 12) & 0xfff) / LEVEL_FRACTION,
    bias: ((word2 << 18) >> 18) / LEVEL_FRACTION,
    levelFilter: (word2 >>> 26) & 3,
    border: word3 >>> 30,
    isFiltered: ((word2 >>> 20) & 15) !== 0 || ((word2 >>> 24) & 3) === LINEAR_BETWEEN_SLICES,
  };
}

/** Returns a function that reads the sampler at index `first` of the scalar operand space. */
export function makeSamplerReader(first: number): (s: Int32Array) => Sampler {
  return makeDescriptorReader(first, WORD_COUNT, decodeSampler);
}

const BORDER_MODES: readonly number[] = [WRAP_MODE.BORDER, WRAP_MODE.MIRROR_ONCE_BORDER];

/**
 * Rejects samplers that need multiple texels per result or a colour from outside the descriptor: those with filters,
 * half-border modes, or border colours in memory.
 *
 * @param axes number of coordinates that wrap, 1 to 3
 * @param gathers whether the instruction is a gather, which returns four texels unfiltered
 */
export function requireNearest({ modes, isFiltered, border }: Sampler, axes: number, gathers: boolean): void {
  if (isFiltered && !gathers) throw new UnsupportedOperation('sampler filter other than nearest');
  for (const mode of modes.slice(0, axes)) {
    if (mode === WRAP_MODE.HALF_BORDER || mode === WRAP_MODE.MIRROR_ONCE_HALF_BORDER)
      throw new UnsupportedOperation(`sampler wrap mode ${mode}`);
    if (BORDER_MODES.includes(mode) && border === BORDER_IN_MEMORY)
      throw new UnsupportedOperation('border colour in memory');
  }
}

/**
 * Returns the texel index on an axis of `size` texels, or -1 if it is in the border. NaN coordinates count as 0.
 *
 * @param shift number of texels to subtract before rounding down: half a texel for the first texel of a linear footprint
 * @param offset number of whole texels to add after rounding
 */
export function getAxisTexel(
  { modes, isUnnormalised }: Sampler,
  axis: number,
  coordinate: number,
  size: number,
  shift: number,
  offset: number,
): number {
  const mode = modes[axis];
  const value = Number.isNaN(coordinate) ? 0 : coordinate;
  const position = Math.fround(wrapToPeriod(mode, isUnnormalised ? value / size : value) * size);
  const index = Math.floor(position - shift) + offset;
  switch (mode) {
    case WRAP_MODE.REPEAT:
      return modulo(index, size);
    case WRAP_MODE.MIRROR: {
      const wrapped = modulo(index, 2 * size);
      return wrapped < size ? wrapped : 2 * size - 1 - wrapped;
    }
    case WRAP_MODE.LAST_TEXEL:
      return clamp(index, size);
    case WRAP_MODE.MIRROR_ONCE_LAST_TEXEL:
      return clamp(mirrorOnce(index), size);
    case WRAP_MODE.MIRROR_ONCE_BORDER:
      return toIndexOrBorder(mirrorOnce(index), size);
    default:
      return toIndexOrBorder(index, size);
  }
}
