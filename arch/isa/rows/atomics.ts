import type { MemoryRow } from './memory-row.js';
import { renamedInGfx11, X } from './row-base.js';

/** The format of a family of atomics and, for flat formats, the segment. */
type Target = Pick<MemoryRow, 'format' | 'segment'>;

const ATOMIC = { family: 'memory', access: 'atomic' } as const;

/** The atomic operations in opcode order, and the name and type from which names are formed from GFX11 on. */
const ATOMICS = [
  ['swap', 'swap', 'b'],
  ['cmpswap', 'cmpswap', 'b'],
  ['add', 'add', 'u'],
  ['sub', 'sub', 'u'],
  ['smin', 'min', 'i'],
  ['umin', 'min', 'u'],
  ['smax', 'max', 'i'],
  ['umax', 'max', 'u'],
  ['and', 'and', 'b'],
  ['or', 'or', 'b'],
  ['xor', 'xor', 'b'],
  ['inc', 'inc', 'u'],
  ['dec', 'dec', 'u'],
] as const;

/** GFX10 has a gap after `sub`, where GFX11 has `csub`. */
const FIRST_AFTER_GAP = 4;

/** Builds the rows for a format's atomics in both widths. */
export function makeAtomicRows(prefix: string, target: Target): MemoryRow[] {
  return ATOMICS.flatMap(([atomic, gfx11, type], i) => {
    const later = i < FIRST_AFTER_GAP ? i : i + 1;
    const narrow = { gfx9: 0x40 + i, gfx10: 0x30 + later, gfx11: 0x33 + later };
    const wide = { gfx9: 0x60 + i, gfx10: 0x50 + later, gfx11: 0x41 + i };
    const row = { ...ATOMIC, atomic, ...target };
    const base = `${prefix}_${atomic}`;
    const gfx11Base = `${prefix}_${gfx11}_${type}`;
    return [
      { ...row, name: renamedInGfx11(base, `${gfx11Base}32`), opcode: narrow, bytes: 4 },
      { ...row, name: renamedInGfx11(`${base}_x2`, `${gfx11Base}64`), opcode: wide, bytes: 8 },
    ];
  });
}

/**
 * Each entry lists the name before GFX11, the name from GFX11 on, the operation, the opcodes of the 32-bit form on
 * GFX10 and GFX11, and the opcode of the 64-bit form on GFX10.
 */
const FLOAT_ATOMICS = [
  ['fcmpswap', 'cmpswap_f32', 'fcmpswap', 0x3e, 0x50, 0x5e],
  ['fmin', 'min_f32', 'fmin', 0x3f, 0x51, 0x5f],
  ['fmax', 'max_f32', 'fmax', 0x40, 0x52, 0x60],
] as const;

/** Builds the rows for float atomics, whose opcodes are the same in every format. */
export function makeFloatAtomicRows(prefix: string, target: Target): MemoryRow[] {
  const common = { ...ATOMIC, ...target };
  const rows = FLOAT_ATOMICS.flatMap(([oldName, gfx11Base, atomic, gfx10, gfx11, wide]): MemoryRow[] => {
    const row = { ...common, atomic };
    const name = renamedInGfx11(`${prefix}_${oldName}`, `${prefix}_${gfx11Base}`);
    return [
      { ...row, name, opcode: { gfx10, gfx11 }, bytes: 4 },
      { ...row, name: `${prefix}_${oldName}_x2`, opcode: { gfx10: wide, gfx11: X }, bytes: 8 },
    ];
  });
  return [
    ...rows,
    { ...common, atomic: 'fadd', name: `${prefix}_add_f32`, opcode: { gfx11: 0x56 }, bytes: 4 },
  ];
}

/** Builds the row for subtraction that saturates at zero. Flat accesses do not have this operation. */
export function makeSaturatingSubtractRow(prefix: string, target: Target): MemoryRow {
  const name = renamedInGfx11(`${prefix}_csub`, `${prefix}_csub_u32`);
  const opcode = { 'gfx10.3': 0x34, gfx11: 0x37 };
  return { ...ATOMIC, atomic: 'csub', name, opcode, bytes: 4, ...target };
}
