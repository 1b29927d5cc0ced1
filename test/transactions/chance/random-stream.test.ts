import fc from 'fast-check';
import { RandomStream, type Seed } from '../../../transactions/chance/index.js';

const word = fc.nat({ max: 0xffff_ffff });
const anySeed = fc.record({ high: word, low: word });

const rotateLeft = (value: bigint, bits: bigint) =>
  BigInt.asUintN(32, (value << bits) | (value >> (32n - bits)));

/** Reference implementation using BigInt: SplitMix64 seeding xoshiro128**, as published. */
function* generateReference(seed: Seed): Generator<number> {
  let state = (BigInt(seed.high) << 32n) | BigInt(seed.low);
  const words: bigint[] = [];
  for (let draw = 0; draw < 2; draw++) {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let mixed = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    mixed ^= mixed >> 31n;
    words.push(mixed & 0xffffffffn, mixed >> 32n);
  }
  for (;;) {
    yield Number(BigInt.asUintN(32, rotateLeft(BigInt.asUintN(32, words[1]! * 5n), 7n) * 9n));
    const shifted = BigInt.asUintN(32, words[1]! << 9n);
    words[2]! ^= words[0]!;
    words[3]! ^= words[1]!;
    words[1]! ^= words[2]!;
    words[0]! ^= words[3]!;
    words[2]! ^= shifted;
    words[3] = rotateLeft(words[3]!, 11n);
  }
}

describe('RandomStream', () => {
  it('matches xoshiro128** seeded through SplitMix64', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const stream = new RandomStream(seed);
        const expected = generateReference(seed);
        for (let draw = 0; draw < 50; draw++) expect(stream.nextUint32()).toBe(expected.next().value);
      }),
    );
  });

  it('accepts the string form of a seed and rejects any other string', () => {
    expect(new RandomStream('0x100000002').nextUint32()).toBe(
      new RandomStream({ high: 1, low: 2 }).nextUint32(),
    );
    expect(() => new RandomStream('12')).toThrow('Invalid SEED');
  });

  it('picks integers from 0 to n - 1, for n of any size', () => {
    const sizes = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 2 ** 32 }));
    fc.assert(
      fc.property(anySeed, sizes, (seed, n) => {
        const stream = new RandomStream(seed);
        for (let draw = 0; draw < 20; draw++) {
          const value = stream.below(n);
          expect(Number.isInteger(value) && value >= 0 && value < n).toBe(true);
        }
      }),
    );
  });

  it.each([2, 3, 7, 48, 49_152, 3 * 2 ** 30])('draws integers below %d uniformly', (n) => {
    const stream = new RandomStream({ high: 5, low: n });
    const buckets = n <= 48 ? n : 3;
    const ranges = new Array<number>(buckets).fill(0);
    const residues = new Array<number>(buckets).fill(0);
    for (let draw = 0; draw < 300_000; draw++) {
      const value = stream.below(n);
      ranges[Math.floor((value * buckets) / n)]! += 1;
      residues[value % buckets]! += 1;
    }
    for (const count of [...ranges, ...residues]) {
      expect(Math.abs((count * buckets) / 300_000 - 1)).toBeLessThan(0.06);
    }
  });
});
