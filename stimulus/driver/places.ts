/**
 * The address window of a draw's memory, except for the objects named by descriptors, which keep the driver's example
 * addresses. Programs prepend 0xffff8000 to the low halves in user data, and addresses keep the lower 48 bits of the result
 * (corpus README, "Initial state of a wave").
 */
export const WINDOW = 0x8000 * 2 ** 32;

/** The distance between consecutive descriptor sets; all of them stay well below the 4 GiB that `setN.lo` can address. */
const SET_DISTANCE = 0x1000;
const FIRST_SET = 0x10000;

/** The address of the first draw's copy of the push constants; each draw has its own. */
const FIRST_PUSH_CONSTANTS = 0x100_0000;
const PUSH_CONSTANTS_DISTANCE = 0x100;

/** The low half of the address of `ring_offsets`, the driver's internal table. */
export const RINGS_LOW = 0x30000;

/** The low half of a colour-export epilog's address. */
export const EPILOG_LOW = 0x40000;

/** The address of the constants that the compiler placed next to the code; both have the same upper address half. */
export const CONSTANTS_ADDRESS = 0x80000;

/** The address of the private memory of all waves. */
export const SCRATCH_ADDRESS = 2 * 2 ** 32;

/** The address of the buffer that has no descriptor; programs reach it through `pc.addr`. */
export const POINTED_BUFFER_ADDRESS = 3 * 2 ** 32;

/** Returns the low address word of a descriptor set, for the user SGPR `setN.lo`. */
export function setAddressLow(set: number): number {
  return FIRST_SET + set * SET_DISTANCE;
}

/** Returns the low address word of a draw's copy of its push constants, for the user SGPR `pcbuf.lo`. */
export function pushConstantsLow(draw: number): number {
  return FIRST_PUSH_CONSTANTS + draw * PUSH_CONSTANTS_DISTANCE;
}
