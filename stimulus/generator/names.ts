import type { Gfx, SinceGeneration } from '../../arch/index.js';
import { factsOf, getGenerationEntry, getMnemonic, memoisePerGeneration } from '../../arch/index.js';
import { type AccessSize, ATOMIC_OPERATIONS, type AtomicOperation } from '../../transactions/index.js';

/** The names of a generation's memory instructions. */
export interface MemoryNames {
  /** Suffixes of `buffer_load_`, `global_load_` and `flat_load_`. */
  readonly loads: Readonly<Record<AccessSize, string>>;
  /** Suffixes of `buffer_store_`, `global_store_` and `flat_store_`. */
  readonly stores: Readonly<Record<AccessSize, string>>;
  /** Suffixes of `buffer_atomic_`, `global_atomic_` and `flat_atomic_`. */
  readonly atomics: Readonly<Record<AtomicOperation, string>>;
  /** Suffixes of `image_atomic_`: the GFX9 names in every generation. */
  readonly imageAtomics: Readonly<Record<AtomicOperation, string>>;
  readonly scalarLoad: Readonly<Record<4 | 8, string>>;
  readonly scalarBufferLoad: string;
  /** Instructions that invalidate all caches between a vector load and L2, farthest cache first (P-008). */
  readonly vectorInvalidations: readonly string[];
  /** Instructions that invalidate all caches between a scalar load and L2, farthest cache first. */
  readonly scalarInvalidations: readonly string[];
  /** The modifiers of a two-dimensional image access. */
  readonly image: string;
  readonly localStore: string;
  readonly localLoad: string;
  /** The lane mask operation `a & ~b`. */
  readonly andNot: string;
  readonly lowestBit: string;
}

/** Suffixes of `buffer_load_` by size, as on GFX9 to GFX10.3. */
const LOADS = { u8: 'ubyte', u16: 'ushort', b32: 'dword', b64: 'dwordx2', b96: 'dwordx3', b128: 'dwordx4' };
/** Suffixes of `buffer_store_` by size, as on GFX9 to GFX10.3. */
const STORES = { u8: 'byte', u16: 'short', b32: 'dword', b64: 'dwordx2', b96: 'dwordx3', b128: 'dwordx4' };

/** The GFX9 names of atomic operations, which images use in every generation. */
const ATOMICS = Object.fromEntries(ATOMIC_OPERATIONS.map((name) => [name, name])) as Record<
  AtomicOperation,
  string
>;

const IMAGE: SinceGeneration<string> = {
  gfx9: 'dmask:0x1 unorm',
  gfx10: 'dmask:0x1 dim:SQ_RSRC_IMG_2D unorm',
  gfx12: 'dmask:0x1 dim:SQ_RSRC_IMG_2D',
};

const VECTOR_INVALIDATIONS: SinceGeneration<readonly [string, ...string[]]> = {
  gfx9: ['buffer_wbinvl1'],
  gfx10: ['buffer_gl1_inv', 'buffer_gl0_inv'],
  gfx12: ['global_inv scope:SCOPE_DEV'],
};

/** Translates GFX9 suffixes of `prefix` to those of a generation. */
function translateSuffixes<Key extends string>(
  prefix: string,
  names: Readonly<Record<Key, string>>,
  gfx: Gfx,
): Record<Key, string> {
  const entries = Object.entries<string>(names).map(([key, name]) => {
    const mnemonic = getMnemonic(`${prefix}${name}`, gfx);
    return [key, mnemonic.slice(prefix.length)];
  });
  return Object.fromEntries(entries) as Record<Key, string>;
}

/** Returns the names of a generation's memory instructions. */
export const getMemoryNames: (gfx: Gfx) => MemoryNames = memoisePerGeneration((gfx) => {
  const { hasGl1 } = factsOf(gfx);
  return {
    loads: translateSuffixes('buffer_load_', LOADS, gfx),
    stores: translateSuffixes('buffer_store_', STORES, gfx),
    atomics: translateSuffixes('buffer_atomic_', ATOMICS, gfx),
    imageAtomics: ATOMICS,
    scalarLoad: { 4: getMnemonic('s_load_dwordx4', gfx), 8: getMnemonic('s_load_dwordx8', gfx) },
    scalarBufferLoad: getMnemonic('s_buffer_load_dword', gfx),
    vectorInvalidations: getGenerationEntry(VECTOR_INVALIDATIONS, gfx),
    scalarInvalidations: hasGl1
      ? [getGenerationEntry(VECTOR_INVALIDATIONS, gfx)[0], 's_dcache_inv']
      : ['s_dcache_inv'],
    image: getGenerationEntry(IMAGE, gfx),
    localStore: getMnemonic('ds_write_b32', gfx),
    localLoad: getMnemonic('ds_read_b32', gfx),
    andNot: getMnemonic('s_andn2_b32', gfx).replace('_b32', ''),
    lowestBit: getMnemonic('s_ff1_i32_b32', gfx),
  };
});

/** The number of registers that hold one lane's data, by access size. */
export const DATA_REGISTERS: Readonly<Record<AccessSize, number>> = {
  u8: 1,
  u16: 1,
  b32: 1,
  b64: 2,
  b96: 3,
  b128: 4,
};
