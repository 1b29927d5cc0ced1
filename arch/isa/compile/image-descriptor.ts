import type { Gfx } from '../../chips.js';
import { isAtLeast } from '../../since-generation.js';
import { joinAddress } from '../addressing.js';
import { DIMENSION } from '../image-addresses.js';
import { UnsupportedOperation } from '../instruction.js';
import type { TexelFormat, TexelView } from '../texels/format.js';
import { getImageFormat } from '../texels/format-numbers.js';

interface ImageLevel {
  readonly offset: number;
  /** Row pitch in bytes. */
  readonly pitch: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

/** Parameters that determine the layout of a linear image. */
interface LinearImage {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Row pitch of the largest level in texels. Ignored if it is less than the width. */
  readonly pitch: number;
  /** Number of levels. */
  readonly count: number;
  /** Number of bytes per texel. */
  readonly bytes: number;
}

const ROW_ALIGNMENT = 256;

/**
 * Returns the levels of a linear image. On real hardware, the driver chooses the layout. Here, a layer's levels are
 * consecutive, each with its own row pitch. Layers, or the fragments of a multisampled image, are also consecutive.
 */
function layOutLevels(image: LinearImage): { levels: readonly ImageLevel[]; layerBytes: number } {
  const levels: ImageLevel[] = [];
  let offset = 0;
  for (let i = 0; i < image.count; i++) {
    const [width, height, depth] = [image.width, image.height, image.depth].map((size) =>
      Math.max(1, size >> i),
    );
    const hasExplicitPitch = i === 0 && image.pitch >= image.width;
    const pitch = hasExplicitPitch
      ? image.pitch * image.bytes
      : Math.ceil((width * image.bytes) / ROW_ALIGNMENT) * ROW_ALIGNMENT;
    levels.push({ offset, pitch, width, height, depth });
    offset += pitch * height * depth;
  }
  return { levels, layerBytes: offset };
}

/** An image, decoded from its descriptor. Immutable, so requests may retain it. */
export interface ImageView extends TexelView {
  readonly base: number;
  /** The instruction's dimension code (`DIMENSION`). */
  readonly dimension: number;
  /** All levels of the resource, largest first. */
  readonly levels: readonly ImageLevel[];
  /** The first accessible level. */
  readonly baseLevel: number;
  /** The last accessible level. */
  readonly lastLevel: number;
  /** Minimum level of detail of a sample, relative to the base level. */
  readonly minLevel: number;
  readonly firstLayer: number;
  readonly layers: number;
  /** Byte stride between layers or fragments. */
  readonly layerBytes: number;
  readonly fragments: number;
}

const TYPE_OFFSET = 8;
const LINEAR_TILING = 0;
const CHANNEL_SELECTS = 0xfff;
const LEVEL_FRACTION = 256;

const ARRAY_DIMENSIONS: readonly number[] = [
  DIMENSION.CUBE,
  DIMENSION.D1_ARRAY,
  DIMENSION.D2_ARRAY,
  DIMENSION.D2_MSAA_ARRAY,
];
/**
 * The dimensions whose descriptors may contain a pitch in the depth field on GFX10.3 and later (ROCm's image headers).
 */
const PITCHED_DIMENSIONS: readonly number[] = [DIMENSION.D1, DIMENSION.D2, DIMENSION.D2_MSAA];

function getFormatNumber(word1: number, gfx: Gfx): number {
  if (gfx === 'gfx9') return ((word1 >>> 20) & 0x3f) | (((word1 >>> 26) & 15) << 6);
  if (isAtLeast(gfx, 'gfx12')) return (word1 >>> 17) & 0xff;
  return (word1 >>> 20) & (isAtLeast(gfx, 'gfx11') ? 0xff : 0x1ff);
}

/** Returns the view's first and last level and the resource's last level. The field positions differ on GFX12. */
function decodeLevels([, word1, , word3, , word5]: Int32Array, gfx: Gfx): readonly [number, number, number] {
  if (isAtLeast(gfx, 'gfx12')) return [(word1 >>> 25) & 31, (word3 >>> 15) & 31, (word1 >>> 12) & 31];
  const lastLevel = gfx === 'gfx9' ? word5 >>> 28 : (word5 >>> 4) & 15;
  return [(word3 >>> 12) & 15, (word3 >>> 16) & 15, lastLevel];
}

/** Returns the minimum level of detail, in units of 1/256. */
function decodeMinLevel([, word1, , , , word5, word6]: Int32Array, gfx: Gfx): number {
  return isAtLeast(gfx, 'gfx12') ? (word5 >>> 26) | ((word6 & 0x7f) << 6) : (word1 >>> 8) & 0xfff;
}

function decodeFormat(word1: number, gfx: Gfx): TexelFormat {
  const number = getFormatNumber(word1, gfx);
  const format = getImageFormat(number, gfx);
  if (format === undefined) throw new UnsupportedOperation(`image format ${number}`);
  return format;
}

function decodeWidth(word1: number, word2: number, gfx: Gfx): number {
  const widthMinusOne = gfx === 'gfx9' ? word2 & 0x3fff : (word1 >>> 30) | ((word2 & 0xfff) << 2);
  return widthMinusOne + 1;
}

/** Returns the row pitch of the largest level in texels, or 0 if the descriptor has none. */
function decodePitch(word4: number, dimension: number, gfx: Gfx): number {
  if (gfx === 'gfx9') return ((word4 >>> 13) & 0xffff) + 1;
  return gfx !== 'gfx10' && PITCHED_DIMENSIONS.includes(dimension) ? (word4 & 0x3fff) + 1 : 0;
}

function decodeDimension(word3: number): number {
  const type = word3 >>> 28;
  if (type < TYPE_OFFSET) throw new UnsupportedOperation(`image type ${type}`);
  const tiling = (word3 >>> 20) & 31;
  if (tiling !== LINEAR_TILING) throw new UnsupportedOperation(`image tiling ${tiling}`);
  return type - TYPE_OFFSET;
}

function decodeView(words: Int32Array, gfx: Gfx): ImageView {
  const [word0, word1, word2, word3, word4, word5] = words;
  const dimension = decodeDimension(word3);
  const format = decodeFormat(word1, gfx);
  const isMultisampled = dimension >= DIMENSION.D2_MSAA;
  const [first, last, lastInResource] = decodeLevels(words, gfx);
  const lastLevel = isMultisampled ? 0 : last;
  if (!isMultisampled && first > last) throw new UnsupportedOperation(`image levels ${first} to ${last}`);
  const lastSlice = word4 & 0x1fff;
  const firstLayer = gfx === 'gfx9' ? word5 & 0x1fff : (word4 >>> 16) & 0x1fff;
  const hasOneRow = dimension === DIMENSION.D1 || dimension === DIMENSION.D1_ARRAY;
  const { levels, layerBytes } = layOutLevels({
    width: decodeWidth(word1, word2, gfx),
    height: hasOneRow ? 1 : ((word2 >>> 14) & 0x3fff) + 1,
    depth: dimension === DIMENSION.D3 ? lastSlice + 1 : 1,
    pitch: decodePitch(word4, dimension, gfx),
    count: (isMultisampled ? 0 : Math.max(lastInResource, lastLevel)) + 1,
    bytes: format.bytes,
  });
  return {
    format,
    selects: word3 & CHANNEL_SELECTS,
    base: joinAddress(word0 << 8, (word0 >>> 24) | ((word1 & 0xff) << 8)),
    dimension,
    levels,
    baseLevel: isMultisampled ? 0 : first,
    lastLevel,
    minLevel: decodeMinLevel(words, gfx) / LEVEL_FRACTION,
    firstLayer: ARRAY_DIMENSIONS.includes(dimension) ? firstLayer : 0,
    layers: ARRAY_DIMENSIONS.includes(dimension) ? lastSlice - firstLayer + 1 : 1,
    layerBytes,
    fragments: isMultisampled ? 2 ** last : 1,
  };
}

/** Number of descriptor words used by linear images. */
const WORD_COUNT = 7;

/**
 * Returns a function that decodes the `count` words of a descriptor at index `first` of the scalar operand space. It
 * returns the same object until the words change.
 */
export function makeDescriptorReader<T>(
  first: number,
  count: number,
  decode: (words: Int32Array) => T,
): (s: Int32Array) => T {
  const cachedWords = new Int32Array(count);
  let decoded: T | undefined;
  return (s) => {
    for (let i = 0; i < count; i++) {
      if (cachedWords[i] === s[first + i]) continue;
      cachedWords[i] = s[first + i];
      decoded = undefined;
    }
    decoded ??= decode(cachedWords);
    return decoded;
  };
}

/** Returns a function that reads the image descriptor at `index` in the scalar operand space. */
export function makeImageReader(index: number, gfx: Gfx): (s: Int32Array) => ImageView {
  return makeDescriptorReader(index, WORD_COUNT, (words) => decodeView(words, gfx));
}

/**
 * Returns the byte address of a texel, or -1 if it is outside the image. `slice` is the layer, or the depth in a
 * volume. `level` is counted from the resource's largest level.
 */
export function getTexelAddress(
  view: ImageView,
  level: number,
  x: number,
  y: number,
  slice: number,
  fragment: number,
): number {
  if (level < view.baseLevel || level > view.lastLevel) return -1;
  const { offset, pitch, width, height, depth } = view.levels[level];
  if (x < 0 || y < 0 || slice < 0 || fragment < 0) return -1;
  if (x >= width || y >= height || fragment >= view.fragments) return -1;
  const isVolume = view.dimension === DIMENSION.D3;
  if (slice >= (isVolume ? depth : view.layers)) return -1;
  const layer = isVolume ? 0 : view.firstLayer + slice;
  const row = (isVolume ? slice * height : 0) + y;
  const levelOffset = (layer * view.fragments + fragment) * view.layerBytes + offset;
  return view.base + levelOffset + row * pitch + x * view.format.bytes;
}
