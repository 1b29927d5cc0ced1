import fc from 'fast-check';
import { deriveSeed, formatSeed, parseSeed, type Seed } from '../../../transactions/chance/index.js';

const word = fc.nat({ max: 0xffff_ffff });
const anySeed = fc.record({ high: word, low: word });
const anyName = fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units));

function seed(text: string): Seed {
  const parsed = parseSeed(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.seed;
}

function toBigInt(value: Seed): bigint {
  return (BigInt(value.high) << 32n) | BigInt(value.low);
}

/** Reference implementation using BigInt: FNV-1a and the SplitMix64 finaliser, as published. */
function deriveReference(root: Seed, name: string, index: number): bigint {
  const units = name.split('').flatMap((_, position) => {
    const unit = name.charCodeAt(position);
    return [unit & 0xff, unit >> 8];
  });
  const bytes = [...littleEndian(toBigInt(root)), ...units, ...littleEndian(BigInt(index))];
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  hash = BigInt.asUintN(64, (hash ^ (hash >> 30n)) * 0xbf58476d1ce4e5b9n);
  hash = BigInt.asUintN(64, (hash ^ (hash >> 27n)) * 0x94d049bb133111ebn);
  return hash ^ (hash >> 31n);
}

function littleEndian(value: bigint): number[] {
  return Array.from({ length: 8 }, (_, byte) => Number((value >> BigInt(8 * byte)) & 0xffn));
}

describe('parseSeed', () => {
  it('reads 1 to 16 hex digits in either case', () => {
    expect(parseSeed('0x7')).toEqual({ ok: true, seed: { high: 0, low: 7 } });
    expect(parseSeed('0xFEDCBA9876543210')).toEqual({
      ok: true,
      seed: { high: 0xfedcba98, low: 0x76543210 },
    });
  });

  it.each(['', '7', '0x', '0x12345678123456789', '0xg', ' 0x1', '-0x1', '0x1\n'])(
    'rejects %j and names the expected format',
    (text) => {
      const parsed = parseSeed(text);
      expect(parsed).toEqual({
        ok: false,
        error: `Invalid SEED: expected 0x and 1 to 16 hex digits, got ${JSON.stringify(text)}`,
      });
    },
  );
});

describe('formatSeed', () => {
  it('round-trips through parseSeed', () => {
    fc.assert(
      fc.property(anySeed, (value) => {
        expect(seed(formatSeed(value))).toEqual(value);
      }),
    );
  });

  it('formats the number in hex, without leading zeros', () => {
    fc.assert(
      fc.property(anySeed, (value) => {
        expect(formatSeed(value)).toBe(`0x${toBigInt(value).toString(16)}`);
      }),
    );
  });
});

describe('deriveSeed', () => {
  it('keeps the values that stored repro lines depend on', () => {
    expect(formatSeed(deriveSeed(seed('0x0'), '', 0))).toBe('0x68752350ae1d483f');
    expect(formatSeed(deriveSeed(seed('0x1234'), 'smoke/overlap', 7))).toBe('0xd345e87dee1e3dd8');
  });

  it('matches FNV-1a with the SplitMix64 finaliser', () => {
    fc.assert(
      fc.property(anySeed, anyName, fc.maxSafeNat(), (root, name, index) => {
        expect(toBigInt(deriveSeed(root, name, index))).toBe(deriveReference(root, name, index));
      }),
    );
  });

  it('gives two hundred thousand tests distinct seeds, and sets each bit in about half of them', () => {
    const root = seed('0x5eed');
    const seen = new Set<string>();
    const setBits = new Array<number>(64).fill(0);
    for (let index = 0; index < 100_000; index++) {
      for (const name of ['a', 'b']) {
        const derived = deriveSeed(root, name, index);
        seen.add(formatSeed(derived));
        for (let bit = 0; bit < 32; bit++) {
          setBits[bit] += (derived.low >>> bit) & 1;
          setBits[32 + bit] += (derived.high >>> bit) & 1;
        }
      }
    }
    expect(seen.size).toBe(200_000);
    for (const count of setBits) expect(Math.abs(count / 200_000 - 0.5)).toBeLessThan(0.006);
  });

  it('rejects an index that is not an integer from 0 to 2^53 - 1', () => {
    expect(() => deriveSeed(seed('0x1'), 'a', -1)).toThrow(RangeError);
    expect(() => deriveSeed(seed('0x1'), 'a', 0.5)).toThrow(RangeError);
  });
});
