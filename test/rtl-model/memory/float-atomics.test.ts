import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atomic32, atomic64 } from '../../../checkers/evidence/reference/atomic.js';
import { join64, performAtomic32, performAtomic64 } from '../../../rtl-model/memory/atomic.js';

const ONE = 0x3f800000;
const TWO = 0x40000000;
const MINUS_ONE = 0xbf800000 | 0;
const MINUS_ZERO = 0x80000000 | 0;
const NAN = 0x7fc00001;
const QUIET_NAN = 0x7fc00000;
const INFINITE = 0x7f800000;

/** Returns the word that the model stores. */
function computeInModel(name: string, old: number, operand: number, compare = 0): number {
  const words = Int32Array.of(old);
  expect(performAtomic32(words, 0, name, operand, compare)).toBe(old);
  return words[0]!;
}

describe.each([
  ['in the model', computeInModel],
  [
    'in the reference',
    (name: string, old: number, operand: number, compare = 0) => atomic32(name, old, operand, compare),
  ],
] as const)('a float atomic %s', (_, compute) => {
  it.each([
    ['fmin', TWO, ONE, ONE],
    ['fmin', MINUS_ONE, ONE, MINUS_ONE],
    ['fmin', ONE, NAN, ONE],
    ['fmax', TWO, ONE, TWO],
    ['fmax', MINUS_ONE, MINUS_ZERO, MINUS_ZERO],
    ['fmax', NAN, ONE, NAN],
    ['fadd', ONE, ONE, TWO],
    ['fadd', INFINITE, INFINITE | MINUS_ZERO, QUIET_NAN],
    ['fadd', ONE, 0x33800000, ONE],
    ['csub', 5, 3, 2],
    ['csub', 3, -1, 0],
  ])('computes %s of %i with %i as %i', (name, old, operand, expected) => {
    expect(compute(name, old, operand)).toBe(expected);
  });

  it('treats -0 as equal to 0, and NaN as unequal to everything', () => {
    expect(compute('fcmpswap', MINUS_ZERO, ONE, 0)).toBe(ONE);
    expect(compute('fcmpswap', NAN, ONE, NAN)).toBe(NAN);
  });
});

const ZERO_DOUBLE = join64(0, 0);
const MINUS_ZERO_DOUBLE = join64(0, MINUS_ZERO);

it.each([
  ['fmin', ZERO_DOUBLE, MINUS_ZERO_DOUBLE],
  ['fmin', MINUS_ZERO_DOUBLE, ZERO_DOUBLE],
  ['fmax', ZERO_DOUBLE, MINUS_ZERO_DOUBLE],
  ['fmax', MINUS_ZERO_DOUBLE, ZERO_DOUBLE],
])(
  '%s leaves the double %i unchanged if the operand is a zero of the opposite sign',
  (name, old, operand) => {
    const words = Int32Array.of(Number(BigInt.asIntN(32, old)), Number(BigInt.asIntN(32, old >> 32n)));
    performAtomic64(words, 0, name, operand, 0n);
    expect(join64(words[0]!, words[1]!)).toBe(old);
    expect(atomic64(name, old, operand, 0n)).toBe(old);
  },
);

it('the model and the reference agree on double-precision atomics', () => {
  const name = fc.constantFrom('fmin', 'fmax', 'fcmpswap');
  fc.assert(
    fc.property(name, fc.array(fc.integer(), { minLength: 6, maxLength: 6 }), (operation, dwords) => {
      const [old, operand, compare] = [0, 2, 4].map((i) => join64(dwords[i]!, dwords[i + 1]!));
      const words = Int32Array.from(dwords.slice(0, 2));
      performAtomic64(words, 0, operation, operand!, compare!);
      expect(join64(words[0]!, words[1]!)).toBe(atomic64(operation, old!, operand!, compare!));
    }),
  );
});
