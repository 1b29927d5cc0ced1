/** Returns the value of a 16-bit float according to its definition (IEEE 754-2019 3.4). */
export function getHalfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (0x400 + fraction) * 2 ** (exponent - 25);
}
