import type { Gfx } from '../chips.js';
import { parseTexelFormat } from '../isa/texels/format.js';
import { getDescriptorFormat } from '../isa/texels/format-numbers.js';
import { getGenerationEntry, type SinceGeneration } from '../since-generation.js';
import { encodeChannelSelects } from './channel-selects.js';

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
