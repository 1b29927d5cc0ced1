import type { MemoryRow } from './memory-row.js';
import { renamedInGfx11, X } from './row-base.js';

/** An atomic operation. `oldName` is the name before GFX11; `gfx11` and `type` form the name from GFX11 on. */
type AtomicEntry = readonly [
  oldName: string,
  gfx11: string,
  type: 'b' | 'u' | 'i' | '',
  operation: string,
  offsets: readonly [gfx9: number, gfx10: number, gfx11: number, gfx11Wide: number],
];

/** The offsets are relative to a format's first atomic opcode. GFX10 has a gap after `sub`, where GFX11 has `csub`. */
const ATOMICS: readonly AtomicEntry[] = [
  ['swap', 'swap', 'b', 'swap', [0, 0, 0, 0]],
  ['cmpswap', 'cmpswap', 'b', 'cmpswap', [1, 1, 1, 1]],
  ['add', 'add', 'u', 'add', [2, 2, 2, 2]],
  ['sub', 'sub', 'u', 'sub', [3, 3, 3, 3]],
  ['smin', 'min', 'i', 'smin', [4, 5, 5, 4]],
  ['umin', 'min', 'u', 'umin', [5, 6, 6, 5]],
  ['smax', 'max', 'i', 'smax', [6, 7, 7, 6]],
  ['umax', 'max', 'u', 'umax', [7, 8, 8, 7]],
  ['and', 'and', 'b', 'and', [8, 9, 9, 8]],
  ['or', 'or', 'b', 'or', [9, 10, 10, 9]],
  ['xor', 'xor', 'b', 'xor', [10, 11, 11, 10]],
  ['inc', 'inc', 'u', 'inc', [11, 12, 12, 11]],
  ['dec', 'dec', 'u', 'dec', [12, 13, 13, 12]],
];

/** The first opcodes of a format's 32-bit and 64-bit atomics on GFX9, GFX10 and GFX11. */
interface AtomicBases {
  readonly narrow: readonly [number, number, number];
  readonly wide: readonly [number, number, number];
}

/** Builds the rows for a format's atomics in both widths. `extra` is added to each row. */
export function makeAtomicRows(
  prefix: string,
  bases: AtomicBases,
  extra: Pick<MemoryRow, 'format' | 'segment'>,
): MemoryRow[] {
  return ATOMICS.flatMap(([oldName, gfx11, type, atomic, [gfx9, gfx10, gfx11Narrow, gfx11Wide]]) => {
    const [narrow, wide] = [bases.narrow, bases.wide];
    const narrowOpcodes = {
      gfx9: narrow[0] + gfx9,
      gfx10: narrow[1] + gfx10,
      gfx11: narrow[2] + gfx11Narrow,
    };
    const wideOpcodes = { gfx9: wide[0] + gfx9, gfx10: wide[1] + gfx10, gfx11: wide[2] + gfx11Wide };
    const row = { family: 'memory', access: 'atomic', atomic, ...extra } as const;
    const base = `${prefix}_${oldName}`;
    const gfx11Base = `${prefix}_${gfx11}_${type}`;
    return [
      { ...row, name: renamedInGfx11(base, `${gfx11Base}32`), opcode: narrowOpcodes, bytes: 4 },
      { ...row, name: renamedInGfx11(`${base}_x2`, `${gfx11Base}64`), opcode: wideOpcodes, bytes: 8 },
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

/** Builds the rows for float atomics, whose opcodes are the same in every format. `extra` is added to each row. */
export function makeFloatAtomicRows(
  prefix: string,
  extra: Pick<MemoryRow, 'format' | 'segment'>,
): MemoryRow[] {
  const common = { family: 'memory', access: 'atomic', ...extra } as const;
  const rows = FLOAT_ATOMICS.flatMap(([oldName, gfx11Base, atomic, gfx10, gfx11, wide]): MemoryRow[] => {
    const row = { ...common, atomic };
    const name = renamedInGfx11(`${prefix}_${oldName}`, `${prefix}_${gfx11Base}`);
    return [
      { ...row, name, opcode: { gfx10, gfx11 }, bytes: 4 },
      { ...row, name: `${prefix}_${oldName}_x2`, opcode: { gfx10: wide, gfx11: X }, bytes: 8 },
    ];
  });
  const add: MemoryRow = {
    ...common,
    atomic: 'fadd',
    name: `${prefix}_add_f32`,
    opcode: { gfx11: 0x56 },
    bytes: 4,
  };
  return [...rows, add];
}

/** Builds the row for subtraction that saturates at zero. Flat accesses do not have this operation. */
export function makeSaturatingSubtractRow(
  prefix: string,
  extra: Pick<MemoryRow, 'format' | 'segment'>,
): MemoryRow {
  const name = renamedInGfx11(`${prefix}_csub`, `${prefix}_csub_u32`);
  return {
    family: 'memory',
    access: 'atomic',
    atomic: 'csub',
    name,
    opcode: { 'gfx10.3': 0x34, gfx11: 0x37 },
    bytes: 4,
    ...extra,
  };
}
