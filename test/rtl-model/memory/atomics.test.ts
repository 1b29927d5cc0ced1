import fc from 'fast-check';
import { atomic32, atomic64 } from '../../../checkers/evidence/reference/memory.js';
import { join64, performAtomic32, performAtomic64 } from '../../../rtl-model/memory/atomic.js';

const BOTH_SIZES =
  'swap cmpswap add sub rsub mskor smin smax umin umax and or xor inc dec fmin fmax fcmpswap'.split(' ');
const ONLY_32 = ['wrap', 'csub', 'fadd'];

/** Words around the boundaries at which operations change behaviour: sign, range, and equality. */
const BOUNDARIES = [0, 1, 2, 3, -1, -2, 0x7fffffff, -0x80000000, 0x3f800000, 0x3f800001];
const word = fc.oneof(fc.constantFrom(...BOUNDARIES), fc.integer());
const RUNS = { numRuns: 200 };

it.each([...BOTH_SIZES, ...ONLY_32])(
  '32-bit %s stores the same word as the reference, and returns the old word',
  (name) => {
    const words = new Int32Array(3);
    for (const old of BOUNDARIES)
      for (const operand of BOUNDARIES)
        for (const compare of [old, operand, 5]) {
          words.set([7, old, 9]);
          expect(performAtomic32(words, 1, name, operand, compare)).toBe(old);
          expect([...words]).toEqual([7, atomic32(name, old, operand, compare), 9]);
        }
  },
);

it.each(BOTH_SIZES)('64-bit %s stores the same words as the reference, and returns the old words', (name) => {
  fc.assert(
    fc.property(word, word, word, word, fc.boolean(), (low, high, operandLow, operandHigh, isEqual) => {
      const words = Int32Array.of(7, low, high, 9);
      const old = (BigInt.asUintN(32, BigInt(high)) << 32n) + BigInt.asUintN(32, BigInt(low));
      const operand = join64(operandLow, operandHigh);
      const compare = isEqual ? old : operand;
      expect(performAtomic64(words, 1, name, operand, compare)).toBe(old);
      const result = atomic64(name, old, operand, compare);
      expect([...words]).toEqual([7, Number(result & 0xffffffffn) | 0, Number(result >> 32n) | 0, 9]);
    }),
    RUNS,
  );
});
