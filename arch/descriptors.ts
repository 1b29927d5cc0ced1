import type { Gfx } from './chips.js';
import { DIMENSION } from './isa/image-addresses.js';
import { FIRST_CHANNEL, parseTexelFormat, type TexelFormat } from './isa/texels/format.js';
import { getDescriptorFormat } from './isa/texels/format-numbers.js';
import { getGenerationEntry, type SinceGeneration } from './since-generation.js';

const ONE = 1;
const CHANNELS = 4;

/**
 * Returns the 3-bit selects for X, Y, Z and W. Channels missing from the format read as 0, except W, which reads as 1.
 */
export function encodeChannelSelects({ channels }: TexelFormat): number {
  return Array.from({ length: CHANNELS }, (_, i) => {
    if (i < channels.length) return FIRST_CHANNEL + i;
    return i === CHANNELS - 1 ? ONE : 0;
  }).reduce((bits, select, i) => bits | (select << (3 * i)), 0);
}

/** The buffer properties encoded in a descriptor. */
export interface BufferShape {
  readonly address: number;
  readonly bytes: number;
  /** Number of bytes per record, or 0 for a raw buffer. */
  readonly stride: number;
  /** Element format, as an unprefixed hardware name (`32_UINT`), or undefined for raw and structured buffers. */
  readonly format?: string;
  /** Whether dwords are interleaved in groups of 64 records. */
  readonly swizzle?: boolean;
}

/** The last descriptor word of a raw buffer, as drivers write it (corpus descriptors.json, `buf`). */
const RAW_WORD: SinceGeneration<number> = {
  gfx9: 0x00027fac,
  gfx10: 0x31016fac,
  gfx11: 0x30016fac,
};

/**
 * The last descriptor word of a typed buffer, apart from the format and channel selects (corpus descriptors.json,
 * `tbo`). Range checks use the index and the offset.
 */
const TYPED_WORD: SinceGeneration<number> = {
  gfx9: 0,
  gfx10: 0x01000000,
  gfx11: 0,
};

/** Bit in the second word that sets SWIZZLE_ENABLE for dword elements. */
const SWIZZLE_BIT: SinceGeneration<number> = {
  gfx9: 0x80000000,
  gfx11: 0x40000000,
};

/** Bits that set INDEX_STRIDE to 64 records. */
const INDEX_STRIDE_64 = 3 << 21;

/** Mask that clears OOB_SELECT on GFX10 and later, so that the record index is checked as well as the offset. */
const WITHOUT_OOB_SELECT = ~(3 << 28);

/** Returns the four words of a buffer descriptor. Throws if the generation does not support the format for buffers. */
export function encodeBufferDescriptor(gfx: Gfx, shape: BufferShape): number[] {
  const { address, bytes, stride, format, swizzle = false } = shape;
  const word1 =
    (Math.floor(address / 2 ** 32) & 0xffff) |
    (stride << 16) |
    (swizzle ? getGenerationEntry(SWIZZLE_BIT, gfx) : 0);
  const records = stride === 0 ? bytes : Math.floor(bytes / stride);
  return [address % 2 ** 32, word1 >>> 0, records, encodeLastWord(gfx, stride, format, swizzle)];
}

function encodeLastWord(gfx: Gfx, stride: number, format: string | undefined, swizzle: boolean): number {
  const interleaving = swizzle ? INDEX_STRIDE_64 : 0;
  const raw = getGenerationEntry(RAW_WORD, gfx);
  if (format === undefined) return ((stride === 0 ? raw : raw & WITHOUT_OOB_SELECT) | interleaving) >>> 0;
  const { data, number } = getDescriptorFormat(format, gfx);
  if (number !== undefined && data >= 16) throw new Error(`${gfx} does not support buffer format ${format}`);
  const bits = number === undefined ? data << 12 : (data << 15) | (number << 12);
  return (
    (getGenerationEntry(TYPED_WORD, gfx) |
      bits |
      encodeChannelSelects(parseTexelFormat(format)!) |
      interleaving) >>>
    0
  );
}

/** Instruction dimension codes, by the API name of the image kind. */
export const IMAGE_KINDS = {
  '1d': DIMENSION.D1,
  '2d': DIMENSION.D2,
  '3d': DIMENSION.D3,
  cube: DIMENSION.CUBE,
  '1d-array': DIMENSION.D1_ARRAY,
  '2d-array': DIMENSION.D2_ARRAY,
  '2d-ms': DIMENSION.D2_MSAA,
  '2d-ms-array': DIMENSION.D2_MSAA_ARRAY,
} as const;

/** An image kind, as in state files (state-file.md). */
export type ImageKind = keyof typeof IMAGE_KINDS;

