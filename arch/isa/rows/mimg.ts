import type { MemoryRow, Opcodes } from './row.js';

function image(
  name: string,
  opcode: Opcodes,
  access: 'load' | 'store',
  kind: NonNullable<MemoryRow['image']>,
): MemoryRow {
  return { family: 'memory', format: 'mimg', name, opcode, access, bytes: 4, image: kind };
}

/** Operation and opcodes in gfx9, gfx10 and gfx11. */
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
] as const;

const ATOMIC_ROWS: readonly MemoryRow[] = ATOMICS.map(([atomic, gfx9, gfx10, gfx11]) => ({
  family: 'memory',
  format: 'mimg',
  name: `image_atomic_${atomic}`,
  opcode: [gfx9, gfx10, gfx10, gfx11],
  access: 'atomic',
  bytes: 4,
  atomic,
  image: 'texel',
}));

/** Image accesses; a texel of the formats that are modelled is one dword. */
export const MIMG_ROWS: readonly MemoryRow[] = [
  image('image_load', [0x00, 0x00, 0x00, 0x00], 'load', 'texel'),
  image('image_store', [0x08, 0x08, 0x08, 0x06], 'store', 'texel'),
  image('image_sample', [0x20, 0x20, 0x20, 0x1b], 'load', 'sample'),
  image('image_sample_lz', [0x27, 0x27, 0x27, 0x1f], 'load', 'sample'),
  ...ATOMIC_ROWS,
];
