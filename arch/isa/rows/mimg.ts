import type { MemoryRow, Opcodes } from './row.js';

function image(
  name: string,
  opcode: Opcodes,
  access: 'load' | 'store',
  kind: NonNullable<MemoryRow['image']>,
): MemoryRow {
  return { family: 'memory', format: 'mimg', name, opcode, access, bytes: 4, image: kind };
}

/** Image accesses; a texel of the formats that are modelled is one dword. */
export const MIMG_ROWS: readonly MemoryRow[] = [
  image('image_load', [0x00, 0x00, 0x00, 0x00], 'load', 'texel'),
  image('image_store', [0x08, 0x08, 0x08, 0x06], 'store', 'texel'),
  image('image_sample', [0x20, 0x20, 0x20, 0x1b], 'load', 'sample'),
];