/** The properties encoded in the descriptor of a linear image. */
export interface ImageShape {
  /** Address of the image; a multiple of 256. */
  readonly address: number;
  readonly kind: ImageKind;
  /** Texel format, as an unprefixed hardware name (`8_8_8_8_UNORM`). */
  readonly format: string;
  readonly width: number;
  readonly height: number;
  /** Number of slices of a volume, number of faces of a cube, or number of layers. */
  readonly depth: number;
  readonly samples: number;
  /** Number of levels, if there are several. */
  readonly levels?: number;
}

/** Single-layer kinds, whose descriptors hold a pitch on GFX12 and later. */
const PITCHED_KINDS: readonly ImageKind[] = ['1d', '2d', '2d-ms'];

const ROW_BYTES = 256;

/** Offset from an instruction's dimension code to the descriptor's type. */
const TYPE_OFFSET = 8;

/** Other bits that drivers set, by word index (corpus descriptors.json, `img`). */
const FIXED_BITS: SinceGeneration<Readonly<Record<2 | 5 | 6, number>>> = {
  gfx9: { 2: 0x40000000, 5: 0, 6: 0 },
  gfx10: { 2: 0x80000000, 5: 0x00400000, 6: 0 },
  gfx11: { 2: 0, 5: 0x00400000, 6: 0 },
  gfx12: { 2: 0, 5: 0x00400000, 6: 0x00208000 },
};

interface FieldPositions {
  /** Lowest bit of the format, in the second word. */
  readonly format: number;
  /**
   * Lowest bit of the fourth word's last-level field, which holds log2 of the sample count for multisampled images.
   */
  readonly last: number;
  /** Whether a single-layer image stores its pitch, in texels minus one, in the depth field. */
  readonly hasPitch: boolean;
}

const FIELD_POSITIONS: SinceGeneration<FieldPositions> = {
  gfx9: { format: 20, last: 16, hasPitch: false },
  gfx12: { format: 17, last: 15, hasPitch: true },
};

/** Returns the row pitch of an image in bytes. */
export function getImageRowBytes({ width, format }: Pick<ImageShape, 'width' | 'format'>): number {
  return Math.ceil((width * getTexelBytes(format)) / ROW_BYTES) * ROW_BYTES;
}

/** Returns the size of a whole image in bytes. */
export function getImageBytes(shape: Omit<ImageShape, 'address'>): number {
  return getImageRowBytes(shape) * shape.height * shape.depth * shape.samples;
}

/** Returns the eight words of an image descriptor. Throws if the generation does not support the format. */
export function encodeImageDescriptor(gfx: Gfx, shape: ImageShape): number[] {
  const { address, kind, width, height, depth, samples, levels = 1 } = shape;
  const units = address / 256;
  const { data, number } = getDescriptorFormat(shape.format, gfx);
  const addressHigh = Math.floor(units / 2 ** 32) & 0xff;
  const last = samples > 1 ? 31 - Math.clz32(samples) : levels - 1;
  const selects = encodeChannelSelects(parseTexelFormat(shape.format)!);
  const positions = getGenerationEntry(FIELD_POSITIONS, gfx);
  const word3 = selects | (last << positions.last) | ((TYPE_OFFSET + IMAGE_KINDS[kind]) << 28);
  const hasPitch = positions.hasPitch && PITCHED_KINDS.includes(kind);
  const [widthMinusOne, heightMinusOne] = [width - 1, height - 1];
  const lastSlice = hasPitch ? encodePitch(shape) : depth - 1;
  const words =
    number === undefined
      ? [
          addressHigh | (data << positions.format) | (widthMinusOne << 30),
          (widthMinusOne >>> 2) | (heightMinusOne << 14),
          word3,
          lastSlice,
        ]
      : [
          addressHigh | (data << 20) | (number << 26),
          widthMinusOne | (heightMinusOne << 14),
          word3,
          lastSlice | (encodePitch(shape) << 13),
        ];
  const [word1, word2, , word4] = words;
  const fixedBits = getGenerationEntry(FIXED_BITS, gfx);
  return [units % 2 ** 32, word1, word2 | fixedBits[2], word3, word4, fixedBits[5], fixedBits[6], 0].map(
    (word) => word >>> 0,
  );
}

function encodePitch(shape: Pick<ImageShape, 'width' | 'format'>): number {
  return getImageRowBytes(shape) / getTexelBytes(shape.format) - 1;
}

function getTexelBytes(name: string): number {
  const format = parseTexelFormat(name);
  if (format === undefined) throw new Error(`unknown format ${name}`);
  return format.bytes;
}

/** Bits that drivers set in the first and third words for nearest filtering (corpus descriptors.json, `tex`). */
const NEAREST_BITS: SinceGeneration<readonly [number, number]> = {
  gfx9: [0x88000000, 0x44000000],
  gfx10: [0x08000000, 0x04000000],
};

/** Returns the four descriptor words of a sampler with repeat wrapping and nearest filtering. */
export function encodeSamplerDescriptor(gfx: Gfx): number[] {
  const [first, third] = getGenerationEntry(NEAREST_BITS, gfx);
  return [first, 0, third, 0];
}
