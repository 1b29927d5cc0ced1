import { makeAtomicRows, makeFloatAtomicRows, makeSaturatingSubtractRow } from './atomics.js';
import type { MemoryRow } from './memory-row.js';
import { everywhere, KNOWN_BUT_UNMODELLED, type Opcodes, opcodes, renamedInGfx11 } from './row-base.js';

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
  ['load', 'ubyte', 'u8', opcodes(0x10, 0x08, 0x10), 1],
  ['load', 'sbyte', 'i8', opcodes(0x11, 0x09, 0x11), 1, true],
  ['load', 'ushort', 'u16', opcodes(0x12, 0x0a, 0x12), 2],
  ['load', 'sshort', 'i16', opcodes(0x13, 0x0b, 0x13), 2, true],
  ['load', 'dword', 'b32', opcodes(0x14, 0x0c, 0x14), 4],
  ['load', 'dwordx2', 'b64', opcodes(0x15, 0x0d, 0x15), 8],
  ['load', 'dwordx3', 'b96', opcodes(0x16, 0x0f, 0x16), 12],
  ['load', 'dwordx4', 'b128', opcodes(0x17, 0x0e, 0x17), 16],
  ['store', 'byte', 'b8', { gfx9: 0x18 }, 1],
  ['store', 'short', 'b16', { gfx9: 0x1a, gfx11: 0x19 }, 2],
  ['store', 'dword', 'b32', { gfx9: 0x1c, gfx11: 0x1a }, 4],
  ['store', 'dwordx2', 'b64', { gfx9: 0x1d, gfx11: 0x1b }, 8],
  ['store', 'dwordx3', 'b96', opcodes(0x1e, 0x1f, 0x1c), 12],
  ['store', 'dwordx4', 'b128', opcodes(0x1f, 0x1e, 0x1d), 16],
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
function makeAccessRows(prefix: string, extra: Pick<MemoryRow, 'format' | 'segment'>): MemoryRow[] {
  return ACCESSES.map(([access, before, gfx11, opcode, bytes, signed = false, half]) => {
    const name = renamedInGfx11(`${prefix}_${access}_${before}`, `${prefix}_${access}_${gfx11}`);
    const row: MemoryRow = { family: 'memory', name, opcode, access, bytes, signed, ...extra };
    return half === undefined ? row : { ...row, half };
  });
}

/** Builds an access addressed by thread ID. Graphics compilers do not emit these in pixel shaders. */
function makeThreadIndexed(access: 'load' | 'store', opcode: Opcodes): MemoryRow {
  const name = renamedInGfx11(`global_${access}_dword_addtid`, `global_${access}_addtid_b32`);
  const base = { family: 'memory', format: 'flat', segment: 'global', bytes: 4 } as const;
  return { ...base, name, opcode, access, isIndexedByThread: true, unmodelled: KNOWN_BUT_UNMODELLED };
}

/** Loads, stores and atomics for flat, scratch and global memory. */
export const FLAT_ROWS: readonly MemoryRow[] = [
  ...makeAccessRows('flat', { format: 'flat', segment: 'flat' }),
  ...makeAtomicRows('flat_atomic', { format: 'flat', segment: 'flat' }),
  ...makeFloatAtomicRows('flat_atomic', { format: 'flat', segment: 'flat' }),
  ...makeAccessRows('scratch', { format: 'flat', segment: 'scratch' }),
  ...makeAccessRows('global', { format: 'flat', segment: 'global' }),
  ...makeAtomicRows('global_atomic', { format: 'flat', segment: 'global' }),
  ...makeFloatAtomicRows('global_atomic', { format: 'flat', segment: 'global' }),
  makeSaturatingSubtractRow('global_atomic', { format: 'flat', segment: 'global' }),
  makeThreadIndexed('load', { 'gfx10.3': 0x16, gfx11: 0x28 }),
  makeThreadIndexed('store', { 'gfx10.3': 0x17, gfx11: 0x29 }),
];

const WIDTHS = [
  ['dword', 'b32', 4],
  ['dwordx2', 'b64', 8],
  ['dwordx4', 'b128', 16],
  ['dwordx8', 'b256', 32],
  ['dwordx16', 'b512', 64],
] as const;

function makeLoads(prefix: string, first: number, usesDescriptor: boolean): MemoryRow[] {
  return WIDTHS.map(([oldType, newType, bytes], i) => {
    const row: MemoryRow = {
      family: 'memory',
      format: 'smem',
      name: renamedInGfx11(`${prefix}_${oldType}`, `${prefix}_${newType}`),
      opcode: everywhere(first + i),
      access: 'load',
      bytes,
    };
    return usesDescriptor ? { ...row, descriptor: 'buffer' } : row;
  });
}

/** Scalar loads. Loads through a buffer descriptor are range-checked. */
export const SMEM_ROWS: readonly MemoryRow[] = [
  ...makeLoads('s_load', 0, false),
  ...makeLoads('s_buffer_load', 8, true),
];

