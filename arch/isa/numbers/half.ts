import { powerOfTwo } from './transcendental.js';

/** A rounding mode as encoded in MODE: 0 to nearest even, 1 towards +infinity, 2 towards -infinity, 3 towards zero. */
type Rounding = number;

export const ROUND_NEAREST = 0;
export const ROUND_TO_ZERO = 3;

/** Extracts the rounding mode for 16-bit and 64-bit floats from a value of the MODE register. */
export function getHalfRounding(mode: number): Rounding {
  return (mode >>> 2) & 3;
}

/** Returns the value of a 16-bit float. Ignores the upper bits of the argument. Any NaN becomes JavaScript's NaN. */
export function halfToNumber(bits: number): number {
  const exponent = (bits >>> 10) & 31;
  const fraction = bits & 0x3ff;
  const sign = (bits & 0x8000) === 0 ? 1 : -1;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1 + fraction / 1024) * powerOfTwo(exponent - 15);
}

/** Rounds a magnitude to an integer. `isNegative` is the sign of the number, which matters for directed rounding. */
function roundMagnitude(magnitude: number, isNegative: boolean, rounding: Rounding): number {
  const down = Math.floor(magnitude);
  if (down === magnitude || rounding === ROUND_TO_ZERO) return down;
  if (rounding !== ROUND_NEAREST) return (rounding === 1) !== isNegative ? down + 1 : down;
  const fraction = magnitude - down;
  if (fraction !== 0.5) return fraction > 0.5 ? down + 1 : down;
  return down % 2 === 0 ? down : down + 1;
}

/** Returns the exponent of a magnitude's least significant bit as a 16-bit float. */
function getHalfUnit(magnitude: number): number {
  let unit = -24;
  for (let limit = 2 ** -13; unit < 5 && magnitude >= limit; limit *= 2) unit++;
  return unit;
}

/** Rounds a number to a 16-bit float and returns its bits. Denormals are not flushed. NaN becomes 0x7e00. */
export function numberToHalf(value: number, rounding: Rounding): number {
  if (Number.isNaN(value)) return 0x7e00;
  const isNegative = value < 0 || (value === 0 && 1 / value < 0);
  const sign = isNegative ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  if (magnitude === Infinity) return sign | 0x7c00;
  const unit = getHalfUnit(magnitude);
  const units = roundMagnitude(magnitude * powerOfTwo(-unit), isNegative, rounding);
  if (unit === -24) return sign | units;
  const bits = ((unit + 24) << 10) + units;
  if (bits < 0x7c00) return sign | bits;
  const staysFinite =
    rounding === ROUND_TO_ZERO || (rounding !== ROUND_NEAREST && (rounding === 1) === isNegative);
  return sign | (staysFinite ? 0x7bff : 0x7c00);
}
