/** 48-bit byte addresses as exact doubles: low 32 bits and 16 bits above (`hi & 0xffff`). */
export const ADDRESS_LIMIT = 2 ** 48;

/** Address from two register halves. */
export function addressOf(low: number, high: number): number {
  return (low >>> 0) + (high & 0xffff) * 2 ** 32;
}

/** Address plus a signed or unsigned byte offset, modulo 48 bits. */
export function advance(address: number, offset: number): number {
  const sum = address + offset;
  if (sum >= ADDRESS_LIMIT) return sum - ADDRESS_LIMIT;
  return sum < 0 ? sum + ADDRESS_LIMIT : sum;
}
