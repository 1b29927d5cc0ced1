import { ATOMIC_BASES, makeAccessRows } from './access.js';
import { makeAtomicRows, makeFloatAtomicRows, makeSaturatingSubtractRow } from './atomics.js';
import type { MemoryRow } from './memory-row.js';
import { KNOWN_BUT_UNMODELLED } from './row-base.js';
import { MUBUF_FORMAT_ROWS } from './typed-buffer.js';

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

/** The format-converting load into LDS. */
const LDS_FORMAT_LOAD: MemoryRow = {
  ...LDS_LOAD_ROWS[0]!,
  name: 'buffer_load_lds_format_x',
  opcode: { gfx11: 0x32 },
  bytes: 4,
  unmodelled: KNOWN_BUT_UNMODELLED,
};

/** Loads, stores and atomics through a buffer descriptor. */
export const MUBUF_ROWS: readonly MemoryRow[] = [
  ...makeAccessRows('buffer', { format: 'mubuf' }),
  ...LDS_LOAD_ROWS,
  LDS_FORMAT_LOAD,
  ...MUBUF_FORMAT_ROWS,
  ...makeAtomicRows('buffer_atomic', ATOMIC_BASES, { format: 'mubuf' }),
  ...makeFloatAtomicRows('buffer_atomic', { format: 'mubuf' }),
  makeSaturatingSubtractRow('buffer_atomic', { format: 'mubuf' }),
];
