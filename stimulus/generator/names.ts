import type { Gfx } from '../../arch/index.js';
import { sinceGeneration } from '../../arch/index.js';
import { type AccessSize, ATOMIC_OPERATIONS, type AtomicOperation } from '../../transactions/index.js';

/** What memory instructions are called, generation by generation. */
export interface MemoryNames {
  /** Behind `buffer_load_`, `global_load_` and `flat_load_`, and behind the same with `store_`. */
  readonly loads: Readonly<Record<AccessSize, string>>;
  readonly stores: Readonly<Record<AccessSize, string>>;
  /** Behind `buffer_atomic_`, `global_atomic_` and `flat_atomic_`; images have the names of GFX9 throughout. */
  readonly atomics: Readonly<Record<AtomicOperation, string>>;
  readonly imageAtomics: Readonly<Record<AtomicOperation, string>>;
  readonly scalarLoad: Readonly<Record<4 | 8, string>>;
  readonly scalarBufferLoad: string;
  /** Instructions that empty all caches ahead of L2 on the way of vector and of scalar loads, the far one first (P-008). */
  readonly emptyVector: readonly string[];
  readonly emptyScalar: readonly string[];
  /** Modifiers of an image access in two dimensions. */
  readonly image: string;
  readonly localStore: string;
  readonly localLoad: string;
  /** Lane masks: a without b. */
  readonly without: string;
  readonly lowestBit: string;
}

/** Names of atomic operations up to GFX10.3, and of those on images throughout: the operations' own. */
const ATOMICS = Object.fromEntries(ATOMIC_OPERATIONS.map((name) => [name, name])) as Record<
  AtomicOperation,
  string
>;

const BEFORE_GFX11: Omit<MemoryNames, 'image' | 'emptyVector' | 'emptyScalar'> = {
  loads: { u8: 'ubyte', u16: 'ushort', b32: 'dword', b64: 'dwordx2', b96: 'dwordx3', b128: 'dwordx4' },
  stores: { u8: 'byte', u16: 'short', b32: 'dword', b64: 'dwordx2', b96: 'dwordx3', b128: 'dwordx4' },
  atomics: ATOMICS,
  imageAtomics: ATOMICS,
  scalarLoad: { 4: 's_load_dwordx4', 8: 's_load_dwordx8' },
  scalarBufferLoad: 's_buffer_load_dword',
  localStore: 'ds_write_b32',
  localLoad: 'ds_read_b32',
  without: 's_andn2',
  lowestBit: 's_ff1_i32_b32',
};

const GFX9: MemoryNames = {
  ...BEFORE_GFX11,
  image: 'dmask:0x1 unorm',
  emptyVector: ['buffer_wbinvl1'],
  emptyScalar: ['s_dcache_inv'],
};

const GFX10: MemoryNames = {
  ...BEFORE_GFX11,
  image: 'dmask:0x1 dim:SQ_RSRC_IMG_2D unorm',
  emptyVector: ['buffer_gl1_inv', 'buffer_gl0_inv'],
  emptyScalar: ['buffer_gl1_inv', 's_dcache_inv'],
};

const GFX11: MemoryNames = {
  ...GFX10,
  loads: { u8: 'u8', u16: 'u16', b32: 'b32', b64: 'b64', b96: 'b96', b128: 'b128' },
  stores: { u8: 'b8', u16: 'b16', b32: 'b32', b64: 'b64', b96: 'b96', b128: 'b128' },
  atomics: {
    swap: 'swap_b32',
    add: 'add_u32',
    sub: 'sub_u32',
    smin: 'min_i32',
    umin: 'min_u32',
    smax: 'max_i32',
    umax: 'max_u32',
    and: 'and_b32',
    or: 'or_b32',
    xor: 'xor_b32',
    inc: 'inc_u32',
    dec: 'dec_u32',
  },
  scalarLoad: { 4: 's_load_b128', 8: 's_load_b256' },
  scalarBufferLoad: 's_buffer_load_b32',
  localStore: 'ds_store_b32',
  localLoad: 'ds_load_b32',
  without: 's_and_not1',
  lowestBit: 's_ctz_i32_b32',
};

/** Names in a generation. */
export function memoryNames(gfx: Gfx): MemoryNames {
  return sinceGeneration({ gfx9: GFX9, gfx10: GFX10, gfx11: GFX11 }, gfx);
}

/** Registers that the data of one lane takes. */
export const DATA_REGISTERS: Readonly<Record<AccessSize, number>> = {
  u8: 1,
  u16: 1,
  b32: 1,
  b64: 2,
  b96: 3,
  b128: 4,
};
