import type { Gfx, SinceGeneration, WaveSize } from '../../arch/index.js';
import { factsOf, getGenerationEntry, memoise } from '../../arch/index.js';
import type { AccessSize } from '../../transactions/index.js';
import { scalars } from '../dialect/index.js';
import { USER_SGPRS } from '../kit/programs.js';
import { REGISTERS } from '../sections/part.js';

/** Suffixes of `buffer_load_`, `global_load_` and `flat_load_` by size, as on GFX9 to GFX10.3. */
export const LOADS: Readonly<Record<AccessSize, string>> = {
  u8: 'ubyte',
  u16: 'ushort',
  b32: 'dword',
  b64: 'dwordx2',
  b96: 'dwordx3',
  b128: 'dwordx4',
};
/** Suffixes of `buffer_store_`, `global_store_` and `flat_store_` by size, as on GFX9 to GFX10.3. */
export const STORES: Readonly<Record<AccessSize, string>> = { ...LOADS, u8: 'byte', u16: 'short' };

/** The modifiers of a two-dimensional image access. */
const IMAGE: SinceGeneration<string> = {
  gfx9: 'dmask:0x1 unorm',
  gfx10: 'dmask:0x1 dim:SQ_RSRC_IMG_2D unorm',
  gfx12: 'dmask:0x1 dim:SQ_RSRC_IMG_2D',
};

/** Instructions that invalidate all caches between a vector load and L2, farthest cache first (P-008). */
const VECTOR_INVALIDATIONS: SinceGeneration<readonly [string, ...string[]]> = {
  gfx9: ['buffer_wbinvl1'],
  gfx10: ['buffer_gl1_inv', 'buffer_gl0_inv'],
  gfx12: ['global_inv scope:SCOPE_DEV'],
};

/** Returns a generation's modifiers and instructions of memory accesses. */
export const getMemoryNames = memoise((gfx: Gfx) => {
  const vectorInvalidations: readonly [string, ...string[]] = getGenerationEntry(VECTOR_INVALIDATIONS, gfx);
  return {
    vectorInvalidations,
    /** Instructions that invalidate all caches between a scalar load and L2, farthest cache first. */
    scalarInvalidations: [...(factsOf(gfx).hasGl1 ? [vectorInvalidations[0]] : []), 's_dcache_inv'],
    image: getGenerationEntry(IMAGE, gfx),
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

/**
 * The vector registers of generated programs. Registers shared with the parts in `../sections` keep their numbers: the
 * first ordered buffer in s[0:3], user data in s4, the prim mask in s5, the collision argument in s6, the intrawave
 * argument in s7 if it is loaded, and the parts' own registers in s[7:17].
 */
export const VECTOR = {
  offset: REGISTERS.offset,
  primitive: REGISTERS.primitive,
  /** All values that the invocation reads are folded into this register. */
  result: REGISTERS.word,
  position: REGISTERS.position,
  /** Four data registers. */
  data: REGISTERS.scratch,
  /** Four scratch registers per step. */
  scratch: REGISTERS.scratch + 4,
  x: 'v24',
  y: 'v25',
  /** The 64-bit address of a flat access. */
  address: 26,
  /** The number of remaining iterations of a lane's loop. */
  trips: 'v28',
  /** Depth, stencil and mask have their own registers, as an export may still read them while colours are packed. */
  depth: 'v29',
  stencil: 'v30',
  mask: 'v31',
} as const;

/** The numbers of registers that generated programs are compiled for. */
export const REGISTER_COUNTS = { vgprs: 32, sgprs: 72, userSgprs: USER_SGPRS } as const;

/** The first SGPR of each value that programs keep live, and how many it takes; a lane mask takes one or two. */
const SCALARS = {
  newest: [18, 1],
  remap: [19, 1],
  polled: [28, 1],
  /** The lanes that have not been discarded. */
  live: [20, 'mask'],
  /** The lanes that were active before a branch. */
  saved: [22, 'mask'],
  /** The lanes that a loop over lanes has yet to process. */
  loop: [26, 'mask'],
  lanes: [30, 'mask'],
  laterLanes: [64, 'mask'],
  set: [24, 2],
  setLow: [24, 1],
  setHigh: [25, 1],
  scratch: [28, 1],
  otherScratch: [29, 1],
  /** The descriptors of the ordered buffers, and the second one's address. */
  first: [0, 4],
  second: [48, 4],
  secondAddress: [48, 2],
  secondAddressHigh: [49, 1],
  /** The read-only table's descriptor and address. */
  table: [52, 4],
  tableAddress: [52, 2],
  /** The tallies' descriptor and address. */
  tally: [68, 4],
  tallyAddress: [68, 2],
  /** The descriptor of the buffer that a lane selects. */
  selectedBuffer: [56, 4],
  image: [32, 8],
  texture: [40, 8],
  trips: [60, 1],
  layers: [61, 1],
  layerStart: [62, 1],
  /** The result of the load left outstanding when the section ends. */
  outstandingLoad: [66, 1],
} as const;

/** The scalar registers as operands, for one wave size. */
export type ScalarNames = Readonly<Record<keyof typeof SCALARS, string>>;

function createNames(wave: WaveSize): ScalarNames {
  const entries = Object.entries(SCALARS).map(([name, [first, size]]) => [
    name,
    scalars(first, size === 'mask' ? wave / 32 : size),
  ]);
  return Object.fromEntries(entries) as ScalarNames;
}

const NAMES: Readonly<Record<WaveSize, ScalarNames>> = { 32: createNames(32), 64: createNames(64) };

/** Returns the scalar registers for a wave size. */
export function getScalarNames(wave: WaveSize): ScalarNames {
  return NAMES[wave];
}