/**
 * GFX11 loads into LDS. Earlier generations set a bit of the ordinary loads instead. Each entry: type, opcode, number
 * of bytes, and whether the value is sign-extended.
 */
const LDS_LOADS = [
  ['u8', 0x2d, 1, false],
  ['i8', 0x2e, 1, true],
  ['u16', 0x2f, 2, false],
  ['i16', 0x30, 2, true],
  ['b32', 0x31, 4, false],
] as const;

const LDS_LOAD_ROWS: readonly MemoryRow[] = LDS_LOADS.map(([type, opcode, bytes, signed]) => ({
  family: 'memory',
  format: 'mubuf',
  name: `buffer_load_lds_${type}`,
  opcode: { gfx11: opcode },
  access: 'load',
  bytes,
  signed,
  fillsLds: true,
}));

const LDS_FORMAT_LOAD: MemoryRow = {
  ...LDS_LOAD_ROWS[0]!,
  name: 'buffer_load_lds_format_x',
  opcode: { gfx11: 0x32 },
  bytes: 4,
  unmodelled: KNOWN_BUT_UNMODELLED,
};

const COMPONENTS = ['x', 'xy', 'xyz', 'xyzw'] as const;

type TypedFormat = 'mubuf' | 'mtbuf';
const PREFIXES = { mubuf: 'buffer', mtbuf: 'tbuffer' } as const;

/** Builds an access to the first `components` components, each in its own register. */
function makeComponentAccess(
  format: TypedFormat,
  access: 'load' | 'store',
  opcode: Opcodes,
  components: number,
): MemoryRow {
  const name = `${PREFIXES[format]}_${access}_format_${COMPONENTS[components - 1]}`;
  return { family: 'memory', format, name, opcode, access, bytes: components * 4, components };
}

/** Like `makeComponentAccess`, but with two components per register. */
function makePackedAccess(
  format: TypedFormat,
  access: 'load' | 'store',
  opcode: Opcodes,
  components: number,
): MemoryRow {
  const base = `${PREFIXES[format]}_${access}`;
  const letters = COMPONENTS[components - 1];
  const name = renamedInGfx11(`${base}_format_d16_${letters}`, `${base}_d16_format_${letters}`);
  const bytes = Math.ceil(components / 2) * 4;
  return { family: 'memory', format, name, opcode, access, bytes, components, packsHalves: true };
}

/** Returns the opcodes of accesses to 16-bit components in the descriptor's format, which GFX10 renumbered. */
function renumberedInGfx10(first: number, gfx10: number, i: number): Opcodes {
  return { gfx9: first + i, gfx10: gfx10 + i, gfx11: first + i };
}

function makeUpperHalfAccess(access: 'load' | 'store', opcode: number): MemoryRow {
  const base = `buffer_${access}`;
  const row = makePackedAccess('mubuf', access, everywhere(opcode), 1);
  return { ...row, name: renamedInGfx11(`${base}_format_d16_hi_x`, `${base}_d16_hi_format_x`), half: 'high' };
}

/** Buffer accesses that convert to or from the descriptor's format. */
const MUBUF_FORMAT_ROWS: readonly MemoryRow[] = [
  ...COMPONENTS.flatMap((_, i) => [
    makeComponentAccess('mubuf', 'load', everywhere(i), i + 1),
    makeComponentAccess('mubuf', 'store', everywhere(4 + i), i + 1),
    makePackedAccess('mubuf', 'load', renumberedInGfx10(0x08, 0x80, i), i + 1),
    makePackedAccess('mubuf', 'store', renumberedInGfx10(0x0c, 0x84, i), i + 1),
  ]),
  makeUpperHalfAccess('load', 0x26),
  makeUpperHalfAccess('store', 0x27),
];

/** Buffer accesses with the format in the instruction. */
export const MTBUF_ROWS: readonly MemoryRow[] = COMPONENTS.flatMap((_, i) => [
  makeComponentAccess('mtbuf', 'load', everywhere(i), i + 1),
  makeComponentAccess('mtbuf', 'store', everywhere(4 + i), i + 1),
  makePackedAccess('mtbuf', 'load', everywhere(8 + i), i + 1),
  makePackedAccess('mtbuf', 'store', everywhere(12 + i), i + 1),
]);

/** Loads, stores and atomics through a buffer descriptor. */
export const MUBUF_ROWS: readonly MemoryRow[] = [
  ...makeAccessRows('buffer', { format: 'mubuf' }),
  ...LDS_LOAD_ROWS,
  LDS_FORMAT_LOAD,
  ...MUBUF_FORMAT_ROWS,
  ...makeAtomicRows('buffer_atomic', { format: 'mubuf' }),
  ...makeFloatAtomicRows('buffer_atomic', { format: 'mubuf' }),
  makeSaturatingSubtractRow('buffer_atomic', { format: 'mubuf' }),
];
