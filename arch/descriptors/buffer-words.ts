import type { Gfx } from '../chips.js';
import { texelFormat } from '../isa/texels/format.js';
import { descriptorFormat } from '../isa/texels/format-numbers.js';
import { type SinceGeneration, sinceGeneration } from '../since-generation.js';
import { channelSelects } from './channel-selects.js';

/** A buffer as its descriptor describes it. */
export interface BufferShape {
  readonly address: number;
  readonly bytes: number;
  /** Bytes per record; 0 for a raw buffer. */
  readonly stride: number;
  /** Element format by its hardware name without prefix (`32_UINT`); absent for raw and structured buffers. */
  readonly format?: string;
  /** Dwords of 64 records are interleaved. */
  readonly swizzle?: boolean;
}

/** Last word of a raw buffer's descriptor, as drivers write it (corpus descriptors.json, `buf`). */
const RAW: SinceGeneration<number> = {
  gfx9: 0x00027fac,
  gfx10: 0x31016fac,
  gfx11: 0x30016fac,
};

/**
 * Bits of a typed buffer's last word besides its format and selects (corpus descriptors.json, `tbo`): records are checked by
 * index and offset.
 */
const TYPED: SinceGeneration<number> = {
  gfx9: 0,
  gfx10: 0x01000000,
  gfx11: 0,
};

/** SWIZZLE_ENABLE for dword elements, in the second word. */
const SWIZZLE: SinceGeneration<number> = {
  gfx9: 0x80000000,
  gfx11: 0x40000000,
};

/** INDEX_STRIDE: 64 records. */
const RECORDS_64 = 3 << 21;

/** A mask that clears OOB_SELECT (since GFX10), so that records are checked, not just the offset. */
const WITHOUT_OOB_SELECT = ~(3 << 28);

/** Four words of a buffer's descriptor. Throws for formats the generation does not support in buffers. */
export function bufferDescriptorWords(gfx: Gfx, shape: BufferShape): number[] {
  const { address, bytes, stride, format, swizzle = false } = shape;
  const upper =
    (Math.floor(address / 2 ** 32) & 0xffff) | (stride << 16) | (swizzle ? sinceGeneration(SWIZZLE, gfx) : 0);
  const records = stride === 0 ? bytes : Math.floor(bytes / stride);
  return [address % 2 ** 32, upper >>> 0, records, lastWord(gfx, stride, format, swizzle)];
}

function lastWord(gfx: Gfx, stride: number, format: string | undefined, swizzle: boolean): number {
  const interleaving = swizzle ? RECORDS_64 : 0;
  const raw = sinceGeneration(RAW, gfx);
  if (format === undefined) return ((stride === 0 ? raw : raw & WITHOUT_OOB_SELECT) | interleaving) >>> 0;
  const { data, number } = descriptorFormat(format, gfx);
  if (number !== undefined && data >= 16) throw new Error(`buffers of ${gfx} have no format ${format}`);
  const bits = number === undefined ? data << 12 : (data << 15) | (number << 12);
  return (sinceGeneration(TYPED, gfx) | bits | channelSelects(texelFormat(format)!) | interleaving) >>> 0;
}
