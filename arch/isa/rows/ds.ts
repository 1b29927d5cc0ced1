import { everywhere, type MemoryRow, renamed } from './row.js';

type Access = Pick<MemoryRow, 'access' | 'bytes'> & Partial<Pick<MemoryRow, 'signed' | 'atomic' | 'returns'>>;

function ds(before: string, gfx11: string, opcode: number, access: Access): MemoryRow {
  return {
    family: 'memory',
    format: 'ds',
    name: renamed(`ds_${before}`, `ds_${gfx11}`),
    opcode: everywhere(opcode),
    ...access,
  };
}

function store(size: string, opcode: number, bytes: number): MemoryRow {
  return ds(`write_${size}`, `store_${size}`, opcode, { access: 'store', bytes });
}

function load(size: string, opcode: number, bytes: number, signed = false): MemoryRow {
  return ds(`read_${size}`, `load_${size}`, opcode, { access: 'load', bytes, signed });
}

/** Name without type, type of the 32-bit form, operation, opcode of the 32-bit form without result. */
const ATOMICS = [
  ['add', 'u', 'add', 0x00],
  ['sub', 'u', 'sub', 0x01],
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

/** Each atomic in both widths, without and with the old value coming back. */
const ATOMIC_ROWS: readonly MemoryRow[] = ATOMICS.flatMap(([name, type, atomic, opcode]) =>
  ([32, 64] as const).flatMap((size) => {
    const first = opcode + (size === 64 ? WIDE : 0);
    const access = { access: 'atomic', bytes: size / 8, atomic } as const;
    const [plain, returning] = [`${name}_${type}${size}`, `${name}_rtn_${type}${size}`];
    return [
      ds(plain, plain, first, { ...access, returns: false }),
      ds(returning, returning, first + RETURNING, { ...access, returns: true }),
    ];
  }),
);

const EXCHANGE = { access: 'atomic', atomic: 'swap', returns: true } as const;

/** Accesses to the local data share; those with two addresses are not modelled. */
export const DS_ROWS: readonly MemoryRow[] = [
  ...ATOMIC_ROWS,
  ds('wrxchg_rtn_b32', 'storexchg_rtn_b32', 0x2d, { ...EXCHANGE, bytes: 4 }),
  ds('wrxchg_rtn_b64', 'storexchg_rtn_b64', 0x6d, { ...EXCHANGE, bytes: 8 }),
  store('b32', 0x0d, 4),
  store('b8', 0x1e, 1),
  store('b16', 0x1f, 2),
  store('b64', 0x4d, 8),
  store('b96', 0xde, 12),
  store('b128', 0xdf, 16),
  load('b32', 0x36, 4),
  load('i8', 0x39, 1, true),
  load('u8', 0x3a, 1),
  load('i16', 0x3b, 2, true),
  load('u16', 0x3c, 2),
  load('b64', 0x76, 8),
  load('b96', 0xfe, 12),
  load('b128', 0xff, 16),
];
