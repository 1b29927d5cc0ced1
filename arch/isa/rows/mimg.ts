import type { MemoryRow, SampleArguments } from './memory-row.js';
import { everywhere, type Opcodes, opcodes, X } from './row-base.js';

/** A variant's suffix, its opcode before GFX11, and its opcode from GFX11 on. */
type Variant = readonly [suffix: string, before: number, gfx11: number];

/** The GFX11 opcodes of a variant: alone, with a comparison (`_c`), with an offset (`_o`), and with both. */
type FourOpcodes = readonly [alone: number, compared: number, offset: number, both: number];
const NONE: FourOpcodes = [X, X, X, X];

/** The GFX11 opcodes of the samples, gathers, and samples with 16-bit derivatives, in the order of earlier opcodes. */
const VARIANTS: readonly (readonly [
  name: string,
  samples: FourOpcodes,
  gathers?: FourOpcodes | undefined,
  halves?: FourOpcodes,
])[] = [
  ['', [0x1b, 0x20, 0x25, 0x2a], [0x2f, 0x33, 0x35, X]],
  ['_cl', [0x40, 0x43, 0x46, 0x49], [0x60, 0x62, X, X]],
  ['_d', [0x1c, 0x21, 0x26, 0x2b], undefined, [0x39, 0x3a, 0x3b, 0x3c]],
  ['_d_cl', [0x41, 0x44, 0x47, 0x4a], undefined, [0x5f, 0x54, 0x55, 0x56]],
  ['_l', [0x1d, 0x22, 0x27, 0x2c], [0x30, 0x63, X, X]],
  ['_b', [0x1e, 0x23, 0x28, 0x2d], [0x31, 0x64, X, X]],
  ['_b_cl', [0x42, 0x45, 0x48, 0x4b], [0x61, 0x65, X, X]],
  ['_lz', [0x1f, 0x24, 0x29, 0x2e], [0x32, 0x34, 0x36, 0x37]],
];
const COARSE_DERIVATIVES = [
  ['_cd', NONE],
  ['_cd_cl', NONE],
] as const;

/** Returns the variants for which there are opcodes. Those before GFX11 are consecutive, starting at `first`. */
function listVariants(
  first: number,
  rows: readonly (readonly [name: string, gfx11?: FourOpcodes | undefined])[],
): Variant[] {
  const groups = [
    ['', ''],
    ['_c', ''],
    ['', '_o'],
    ['_c', '_o'],
  ] as const;
  return groups.flatMap(([compare, offset], group) =>
    rows.flatMap(([name, gfx11], i): Variant[] =>
      gfx11 === undefined
        ? []
        : [[`${compare}${name}${offset}`, first + rows.length * group + i, gfx11[group]!]],
    ),
  );
}

const SAMPLES = [
  ...listVariants(
    0x20,
    VARIANTS.map(([name, samples]) => [name, samples]),
  ),
  ...listVariants(0x68, COARSE_DERIVATIVES),
];

const GATHERS = listVariants(
  0x40,
  VARIANTS.map(([name, , gathers]) => [name, gathers]),
);

/** Suffix of samples with 16-bit derivatives. */
const HALF_SUFFIX = '_g16';

/** The samples with 16-bit derivatives, available since GFX10. */
const HALF_SAMPLES = [
  ...listVariants(
    0xa0,
    VARIANTS.map(([name, , , halves]) => [name, halves]),
  ),
  ...listVariants(0xe8, COARSE_DERIVATIVES),
];

/** Derives a variant's address operands, other than the coordinates, from its suffix. */
function parseArguments(suffix: string): SampleArguments {
  const modifiers = suffix.split('_');
  const has = (name: string) => modifiers.includes(name);
  const level = has('lz') ? 'zero' : 'computed';
  return {
    hasOffset: has('o'),
    hasBias: has('b'),
    hasReference: has('c'),
    derivatives: has('d') || has('cd') ? 'full' : 'none',
    level: has('l') ? 'explicit' : level,
    hasClamp: has('cl'),
  };
}

function makeVariant(base: string, [suffix, before, gfx11]: Variant): MemoryRow {
  return {
    family: 'memory',
    format: 'mimg',
    name: `${base}${suffix}`,
    opcode: { gfx9: before, gfx11 },
    access: 'load',
    bytes: 4,
    image: 'sample',
    sample: parseArguments(suffix),
  };
}

function makeHalfVariant([suffix, gfx10, gfx11]: Variant): MemoryRow {
  return {
    ...makeVariant('image_sample', [`${suffix}${HALF_SUFFIX}`, gfx10, gfx11]),
    opcode: { gfx10, gfx11 },
    sample: { ...parseArguments(suffix), derivatives: 'half' },
  };
}

