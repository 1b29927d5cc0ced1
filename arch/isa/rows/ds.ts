import type { MemoryRow } from './memory-row.js';
import { everywhere, type Opcodes, renamedInGfx11, X } from './row-base.js';

type Access = Omit<MemoryRow, 'family' | 'format' | 'name' | 'opcode'>;

function makeRow(oldName: string, gfx11: string, opcode: number | Opcodes, access: Access): MemoryRow {
  return {
    family: 'memory',
    format: 'ds',
    name: renamedInGfx11(`ds_${oldName}`, `ds_${gfx11}`),
    opcode: typeof opcode === 'number' ? everywhere(opcode) : opcode,
    ...access,
  };
}

function makeStore(size: string, opcode: number, bytes: number): MemoryRow {
  return makeRow(`write_${size}`, `store_${size}`, opcode, { access: 'store', bytes });
}

function makeLoad(size: string, opcode: number, bytes: number, signed = false): MemoryRow {
  return makeRow(`read_${size}`, `load_${size}`, opcode, { access: 'load', bytes, signed });
}

/**
 * Each entry: base name, type prefix of the 32-bit form, operation, and opcode of the non-returning 32-bit form.
 */
const ATOMICS = [
  ['add', 'u', 'add', 0x00],
  ['sub', 'u', 'sub', 0x01],
  ['rsub', 'u', 'rsub', 0x02],
  ['inc', 'u', 'inc', 0x03],
  ['dec', 'u', 'dec', 0x04],
  ['min', 'i', 'smin', 0x05],
  ['max', 'i', 'smax', 0x06],
  ['min', 'u', 'umin', 0x07],
  ['max', 'u', 'umax', 0x08],
  ['and', 'b', 'and', 0x09],
  ['or', 'b', 'or', 0x0a],
  ['xor', 'b', 'xor', 0x0b],
] as const;

const RETURNING = 0x20;
const WIDE = 0x40;

/** Every atomic in both widths, with and without returning the old value. */
const ATOMIC_ROWS: readonly MemoryRow[] = ATOMICS.flatMap(([name, type, atomic, opcode]) =>
  ([32, 64] as const).flatMap((size) => {
    const first = opcode + (size === 64 ? WIDE : 0);
    const access = { access: 'atomic', bytes: size / 8, atomic } as const;
    const [nonReturning, returning] = [`${name}_${type}${size}`, `${name}_rtn_${type}${size}`];
    return [
      makeRow(nonReturning, nonReturning, first, { ...access, returns: false }),
      makeRow(returning, returning, first + RETURNING, { ...access, returns: true }),
    ];
  }),
);

type Operands = NonNullable<MemoryRow['operands']>;

/** Builds the rows for a two-operand atomic in both widths, with and without returning the old value. */
function makeTwoOperand(
  name: string,
  atomic: string,
  operands: Operands,
  opcodes: (first: number) => Opcodes,
): MemoryRow[] {
  return ([4, 8] as const).flatMap((bytes) =>
    [false, true].map((returns) => {
      const opName = `${name}_${returns ? 'rtn_' : ''}b${bytes * 8}`;
      const first = (returns ? RETURNING : 0) + (bytes === 8 ? WIDE : 0);
      return makeRow(opName, opName, opcodes(first), { access: 'atomic', bytes, atomic, operands, returns });
    }),
  );
}

/** GFX11 renamed compare-and-swap and reversed its operands. */
const TWO_OPERANDS: readonly MemoryRow[] = [
  ...makeTwoOperand('mskor', 'mskor', 'two', (first) => everywhere(first + 0x0c)),
  ...makeTwoOperand('cmpst', 'cmpswap', 'compare-first', (first) => ({ gfx9: first + 0x10, gfx11: X })),
  ...makeTwoOperand('cmpstore', 'cmpswap', 'two', (first) => ({ gfx11: first + 0x10 })),
  makeRow('wrap_rtn_b32', 'wrap_rtn_b32', 0x34, {
    access: 'atomic',
    bytes: 4,
    atomic: 'wrap',
    operands: 'two',
    returns: true,
  }),
];

const EXCHANGE = { access: 'atomic', atomic: 'swap', returns: true } as const;

/** Builds an access whose opcode changed in GFX10. */
function makeRenumbered(
  oldName: string,
  gfx11: string,
  [gfx9, later]: readonly [number, number],
  access: Access,
): MemoryRow {
  return makeRow(oldName, gfx11, { gfx9, gfx10: later }, access);
}

