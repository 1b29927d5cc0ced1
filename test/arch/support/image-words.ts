import type { Gfx } from '../../../arch/index.js';

/** Describes an image. By default, it is linear, with one level, one layer and identity channel selects. */
export interface ImageFields {
  readonly gfx: Gfx;
  readonly base: number;
  /** FORMAT, or DATA_FORMAT | NUM_FORMAT << 6 on GFX9. */
  readonly format: number;
  /** TYPE: 8 is 1D, 9 2D, 10 3D, 11 cube, 12 1D array, 13 2D array, 14 MSAA, 15 MSAA array. */
  readonly type?: number;
  readonly width: number;
  readonly height?: number;
  /** The last layer, or the depth minus one. */
  readonly depth?: number;
  readonly firstLayer?: number;
  readonly baseLevel?: number;
  readonly lastLevel?: number;
  readonly maxMip?: number;
  readonly minLod?: number;
  /** The channel selects; X, Y, Z, W by default. */
  readonly selects?: number;
}

/** Builds an image descriptor field by field, as in the manuals. */
export function makeImageWords(image: ImageFields): number[] {
  const { gfx, base, format, type = 9, width, height = 1, depth = 0, firstLayer = 0 } = image;
  const { baseLevel = 0, lastLevel = 0, maxMip = lastLevel, minLod = 0, selects = 0xfac } = image;
  const isGfx9 = gfx === 'gfx9';
  const low = (width - 1) & 3;
  const word1 =
    Math.floor(base / 2 ** 40) |
    (minLod << 8) |
    (isGfx9 ? ((format & 0x3f) << 20) | ((format >> 6) << 26) : (format << 20) | (low << 30));
  const word2 = (isGfx9 ? width - 1 : (width - 1) >> 2) | ((height - 1) << 14);
  const word3 = selects | (baseLevel << 12) | (lastLevel << 16) | (type << 28);
  const word4 = depth | (isGfx9 ? (width - 1) << 13 : firstLayer << 16);
  const word5 = isGfx9 ? firstLayer | (maxMip << 28) : maxMip << 4;
  return [Math.floor(base / 256), word1, word2, word3, word4, word5, 0, 0].map((word) => word | 0);
}

/** Describes a sampler. By default, it uses nearest filtering, repeat wrapping and the nearest of all mip levels. */
export interface SamplerFields {
  /** Wrap modes for columns, rows and depth. */
  readonly modes?: readonly [number, number, number];
  readonly compare?: number;
  readonly unnormalised?: boolean;
  /** Minimum level, in 1/256ths. */
  readonly minLod?: number;
  readonly maxLod?: number;
  readonly bias?: number;
  readonly filter?: number;
  readonly mipFilter?: number;
  readonly border?: number;
}

/** Builds the words of a sampler descriptor. */
export function makeSamplerWords(sampler: SamplerFields = {}): number[] {
  const { modes = [0, 0, 0], compare = 0, unnormalised = false, minLod = 0, maxLod = 0xfff } = sampler;
  const { bias = 0, filter = 0, mipFilter = 1, border = 0 } = sampler;
  const [x, y, z] = modes;
  return [
    x | (y << 3) | (z << 6) | (compare << 12) | (unnormalised ? 1 << 15 : 0),
    minLod | (maxLod << 12),
    (bias & 0x3fff) | (filter << 20) | (filter << 22) | (mipFilter << 26),
    border << 30,
  ];
}
