import { executeWords, formatHex, getVector } from '../support/machine.js';

test.each([
  [[0x11903dc1, 0x003e1f6a], -12],
  [[0x289407e3, 0x007feecf], -25],
] as const)('v_ldexp_f64 of %j by %i rounds once', ([low, high], exponent) => {
  const bits = (BigInt(high) << 32n) | BigInt(low);
  // Compute the denormal result from the significand using integers.
  const significand = (bits & 0xfffffffffffffn) | 0x10000000000000n;
  const shift = BigInt(1 - Number(bits >> 52n) - exponent);
  const [units, remainder] = [significand >> shift, significand & ((1n << shift) - 1n)];
  const half = 1n << (shift - 1n);
  const rounded = remainder > half || (remainder === half && (units & 1n) === 1n) ? units + 1n : units;
  const expected = `${formatHex(Number(rounded >> 32n))} ${formatHex(Number(rounded & 0xffffffffn))}`;
  const state = executeWords('v_ldexp_f64 v[8:9], v[0:1], v2', [low, high, exponent]);
  expect(`${formatHex(getVector(state, 9)[0])} ${formatHex(getVector(state, 8)[0])}`).toBe(expected);
});
