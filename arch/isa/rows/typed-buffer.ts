import type { MemoryRow } from './memory-row.js';
import { everywhere, type Opcodes, renamedInGfx11 } from './row-base.js';

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

/** Builds an access to one component in the upper half of a register. */
function makeUpperHalfAccess(access: 'load' | 'store', opcode: number): MemoryRow {
  const base = `buffer_${access}`;
  const row = makePackedAccess('mubuf', access, everywhere(opcode), 1);
  return { ...row, name: renamedInGfx11(`${base}_format_d16_hi_x`, `${base}_d16_hi_format_x`), half: 'high' };
}

/** Buffer accesses that convert to or from the descriptor's format. */
export const MUBUF_FORMAT_ROWS: readonly MemoryRow[] = [
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
