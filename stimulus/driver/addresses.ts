/**
 * The base address of a draw's memory, except for objects referenced by descriptors, which stay at the addresses in the
 * driver's example. Programs use 0xffff8000 as the high word of the addresses in user data, and the hardware keeps
 * the lower 48 bits (corpus README, "Initial state of a wave").
 */
export const WINDOW = 0x8000 * 2 ** 32;

/** The stride between descriptor sets, all of which fit well below the 4 GiB that `setN.lo` can address. */
const SET_STRIDE = 0x1000;
const FIRST_SET = 0x10000;

/** The address of the first draw's copy of the push constants; each draw has its own. */
const FIRST_PUSH_CONSTANTS = 0x100_0000;
const PUSH_CONSTANTS_STRIDE = 0x100;

/** The low address word of `ring_offsets`, the driver's internal table. */
export const RINGS_LOW = 0x30000;

/** The low address word of the colour-export epilog. */
export const EPILOG_LOW = 0x40000;

/** The address of the constants placed next to the code by the compiler; they share the code's high address word. */
export const CONSTANTS_ADDRESS = 0x80000;

/** The address of the waves' scratch memory. */
export const SCRATCH_ADDRESS = 2 * 2 ** 32;

/** The address of the buffer that programs access through the raw pointer `pc.addr`; it has no descriptor. */
export const RAW_POINTER_BUFFER_ADDRESS = 3 * 2 ** 32;

/** Returns the low address word of a descriptor set, for the user SGPR `setN.lo`. */
export function getSetAddressLow(set: number): number {
  return FIRST_SET + set * SET_STRIDE;
}

/** Returns the low address word of a draw's copy of its push constants, for the user SGPR `pcbuf.lo`. */
export function getPushConstantsLow(draw: number): number {
  return FIRST_PUSH_CONSTANTS + draw * PUSH_CONSTANTS_STRIDE;
}
