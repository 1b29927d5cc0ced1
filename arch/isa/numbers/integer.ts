/** Returns the high 32 bits of the product of two unsigned 32-bit values. */
export function multiplyHighUnsigned(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const cross = aLow * bHigh + (middle & 0xffff);
  return (aHigh * bHigh + Math.floor(middle / 0x10000) + Math.floor(cross / 0x10000)) | 0;
}

/** Returns the high 32 bits of the product of two signed 32-bit values. */
export function multiplyHighSigned(a: number, b: number): number {
  return (multiplyHighUnsigned(a, b) - (a < 0 ? b : 0) - (b < 0 ? a : 0)) | 0;
}

/** Returns a mask with `width` (0–31) ones starting at bit `offset` (0–31). Both are taken modulo 32. */
export function makeBitRange(width: number, offset: number): number {
  return ((1 << width) - 1) << offset;
}

/** Extracts an unsigned field of `width` bits at `offset` (0–31), clipped at bit 31. Width 0 returns 0. */
export function extractUnsigned(value: number, offset: number, width: number): number {
  if (width === 0) return 0;
  const shifted = value >>> offset;
  return width >= 32 ? shifted | 0 : shifted & ((1 << width) - 1);
}

/** Extracts a signed field of `width` bits at `offset` (0–31). Width 0 returns 0. */
export function extractSigned(value: number, offset: number, width: number): number {
  if (width === 0) return 0;
  if (offset + width >= 32) return value >> offset;
  return (value << (32 - offset - width)) >> (32 - width);
}

/** Reverses the order of the bits. */
export function reverseBits(value: number): number {
  let v = value;
  v = ((v >>> 1) & 0x55555555) | ((v & 0x55555555) << 1);
  v = ((v >>> 2) & 0x33333333) | ((v & 0x33333333) << 2);
  v = ((v >>> 4) & 0x0f0f0f0f) | ((v & 0x0f0f0f0f) << 4);
  v = ((v >>> 8) & 0x00ff00ff) | ((v & 0x00ff00ff) << 8);
  return (v >>> 16) | (v << 16);
}

/** Returns the index of the lowest set bit, or -1 for zero. */
export function findLowestBit(value: number): number {
  return value === 0 ? -1 : 31 - Math.clz32(value & -value);
}

/** Returns the number of leading zeros, or -1 for zero. */
export function countLeadingZeros(value: number): number {
  return value === 0 ? -1 : Math.clz32(value);
}

/** Returns the number of leading bits that equal the sign bit, or -1 if all bits are the same. */
export function countLeadingSignBits(value: number): number {
  return countLeadingZeros(value < 0 ? ~value : value);
}

/** Sets all bits of every quad that has any bit set (whole-quad mode). */
export function expandToQuads(mask: number): number {
  const lowestBits = getQuadBits(mask);
  return lowestBits | (lowestBits << 1) | (lowestBits << 2) | (lowestBits << 3);
}

/** Packs a mask into one bit per quad, starting at bit 0. Each bit is set if any bit of its quad is. */
export function packQuadMask(mask: number): number {
  const lowestBits = getQuadBits(mask);
  let packed = 0;
  for (let quad = 0; quad < 8; quad++) packed |= ((lowestBits >>> (4 * quad)) & 1) << quad;
  return packed;
}

/** Sets only the lowest bit of every quad that has any bit set. */
function getQuadBits(mask: number): number {
  return (mask | (mask >>> 1) | (mask >>> 2) | (mask >>> 3)) & 0x11111111;
}

/** Sign-extends the low 24 bits. */
export function signExtend24(value: number): number {
  return (value << 8) >> 8;
}