const GATHER_ROW: MemoryRow = {
  ...makeVariant('image_gather4h', ['', X, X]),
  opcode: opcodes(0x42, 0x61, 0x90),
  gathers: 'footprint',
  unmodelled: 'gathers of a horizontal row of texels',
};

/** All sample variants, the four-texel gathers, and the level-of-detail query. */
const MIMG_SAMPLE_ROWS: readonly MemoryRow[] = [
  ...SAMPLES.map((sample) => makeVariant('image_sample', sample)),
  ...HALF_SAMPLES.map(makeHalfVariant),
  ...GATHERS.map((gather): MemoryRow => ({ ...makeVariant('image_gather4', gather), gathers: 'footprint' })),
  GATHER_ROW,
  { ...makeVariant('image_get_lod', ['', 0x60, 0x38]), query: 'level' },
];

function makeRow(
  name: string,
  opcode: Opcodes,
  access: 'load' | 'store',
  kind: NonNullable<MemoryRow['image']>,
): MemoryRow {
  return { family: 'memory', format: 'mimg', name, opcode, access, bytes: 4, image: kind };
}

function makeLevelRow(name: string, oldOpcode: number, gfx11: number, access: 'load' | 'store'): MemoryRow {
  return { ...makeRow(name, { gfx9: oldOpcode, gfx11 }, access, 'texel'), takesLevel: true };
}

/** Raw texel accesses, without format conversion. */
const RAW_ROWS: readonly MemoryRow[] = [
  { ...makeRow('image_load_pck', everywhere(0x02), 'load', 'texel'), raw: 'zero-extended' },
  { ...makeRow('image_load_pck_sgn', everywhere(0x03), 'load', 'texel'), raw: 'sign-extended' },
  { ...makeLevelRow('image_load_mip_pck', 0x04, 0x04, 'load'), raw: 'zero-extended' },
  { ...makeLevelRow('image_load_mip_pck_sgn', 0x05, 0x05, 'load'), raw: 'sign-extended' },
  { ...makeRow('image_store_pck', { gfx9: 0x0a, gfx11: 0x08 }, 'store', 'texel'), raw: 'zero-extended' },
  { ...makeLevelRow('image_store_mip_pck', 0x0b, 0x09, 'store'), raw: 'zero-extended' },
];

/** Each operation and its opcodes on GFX9, GFX10 and GFX11. */
const ATOMICS = [
  ['swap', 0x10, 0x0f, 0x0a],
  ['cmpswap', 0x11, 0x10, 0x0b],
  ['add', 0x12, 0x11, 0x0c],
  ['sub', 0x13, 0x12, 0x0d],
  ['smin', 0x14, 0x14, 0x0e],
  ['umin', 0x15, 0x15, 0x0f],
  ['smax', 0x16, 0x16, 0x10],
  ['umax', 0x17, 0x17, 0x11],
  ['and', 0x18, 0x18, 0x12],
  ['or', 0x19, 0x19, 0x13],
  ['xor', 0x1a, 0x1a, 0x14],
  ['inc', 0x1b, 0x1b, 0x15],
  ['dec', 0x1c, 0x1c, 0x16],
  ['fcmpswap', X, 0x1d, X],
  ['fmin', X, 0x1e, X],
  ['fmax', X, 0x1f, X],
] as const;

const ATOMIC_ROWS: readonly MemoryRow[] = ATOMICS.map(([atomic, gfx9, gfx10, gfx11]) => ({
  family: 'memory',
  format: 'mimg',
  name: `image_atomic_${atomic}`,
  opcode: { gfx9, gfx10, gfx11 },
  access: 'atomic',
  bytes: 4,
  atomic,
  image: 'texel',
}));

/** Image accesses. The descriptor determines the size of a texel. */
export const MIMG_ROWS: readonly MemoryRow[] = [
  makeRow('image_load', { gfx9: 0x00 }, 'load', 'texel'),
  makeRow('image_store', { gfx9: 0x08, gfx11: 0x06 }, 'store', 'texel'),
  makeLevelRow('image_load_mip', 0x01, 0x01, 'load'),
  makeLevelRow('image_store_mip', 0x09, 0x07, 'store'),
  { ...makeRow('image_get_resinfo', { gfx9: 0x0e, gfx11: 0x17 }, 'load', 'texel'), query: 'size' },
  { ...makeRow('image_msaa_load', { 'gfx10.3': 0x80, gfx11: 0x18 }, 'load', 'texel'), gathers: 'fragments' },
  ...RAW_ROWS,
  ...MIMG_SAMPLE_ROWS,
  ...ATOMIC_ROWS,
];
