import { type MemoryRow, type Opcodes, renamed } from './row.js';

/** One width of load or store: names before and from GFX11, opcodes, bytes, sign extension, half of the register. */
type AccessEntry = readonly [
  kind: 'load' | 'store',
  before: string,
  gfx11: string,
  opcode: Opcodes,
  bytes: number,
  signed?: boolean,
  half?: 'low' | 'high',
];

/** The buffer and flat formats number their plain accesses alike. */
const ACCESSES: readonly AccessEntry[] = [
  ['load', 'ubyte', 'u8', [0x10, 0x08, 0x08, 0x10], 1],
  ['load', 'sbyte', 'i8', [0x11, 0x09, 0x09, 0x11], 1, true],
  ['load', 'ushort', 'u16', [0x12, 0x0a, 0x0a, 0x12], 2],
  ['load', 'sshort', 'i16', [0x13, 0x0b, 0x0b, 0x13], 2, true],
  ['load', 'dword', 'b32', [0x14, 0x0c, 0x0c, 0x14], 4],
  ['load', 'dwordx2', 'b64', [0x15, 0x0d, 0x0d, 0x15], 8],
  ['load', 'dwordx3', 'b96', [0x16, 0x0f, 0x0f, 0x16], 12],
  ['load', 'dwordx4', 'b128', [0x17, 0x0e, 0x0e, 0x17], 16],
  ['store', 'byte', 'b8', [0x18, 0x18, 0x18, 0x18], 1],
  ['store', 'short', 'b16', [0x1a, 0x1a, 0x1a, 0x19], 2],
  ['store', 'dword', 'b32', [0x1c, 0x1c, 0x1c, 0x1a], 4],
  ['store', 'dwordx2', 'b64', [0x1d, 0x1d, 0x1d, 0x1b], 8],
  ['store', 'dwordx3', 'b96', [0x1e, 0x1f, 0x1f, 0x1c], 12],
  ['store', 'dwordx4', 'b128', [0x1f, 0x1e, 0x1e, 0x1d], 16],
  ['load', 'ubyte_d16', 'd16_u8', [0x20, 0x20, 0x20, 0x1e], 1, false, 'low'],
  ['load', 'ubyte_d16_hi', 'd16_hi_u8', [0x21, 0x21, 0x21, 0x21], 1, false, 'high'],
  ['load', 'sbyte_d16', 'd16_i8', [0x22, 0x22, 0x22, 0x1f], 1, true, 'low'],
  ['load', 'sbyte_d16_hi', 'd16_hi_i8', [0x23, 0x23, 0x23, 0x22], 1, true, 'high'],
  ['load', 'short_d16', 'd16_b16', [0x24, 0x24, 0x24, 0x20], 2, false, 'low'],
  ['load', 'short_d16_hi', 'd16_hi_b16', [0x25, 0x25, 0x25, 0x23], 2, false, 'high'],
  ['store', 'byte_d16_hi', 'd16_hi_b8', [0x19, 0x19, 0x19, 0x24], 1, false, 'high'],
  ['store', 'short_d16_hi', 'd16_hi_b16', [0x1b, 0x1b, 0x1b, 0x25], 2, false, 'high'],
];

/** Loads and stores of a format; `extra` goes into each row. */
export function accessRows(prefix: string, extra: Pick<MemoryRow, 'format' | 'segment'>): MemoryRow[] {
  return ACCESSES.map(([access, before, gfx11, opcode, bytes, signed = false, half]) => {
    const name = renamed(`${prefix}_${access}_${before}`, `${prefix}_${access}_${gfx11}`);
    const row: MemoryRow = { family: 'memory', name, opcode, access, bytes, signed, ...extra };
    return half === undefined ? row : { ...row, half };
  });
}

/** First atomic opcodes of the buffer and flat formats. */
export const ATOMIC_BASES = { narrow: [0x40, 0x30, 0x33], wide: [0x60, 0x50, 0x41] } as const;
