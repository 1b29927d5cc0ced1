import { assert } from '../kernel/assert.js';

/**
 * Returns the offset from a line's centre line to its edge, in 1/256ths of a pixel. For lines with axis-aligned ends,
 * it is half the width along the minor axis. For lines with perpendicular ends, it is rounded to the nearest unit, with
 * ties rounded away from the line's centre, so that a line's shape does not depend on its position.
 */
export function computeLineNormal(
  dx: number,
  dy: number,
  halfWidth: number,
  perpendicular: boolean,
): readonly [x: number, y: number] {
  if (!perpendicular) return Math.abs(dx) >= Math.abs(dy) ? [0, halfWidth] : [halfWidth, 0];
  return [-Math.sign(dy) * toHalfWidth(dy, dx, halfWidth), Math.sign(dx) * toHalfWidth(dx, dy, halfWidth)];
}

/**
 * Computes |along| * halfWidth / sqrt(along² + across²), rounded to the nearest integer, with ties rounded up. The
 * result is exact for integers. Twice the result, before rounding, must be less than 2^26.
 */
function toHalfWidth(along: number, across: number, halfWidth: number): number {
  if (along === 0) return 0;
  const [a, b, h] = [BigInt(along), BigInt(across), BigInt(halfWidth)];
  // Truncating the square of twice the result does not change its integer square root.
  const square = (4n * a * a * h * h) / (a * a + b * b);
  return Math.floor((integerSquareRoot(Number(square)) + 1) / 2);
}

/** Returns `floor(sqrt(square))`, for integers below 2^52. */
function integerSquareRoot(square: number): number {
  assert(square < 2 ** 52, 'the square is an exact integer');
  return Math.floor(Math.sqrt(square));
}
