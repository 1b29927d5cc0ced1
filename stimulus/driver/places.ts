/**
 * Addresses of a draw's memory besides the objects named by descriptors, which keep the driver's example
 * addresses. Programs prefix 0xffff8000 to the low halves in user data; an address keeps 48 bits of that (corpus
 * README, "Initial state of a wave").
 */
export const WINDOW = 0x8000 * 2 ** 32;

/** Distance of consecutive descriptor sets; well below the 4 GiB that `setN.lo` can address. */
const SET_DISTANCE = 0x1000;
const FIRST_SET = 0x10000;

/** Copies of push constants, one per draw. */
const FIRST_PUSH_CONSTANTS = 0x100_0000;
const PUSH_CONSTANTS_DISTANCE = 0x100;

/** Low half of the address of the driver's internal table (`ring_offsets`). */
export const RINGS_LOW = 0x30000;

/** Low half of the address of a colour-export epilog. */
export const EPILOG_LOW = 0x40000;

/** Constants that the compiler placed next to the code; they share its upper address half. */
export const CONSTANTS_ADDRESS = 0x80000;

/** Private memory of all waves. */
export const SCRATCH_ADDRESS = 2 * 2 ** 32;

/** The buffer without a descriptor, at `pc.addr`. */
export const POINTED_BUFFER_ADDRESS = 3 * 2 ** 32;

/** Low address word of a descriptor set, for the user SGPR `setN.lo`. */
export function setAddressLow(set: number): number {
  return FIRST_SET + set * SET_DISTANCE;
}

/** Low address word of a draw's copy of its push constants, for the user SGPR `pcbuf.lo`. */
export function pushConstantsLow(draw: number): number {
  return FIRST_PUSH_CONSTANTS + draw * PUSH_CONSTANTS_DISTANCE;
}
