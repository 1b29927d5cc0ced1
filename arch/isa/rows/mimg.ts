import type { MemoryRow } from './memory-row.js';
import { MIMG_SAMPLE_ROWS } from './mimg-sample.js';
import { everywhere, type Opcodes, X } from './row-base.js';

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
