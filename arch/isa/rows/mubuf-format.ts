import { everywhere, type MemoryRow, type Opcodes, renamed } from './row.js';

const COMPONENTS = ['x', 'xy', 'xyz', 'xyzw'] as const;
const TYPED = 'typed buffer access';

function typed(
  access: 'load' | 'store',
  before: string,
  gfx11: string,
  opcode: Opcodes,
  registers: number,
): MemoryRow {
  const name = renamed(`buffer_${access}_${before}`, `buffer_${access}_${gfx11}`);
  return { family: 'memory', format: 'mubuf', name, opcode, access, bytes: registers * 4, unmodelled: TYPED };
}

/** Opcodes of 16-bit components: GFX10 moved them away. */
function halves(first: number, gfx10: number, i: number): Opcodes {
  return [first + i, gfx10 + i, gfx10 + i, first + i];
}

/** Buffer accesses that convert to and from the format in the descriptor; 16-bit components share registers. */
export const MUBUF_FORMAT_ROWS: readonly MemoryRow[] = [
  ...COMPONENTS.flatMap((name, i) => [
    typed('load', `format_${name}`, `format_${name}`, everywhere(i), i + 1),
    typed('store', `format_${name}`, `format_${name}`, everywhere(4 + i), i + 1),
    typed('load', `format_d16_${name}`, `d16_format_${name}`, halves(0x08, 0x80, i), Math.ceil((i + 1) / 2)),
    typed('store', `format_d16_${name}`, `d16_format_${name}`, halves(0x0c, 0x84, i), Math.ceil((i + 1) / 2)),
  ]),
  typed('load', 'format_d16_hi_x', 'd16_hi_format_x', everywhere(0x26), 1),
  typed('store', 'format_d16_hi_x', 'd16_hi_format_x', everywhere(0x27), 1),
];
