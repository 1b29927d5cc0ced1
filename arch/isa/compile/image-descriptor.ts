import type { Gfx } from '../../chips.js';
import { UnsupportedOperation } from '../unsupported-operation.js';
import { addressOf } from './address.js';

/** How the four bytes of a texel are to be read. */
export const TEXEL = { UINT: 0, FLOAT: 1, UNORM8: 2 } as const;

/** A linear two-dimensional image as its descriptor gives it. */
export interface ImageView {
  base: number;
  width: number;
  height: number;
  /** Bytes from one row to the next. */
  pitch: number;
  texel: number;
  /** Channel selects of X, Y, Z and W, three bits each. */
  selects: number;
}

const TYPE_2D = 9;
const LINEAR = 0;
const BYTES_PER_TEXEL = 4;
/** Rows of linear images begin at multiples of this from GFX10 on, where the descriptor has no pitch. */
const ROW_ALIGNMENT = 256;

/** DATA_FORMAT | NUM_FORMAT << 8 on GFX9, FORMAT later. */
const TEXELS: Readonly<Record<Gfx, Readonly<Record<number, number>>>> = {
  gfx9: { [4 | (4 << 8)]: TEXEL.UINT, [4 | (7 << 8)]: TEXEL.FLOAT, 10: TEXEL.UNORM8 },
  gfx10: { 20: TEXEL.UINT, 22: TEXEL.FLOAT, 56: TEXEL.UNORM8 },
  'gfx10.3': { 20: TEXEL.UINT, 22: TEXEL.FLOAT, 56: TEXEL.UNORM8 },
  gfx11: { 20: TEXEL.UINT, 22: TEXEL.FLOAT, 42: TEXEL.UNORM8 },
};

function formatOfWord(word1: number, gfx: Gfx): number {
  if (gfx === 'gfx9') return ((word1 >>> 20) & 0x3f) | (((word1 >>> 26) & 15) << 8);
  return (word1 >>> 20) & (gfx === 'gfx11' ? 0xff : 0x1ff);
}

function widthOf(word1: number, word2: number, gfx: Gfx): number {
  const less = gfx === 'gfx9' ? word2 & 0x3fff : (word1 >>> 30) | ((word2 & 0xfff) << 2);
  return less + 1;
}

/** Reads the descriptor at index `at` of the scalar operand space into `view`. */
export function readImageDescriptor(s: Int32Array, at: number, gfx: Gfx, view: ImageView): void {
  const [word1, word2, word3] = [s[at + 1], s[at + 2], s[at + 3]];
  const format = formatOfWord(word1, gfx);
  const texel = TEXELS[gfx][format];
  if (texel === undefined) throw new UnsupportedOperation(`image format ${format}`);
  if (word3 >>> 28 !== TYPE_2D) throw new UnsupportedOperation(`image type ${word3 >>> 28}`);
  if (((word3 >>> 20) & 31) !== LINEAR) throw new UnsupportedOperation(`image tiling ${(word3 >>> 20) & 31}`);
  if (((word3 >>> 16) & 15) !== 0) throw new UnsupportedOperation('image with several levels');
  view.base = addressOf(s[at] << 8, (s[at] >>> 24) | ((word1 & 0xff) << 8));
  view.width = widthOf(word1, word2, gfx);
  view.height = ((word2 >>> 14) & 0x3fff) + 1;
  view.texel = texel;
  view.selects = word3 & 0xfff;
  const rowBytes = view.width * BYTES_PER_TEXEL;
  view.pitch =
    gfx === 'gfx9'
      ? (((s[at + 4] >>> 13) & 0xffff) + 1) * BYTES_PER_TEXEL
      : Math.ceil(rowBytes / ROW_ALIGNMENT) * ROW_ALIGNMENT;
}

/** Byte address of a texel, -1 outside the image. */
export function texelAddress({ base, width, height, pitch }: ImageView, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= width || y >= height) return -1;
  return base + y * pitch + x * BYTES_PER_TEXEL;
}
