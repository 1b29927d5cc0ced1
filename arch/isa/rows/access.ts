import type { MemoryRow } from './memory-row.js';
import { type Opcodes, renamedInGfx11 } from './row-base.js';

/** A load or store of one width. `before` is the name before GFX11, and `gfx11` is the name from GFX11 on. */
type AccessEntry = readonly [
  kind: 'load' | 'store',
  before: string,
  gfx11: string,
  opcode: Opcodes,
  bytes: number,
  signed?: boolean,
  half?: 'low' | 'high',
];

/** The loads and stores whose opcodes are the same in the buffer and flat formats. */
const ACCESSES: readonly AccessEntry[] = [
  ['load', 'ubyte', 'u8', { gfx9: 0x10, gfx10: 0x08, gfx11: 0x10 }, 1],
  ['load', 'sbyte', 'i8', { gfx9: 0x11, gfx10: 0x09, gfx11: 0x11 }, 1, true],
  ['load', 'ushort', 'u16', { gfx9: 0x12, gfx10: 0x0a, gfx11: 0x12 }, 2],
  ['load', 'sshort', 'i16', { gfx9: 0x13, gfx10: 0x0b, gfx11: 0x13 }, 2, true],
  ['load', 'dword', 'b32', { gfx9: 0x14, gfx10: 0x0c, gfx11: 0x14 }, 4],
  ['load', 'dwordx2', 'b64', { gfx9: 0x15, gfx10: 0x0d, gfx11: 0x15 }, 8],
  ['load', 'dwordx3', 'b96', { gfx9: 0x16, gfx10: 0x0f, gfx11: 0x16 }, 12],
  ['load', 'dwordx4', 'b128', { gfx9: 0x17, gfx10: 0x0e, gfx11: 0x17 }, 16],
  ['store', 'byte', 'b8', { gfx9: 0x18 }, 1],
  ['store', 'short', 'b16', { gfx9: 0x1a, gfx11: 0x19 }, 2],
  ['store', 'dword', 'b32', { gfx9: 0x1c, gfx11: 0x1a }, 4],
  ['store', 'dwordx2', 'b64', { gfx9: 0x1d, gfx11: 0x1b }, 8],
  ['store', 'dwordx3', 'b96', { gfx9: 0x1e, gfx10: 0x1f, gfx11: 0x1c }, 12],
  ['store', 'dwordx4', 'b128', { gfx9: 0x1f, gfx10: 0x1e, gfx11: 0x1d }, 16],
  ['load', 'ubyte_d16', 'd16_u8', { gfx9: 0x20, gfx11: 0x1e }, 1, false, 'low'],
  ['load', 'ubyte_d16_hi', 'd16_hi_u8', { gfx9: 0x21 }, 1, false, 'high'],
  ['load', 'sbyte_d16', 'd16_i8', { gfx9: 0x22, gfx11: 0x1f }, 1, true, 'low'],
  ['load', 'sbyte_d16_hi', 'd16_hi_i8', { gfx9: 0x23, gfx11: 0x22 }, 1, true, 'high'],
  ['load', 'short_d16', 'd16_b16', { gfx9: 0x24, gfx11: 0x20 }, 2, false, 'low'],
  ['load', 'short_d16_hi', 'd16_hi_b16', { gfx9: 0x25, gfx11: 0x23 }, 2, false, 'high'],
  ['store', 'byte_d16_hi', 'd16_hi_b8', { gfx9: 0x19, gfx11: 0x24 }, 1, false, 'high'],
  ['store', 'short_d16_hi', 'd16_hi_b16', { gfx9: 0x1b, gfx11: 0x25 }, 2, false, 'high'],
];

/** Builds the rows for all loads and stores of a format. `extra` is added to each row. */
export function makeAccessRows(prefix: string, extra: Pick<MemoryRow, 'format' | 'segment'>): MemoryRow[] {
  return ACCESSES.map(([access, before, gfx11, opcode, bytes, signed = false, half]) => {
    const name = renamedInGfx11(`${prefix}_${access}_${before}`, `${prefix}_${access}_${gfx11}`);
    const row: MemoryRow = { family: 'memory', name, opcode, access, bytes, signed, ...extra };
    return half === undefined ? row : { ...row, half };
  });
}

/** The first atomic opcodes in the buffer and flat formats. */
export const ATOMIC_BASES = { narrow: [0x40, 0x30, 0x33], wide: [0x60, 0x50, 0x41] } as const;
