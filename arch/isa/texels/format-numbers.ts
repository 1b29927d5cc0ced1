import type { Gfx } from '../../chips.js';
import { memoise } from '../../memoise.js';
import { isAtLeast } from '../../since-generation.js';
import { parseTexelFormat, type TexelFormat } from './format.js';

/** Number kinds, indexed by GFX9's NUM_FORMAT. Reserved values are undefined. */
const NUMBERS: readonly (string | undefined)[] = [
  'UNORM',
  'SNORM',
  'USCALED',
  'SSCALED',
  'UINT',
  'SINT',
  undefined,
  'FLOAT',
  undefined,
  'SRGB',
];

/** Channel widths, indexed by GFX9's DATA_FORMAT. Those at index 16 and above only exist for images. */
const WIDTHS: readonly (string | undefined)[] = [
  undefined,
  '8',
  '16',
  '8_8',
  '32',
  '16_16',
  '10_11_11',
  '11_11_10',
  '10_10_10_2',
  '2_10_10_10',
  '8_8_8_8',
  '32_32',
  '16_16_16_16',
  '32_32_32',
  '32_32_32_32',
  undefined,
  '5_6_5',
  '1_5_5_5',
  '5_5_5_1',
  '4_4_4_4',
  '8_24',
  '24_8',
  'X24_8_32',
];
const BUFFER_WIDTHS = 16;
const SHARED_EXPONENT = 0x22;

const NON_FLOAT = 'UNORM SNORM USCALED SSCALED UINT SINT';
const ALL = `${NON_FLOAT} FLOAT`;
const UNSCALED = 'UINT SINT FLOAT';

/**
 * Consecutive formats in the numbering shared by buffers and images: each entry is a set of channel widths with its
 * number kinds.
 */
type Sequence = readonly (readonly [widths: string, numbers: string])[];

const SMALL: Sequence = [
  ['8', NON_FLOAT],
  ['16', ALL],
  ['8_8', NON_FLOAT],
  ['32', UNSCALED],
  ['16_16', ALL],
];
const LARGE: Sequence = [
  ['2_10_10_10', NON_FLOAT],
  ['8_8_8_8', NON_FLOAT],
  ['32_32', UNSCALED],
  ['16_16_16_16', ALL],
  ['32_32_32', UNSCALED],
  ['32_32_32_32', UNSCALED],
];
const GFX10: Sequence = [...SMALL, ['10_11_11', ALL], ['11_11_10', ALL], ['10_10_10_2', NON_FLOAT], ...LARGE];
const GFX11: Sequence = [
  ...SMALL,
  ['10_11_11', 'FLOAT'],
  ['11_11_10', 'FLOAT'],
  ['10_10_10_2', 'UNORM SNORM UINT SINT'],
  ...LARGE,
];

/** The sRGB formats, which only exist for images. */
const IMAGE_SRGB = ['8_SRGB', '8_8_SRGB', '8_8_8_8_SRGB'];
const IMAGE_PACKED = ['5_9_9_9_FLOAT', '5_6_5_UNORM', '1_5_5_5_UNORM', '5_5_5_1_UNORM', '4_4_4_4_UNORM'];
/** The depth formats. A float depth format has a separate format for its stencil. */
const IMAGE_DEPTH = ['8_24_UNORM', '8_24_UINT', '24_8_UNORM', '24_8_UINT', 'X24_8_32_UINT', 'X32_32_FLOAT'];

function makeNames(sequence: Sequence): string[] {
  const names = sequence.flatMap(([widths, numbers]) =>
    numbers.split(' ').map((number) => `${widths}_${number}`),
  );
  return ['INVALID', ...names];
}

function makeImageNames(
  buffers: readonly string[],
  /** The first number of each group of image-only formats. */
  { srgb, packed, depth }: Readonly<Record<'srgb' | 'packed' | 'depth', number>>,
): ReadonlyMap<number, string> {
  const names = new Map(buffers.entries());
  for (const [i, name] of IMAGE_SRGB.entries()) names.set(srgb + i, name);
  for (const [i, name] of IMAGE_PACKED.entries()) names.set(packed + i, name);
  for (const [i, name] of IMAGE_DEPTH.entries()) names.set(depth + i, name);
  return names;
}

