import type { Gfx } from '../chips.js';
import { DIMENSION } from '../isa/image-addresses.js';
import { texelFormat } from '../isa/texels/format.js';
import { descriptorFormat } from '../isa/texels/format-numbers.js';
import { type SinceGeneration, sinceGeneration } from '../since-generation.js';
import { channelSelects } from './channel-selects.js';

/** Kinds of images by their names in APIs, with the code in instructions. */
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

/** What an image is, as its descriptor names it (state-file.md). */
export type ImageKind = keyof typeof IMAGE_KINDS;

/** A linear image of one level, as its descriptor describes it. */
export interface ImageShape {
  /** A multiple of 256. */
  readonly address: number;
  readonly kind: ImageKind;
  /** Format of a texel, in the hardware's name without prefix (`8_8_8_8_UNORM`). */
  readonly format: string;
  readonly width: number;
  readonly height: number;
  /** Slices of a volume, or layers; those of a cube are its faces. */
  readonly depth: number;
  readonly samples: number;
}

/** Kinds of one layer, which have a pitch from GFX12 on. */
const PITCHED: readonly ImageKind[] = ['1d', '2d', '2d-ms'];

/** Rows begin at multiples of this number of bytes. */
const ROW_BYTES = 256;

/** A descriptor's type is eight more than the code in instructions. */
const FIRST_TYPE = 8;

/** Bits that drivers set beside what is described (corpus descriptors.json, `img`), by word. */
const FIXED: SinceGeneration<Readonly<Record<2 | 5 | 6, number>>> = {
  gfx9: { 2: 0x40000000, 5: 0, 6: 0 },
  gfx10: { 2: 0x80000000, 5: 0x00400000, 6: 0 },
  gfx11: { 2: 0, 5: 0x00400000, 6: 0 },
  gfx12: { 2: 0, 5: 0x00400000, 6: 0x00208000 },
};

/** Where a generation has what others have elsewhere. */
interface Places {
  /** Lowest bit of the format, in the second word. */
  readonly format: number;
  /** Lowest bit of the last level, or of the logarithm of the samples, in the fourth word. */
  readonly last: number;
  /** A flat image has its pitch in texels, less one, where others have their depth. */
  readonly hasPitch: boolean;
}

const PLACES: SinceGeneration<Places> = {
  gfx9: { format: 20, last: 16, hasPitch: false },
  gfx12: { format: 17, last: 15, hasPitch: true },
};

/** Bytes from one row of an image to the next. */
export function imageRowBytes({ width, format }: Pick<ImageShape, 'width' | 'format'>): number {
  return Math.ceil((width * bytesOf(format)) / ROW_BYTES) * ROW_BYTES;
}

/** Bytes of a whole image. */
export function imageBytes(shape: Omit<ImageShape, 'address'>): number {
  return imageRowBytes(shape) * shape.height * shape.depth * shape.samples;
}

/** Eight words of an image's descriptor. Throws for a format that the generation lacks. */
export function imageDescriptorWords(gfx: Gfx, shape: ImageShape): number[] {
  const { address, kind, width, height, depth, samples } = shape;
  const units = address / 256;
  const { data, number } = descriptorFormat(shape.format, gfx);
  const upper = Math.floor(units / 2 ** 32) & 0xff;
  const last = 31 - Math.clz32(samples);
  const selects = channelSelects(texelFormat(shape.format)!);
  const places = sinceGeneration(PLACES, gfx);
  const word3 = selects | (last << places.last) | ((FIRST_TYPE + IMAGE_KINDS[kind]) << 28);
  const hasPitch = places.hasPitch && PITCHED.includes(kind);
  const [less, lower] = [width - 1, height - 1];
  const lastSlice = hasPitch ? pitchOf(shape) : depth - 1;
  const words =
    number === undefined
      ? [upper | (data << places.format) | (less << 30), (less >>> 2) | (lower << 14), word3, lastSlice]
      : [
          upper | (data << 20) | (number << 26),
          less | (lower << 14),
          word3,
          lastSlice | (pitchOf(shape) << 13),
        ];
  const [word1, word2, , word4] = words;
  const fixed = sinceGeneration(FIXED, gfx);
  return [units % 2 ** 32, word1, word2 | fixed[2], word3, word4, fixed[5], fixed[6], 0].map(
    (word) => word >>> 0,
  );
}

/** The pitch in texels, less one. */
function pitchOf(shape: Pick<ImageShape, 'width' | 'format'>): number {
  return imageRowBytes(shape) / bytesOf(shape.format) - 1;
}

function bytesOf(name: string): number {
  const format = texelFormat(name);
  if (format === undefined) throw new Error(`there is no format ${name}`);
  return format.bytes;
}
