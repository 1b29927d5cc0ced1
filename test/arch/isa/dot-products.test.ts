import { describe, expect, test } from 'vitest';
import { assembleProgram, decodeProgram } from '../../../arch/index.js';
import { execute, getVector, setVector } from '../support/machine.js';
import { makeWordPairs } from '../support/values.js';

const CASES = [
  ['v_dot2_i32_i16', 16, true],
  ['v_dot2_u32_u16', 16, false],
  ['v_dot4_i32_i8', 8, true],
  ['v_dot4_u32_u8', 8, false],
  ['v_dot8_i32_i4', 4, true],
  ['v_dot8_u32_u4', 4, false],
] as const;

function getElement(word: number, bits: number, i: number, signed: boolean): bigint {
  const raw = (BigInt(word >>> 0) >> BigInt(bits * i)) & ((1n << BigInt(bits)) - 1n);
  return signed ? BigInt.asIntN(bits, raw) : raw;
}

describe('integer dot products match BigInt arithmetic', () => {
  test.each(CASES)('%s', (name, bits, signed) => {
    const pairs = makeWordPairs(60);
    for (let i = 0; i + 32 <= pairs.length; i += 32) {
      const state = execute(`${name} v3, v0, v1, v2`, (initial) => {
        setVector(initial, 0, (lane) => pairs[i + lane][0]);
        setVector(initial, 1, (lane) => pairs[i + lane][1]);
        setVector(initial, 2, (lane) => pairs[i + 31 - lane][0]);
      });
      const expected = Array.from({ length: 32 }, (_, lane) => {
        const [a, b] = pairs[i + lane];
        let sum = BigInt(pairs[i + 31 - lane][0]);
        for (let k = 0; k < 32 / bits; k++)
          sum += getElement(a, bits, k, signed) * getElement(b, bits, k, signed);
        return Number(BigInt.asIntN(32, sum));
      });
      expect(getVector(state, 3)).toEqual(expected);
    }
  });
});

test.each([
  [0x7602_0702, 'v_fmac_f32_e32 v1, v2, v3'],
  [0x7a02_0702, 'v_xnor_b32_e32 v1, v2, v3'],
])('word %i is legal on gfx906 and encodes %s', (word, text) => {
  const { instructions } = decodeProgram([word], 'gfx9', 64);
  expect(instructions[0].kind).not.toBe('illegal');
  expect(assembleProgram(text, 'gfx9')).toEqual([word]);
});

test.each(CASES)('gfx906 supports %s', (name) => {
  const words = assembleProgram(`${name} v3, v0, v1, v2`, 'gfx9');
  expect(decodeProgram(words, 'gfx9', 64).instructions[0].kind).not.toBe('illegal');
});
