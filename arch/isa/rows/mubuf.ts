import { atomicRows } from './atomics.js';
import { type MemoryRow, type Opcodes, renamed } from './row.js';

function access(
  kind: 'load' | 'store',
  before: string,
  gfx11: string,
  opcode: Opcodes,
  bytes: number,
  signed = false,
): MemoryRow {
  const name = renamed(`buffer_${kind}_${before}`, `buffer_${kind}_${gfx11}`);
  return { family: 'memory', format: 'mubuf', name, opcode, access: kind, bytes, signed };
}

/** Loads, stores and atomics through a buffer descriptor. */
export const MUBUF_ROWS: readonly MemoryRow[] = [
  access('load', 'ubyte', 'u8', [0x10, 0x08, 0x08, 0x10], 1),
  access('load', 'sbyte', 'i8', [0x11, 0x09, 0x09, 0x11], 1, true),
  access('load', 'ushort', 'u16', [0x12, 0x0a, 0x0a, 0x12], 2),
  access('load', 'sshort', 'i16', [0x13, 0x0b, 0x0b, 0x13], 2, true),
  access('load', 'dword', 'b32', [0x14, 0x0c, 0x0c, 0x14], 4),
  access('load', 'dwordx2', 'b64', [0x15, 0x0d, 0x0d, 0x15], 8),
  access('load', 'dwordx3', 'b96', [0x16, 0x0f, 0x0f, 0x16], 12),
  access('load', 'dwordx4', 'b128', [0x17, 0x0e, 0x0e, 0x17], 16),
  access('store', 'byte', 'b8', [0x18, 0x18, 0x18, 0x18], 1),
  access('store', 'short', 'b16', [0x1a, 0x1a, 0x1a, 0x19], 2),
  access('store', 'dword', 'b32', [0x1c, 0x1c, 0x1c, 0x1a], 4),
  access('store', 'dwordx2', 'b64', [0x1d, 0x1d, 0x1d, 0x1b], 8),
  access('store', 'dwordx3', 'b96', [0x1e, 0x1f, 0x1f, 0x1c], 12),
  access('store', 'dwordx4', 'b128', [0x1f, 0x1e, 0x1e, 0x1d], 16),
  ...atomicRows(
    'buffer_atomic',
    { narrow: [0x40, 0x30, 0x33], wide: [0x60, 0x50, 0x41] },
    { format: 'mubuf' },
  ),
];
