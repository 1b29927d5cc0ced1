/** The first out-of-range address. Byte addresses have 48 bits, which a double represents exactly. */
export const ADDRESS_LIMIT = 2 ** 48;

/**
 * Combines a register pair into an address: `low` holds the low 32 bits, and the low half of `high` holds the high 16
 * bits.
 */
export function joinAddress(low: number, high: number): number {
  return (low >>> 0) + (high & 0xffff) * 2 ** 32;
}

/** Adds a signed or unsigned byte offset to an address, modulo 2^48. */
export function advance(address: number, offset: number): number {
  const sum = address + offset;
  if (sum >= ADDRESS_LIMIT) return sum - ADDRESS_LIMIT;
  return sum < 0 ? sum + ADDRESS_LIMIT : sum;
}