const BUFFER_NAMES = { gfx10: makeNames(GFX10), gfx11: makeNames(GFX11) };
const IMAGE_NAMES = {
  gfx10: makeImageNames(BUFFER_NAMES.gfx10, { srgb: 128, packed: 132, depth: 141 }),
  gfx11: makeImageNames(BUFFER_NAMES.gfx11, { srgb: 64, packed: 67, depth: 76 }),
};

function getNumbering(gfx: Gfx): 'gfx10' | 'gfx11' {
  return isAtLeast(gfx, 'gfx11') ? 'gfx11' : 'gfx10';
}

/**
 * Returns the name of a buffer format in the numbering of GFX10 and later (LLVM's name without its prefix), or
 * undefined for unused numbers.
 */
export function getBufferFormatName(number: number, gfx: Gfx): string | undefined {
  return BUFFER_NAMES[getNumbering(gfx)][number];
}

/** Returns the number of a buffer format on GFX10 and later, or -1 if the generation lacks it. */
export function getBufferFormatNumber(name: string, gfx: Gfx): number {
  return BUFFER_NAMES[getNumbering(gfx)].indexOf(name);
}

/** Names of GFX9's DATA_FORMAT for buffers, as LLVM prints them. */
export const DATA_FORMAT_NAMES: readonly string[] = WIDTHS.slice(0, BUFFER_WIDTHS).map(
  (widths, i) => widths ?? (i === 0 ? 'INVALID' : `RESERVED_${i}`),
);
/** Names of GFX9's NUM_FORMAT for buffers, as LLVM prints them. */
export const NUMBER_FORMAT_NAMES: readonly string[] = NUMBERS.slice(0, 8).map(
  (number, i) => number ?? `RESERVED_${i}`,
);

function getGfx9Name(data: number, number: number): string | undefined {
  const widths = data === SHARED_EXPONENT ? '5_9_9_9' : WIDTHS[data];
  const numbers = NUMBERS[number];
  if (widths === 'X24_8_32' && numbers === 'FLOAT') return 'X32_32_FLOAT';
  return widths === undefined || numbers === undefined ? undefined : `${widths}_${numbers}`;
}

const getFormat = memoise((name: string | undefined) =>
  name === undefined ? undefined : parseTexelFormat(name),
);

/**
 * Returns the format of a buffer element, or undefined if it is reserved or not modelled. `number` is FORMAT, or
 * DATA_FORMAT | NUM_FORMAT << 4 on GFX9. Sources: LLVM's format names, ROCm's image resource headers.
 */
export function getBufferFormat(number: number, gfx: Gfx): TexelFormat | undefined {
  if (gfx !== 'gfx9') return getFormat(getBufferFormatName(number, gfx));
  return getFormat(getGfx9Name(number & 15, number >>> 4));
}

/**
 * Returns the format of a texel, or undefined if it is reserved or not modelled. `number` is FORMAT, or DATA_FORMAT |
 * NUM_FORMAT << 6 on GFX9.
 */
export function getImageFormat(number: number, gfx: Gfx): TexelFormat | undefined {
  if (gfx !== 'gfx9') return getFormat(IMAGE_NAMES[getNumbering(gfx)].get(number));
  return getFormat(getGfx9Name(number & 0x3f, number >>> 6));
}

/**
 * Returns the descriptor fields that select a format, given its unprefixed name (`32_UINT`): FORMAT as `data`, or on GFX9
 * DATA_FORMAT as `data` and NUM_FORMAT as `number`. The format must be shared
 * by buffers and images, except that GFX9 also accepts image-only formats. Throws if the generation lacks the format.
 */
export function getDescriptorFormat(name: string, gfx: Gfx): { data: number; number?: number } {
  const separatorIndex = name.lastIndexOf('_');
  const fields =
    gfx === 'gfx9'
      ? {
          data: WIDTHS.indexOf(name.slice(0, separatorIndex)),
          number: NUMBERS.indexOf(name.slice(separatorIndex + 1)),
        }
      : { data: getBufferFormatNumber(name, gfx) };
  if (fields.data < 0 || fields.number === -1 || getFormat(name) === undefined)
    throw new Error(`${gfx} has no format ${name}`);
  return fields;
}
