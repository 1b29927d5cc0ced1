/** First address out of range: byte addresses have 48 bits, which a double holds exactly. */
export const ADDRESS_LIMIT = 2 ** 48;

/** Address from two registers: its low 32 bits, and its high 16 bits in the low half of `high`. */
export function addressOf(low: number, high: number): number {
  return (low >>> 0) + (high & 0xffff) * 2 ** 32;
}

/** Address plus a signed or unsigned byte offset, modulo 2^48. */
export function advance(address: number, offset: number): number {
  const sum = address + offset;
  if (sum >= ADDRESS_LIMIT) return sum - ADDRESS_LIMIT;
  return sum < 0 ? sum + ADDRESS_LIMIT : sum;
}
