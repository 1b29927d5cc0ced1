import { describe, expect, test } from 'vitest';
import { execute, setVector, vector } from '../support/machine.js';
import { wordPairs } from '../support/values.js';

const CASES = [
  ['v_dot2_i32_i16', 16, true],
  ['v_dot2_u32_u16', 16, false],
  ['v_dot4_i32_i8', 8, true],
  ['v_dot4_u32_u8', 8, false],
  ['v_dot8_i32_i4', 4, true],
  ['v_dot8_u32_u4', 4, false],
] as const;

function part(word: number, bits: number, i: number, signed: boolean): bigint {
  const raw = (BigInt(word >>> 0) >> BigInt(bits * i)) & ((1n << BigInt(bits)) - 1n);
  return signed ? BigInt.asIntN(bits, raw) : raw;
}

describe('integer dot products give what big integers give', () => {
  test.each(CASES)('%s', (name, bits, signed) => {
    const pairs = wordPairs(60);
    for (let i = 0; i + 32 <= pairs.length; i += 32) {
      const state = execute(`${name} v3, v0, v1, v2`, (before) => {
        setVector(before, 0, (lane) => pairs[i + lane][0]);
        setVector(before, 1, (lane) => pairs[i + lane][1]);
        setVector(before, 2, (lane) => pairs[i + 31 - lane][0]);
      });
      const expected = Array.from({ length: 32 }, (_, lane) => {
        const [a, b] = pairs[i + lane];
        let sum = BigInt(pairs[i + 31 - lane][0]);
        for (let k = 0; k < 32 / bits; k++) sum += part(a, bits, k, signed) * part(b, bits, k, signed);
        return Number(BigInt.asIntN(32, sum));
      });
      expect(vector(state, 3)).toEqual(expected);
    }
  });
});