/** The accesses to halves of registers, with opcodes from 0x54 on GFX9 and 0xa0 on later generations, in this order. */
const HALVES = (
  [
    ['b8', 'store', 1, false, 'high'],
    ['b16', 'store', 2, false, 'high'],
    ['u8', 'load', 1, false, 'low'],
    ['u8', 'load', 1, false, 'high'],
    ['i8', 'load', 1, true, 'low'],
    ['i8', 'load', 1, true, 'high'],
    ['u16', 'load', 2, false, 'low'],
    ['u16', 'load', 2, false, 'high'],
  ] as const
).map(([type, access, bytes, signed, half], i) => {
  const suffix = `${type}_d16${half === 'high' ? '_hi' : ''}`;
  const oldName = `${access === 'load' ? 'read' : 'write'}_${suffix}`;
  const options = { access, bytes, half, ...(signed ? { signed } : {}) };
  return makeRenumbered(oldName, `${access}_${suffix}`, [0x54 + i, 0xa0 + i], options);
});

/** Accesses to two elements, each one or two registers wide. Adjacent elements form a single access. */
const PAIRS: readonly MemoryRow[] = [
  makeRow('write2_b32', 'store_2addr_b32', 0x0e, { access: 'store', bytes: 8, pairStep: 4 }),
  makeRow('write2st64_b32', 'store_2addr_stride64_b32', 0x0f, { access: 'store', bytes: 8, pairStep: 256 }),
  makeRow('write2_b64', 'store_2addr_b64', 0x4e, { access: 'store', bytes: 16, pairStep: 8 }),
  makeRow('write2st64_b64', 'store_2addr_stride64_b64', 0x4f, { access: 'store', bytes: 16, pairStep: 512 }),
  makeRow('read2_b32', 'load_2addr_b32', 0x37, { access: 'load', bytes: 8, pairStep: 4 }),
  makeRow('read2st64_b32', 'load_2addr_stride64_b32', 0x38, { access: 'load', bytes: 8, pairStep: 256 }),
  makeRow('read2_b64', 'load_2addr_b64', 0x77, { access: 'load', bytes: 16, pairStep: 8 }),
  makeRow('read2st64_b64', 'load_2addr_stride64_b64', 0x78, { access: 'load', bytes: 16, pairStep: 512 }),
];

const LOAD = { access: 'load', bytes: 4 } as const;

/** Instructions that move data between lanes through the LDS hardware, without using its memory. */
const LANES: readonly MemoryRow[] = [
  makeRenumbered('permute_b32', 'permute_b32', [0x3e, 0xb2], { ...LOAD, lanes: 'permute' }),
  makeRenumbered('swizzle_b32', 'swizzle_b32', [0x3d, 0x35], { ...LOAD, lanes: 'swizzle' }),
  makeRenumbered('bpermute_b32', 'bpermute_b32', [0x3f, 0xb3], { ...LOAD, lanes: 'bpermute' }),
];

const STREAMOUT = { access: 'atomic', bytes: 4, returns: true, usesStreamoutRegister: true } as const;

/** The GFX11 atomics on the streamout counter registers. */
const REGISTERS: readonly MemoryRow[] = (['add', 'sub'] as const).map((atomic, i) =>
  makeRow(`${atomic}_gs_reg_rtn`, `${atomic}_gs_reg_rtn`, { gfx11: 0x7a + i }, { ...STREAMOUT, atomic }),
);

/** LDS and GDS accesses. */
export const DS_ROWS: readonly MemoryRow[] = [
  ...ATOMIC_ROWS,
  ...TWO_OPERANDS,
  makeRow('wrxchg_rtn_b32', 'storexchg_rtn_b32', 0x2d, { ...EXCHANGE, bytes: 4 }),
  makeRow('wrxchg_rtn_b64', 'storexchg_rtn_b64', 0x6d, { ...EXCHANGE, bytes: 8 }),
  makeStore('b32', 0x0d, 4),
  makeStore('b8', 0x1e, 1),
  makeStore('b16', 0x1f, 2),
  makeStore('b64', 0x4d, 8),
  makeStore('b96', 0xde, 12),
  makeStore('b128', 0xdf, 16),
  makeLoad('b32', 0x36, 4),
  makeLoad('i8', 0x39, 1, true),
  makeLoad('u8', 0x3a, 1),
  makeLoad('i16', 0x3b, 2, true),
  makeLoad('u16', 0x3c, 2),
  makeLoad('b64', 0x76, 8),
  makeLoad('b96', 0xfe, 12),
  makeLoad('b128', 0xff, 16),
  ...HALVES,
  ...PAIRS,
  ...LANES,
  ...REGISTERS,
];
