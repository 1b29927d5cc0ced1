import { mix64, nextSplitMixState } from './mix64.js';
import { parseSeed, type Seed } from './seed.js';

/** A placeholder seed for a stream whose state is overwritten. */
const ZERO_SEED: Seed = { high: 0, low: 0 };

/**
 * The only source of randomness: xoshiro128** (Blackman and Vigna, 2018) seeded from 64 bits.
 *
 * Equal seeds give equal streams on every machine. The four state words are plain 32-bit fields because V8
 * keeps those unboxed; a draw takes about two nanoseconds.
 */
export class RandomStream {
  private s0: number;
  private s1: number;
  private s2: number;
  private s3: number;

  /**
   * Accepts a seed or its string form (`0x` and 1 to 16 hex digits).
   *
   * @throws RangeError if the string is not a seed; check user input with `parseSeed` first.
   */
  constructor(seed: Seed | string) {
    const firstState = nextSplitMixState(typeof seed === 'string' ? requireSeed(seed) : seed);
    const first = mix64(firstState);
    const second = mix64(nextSplitMixState(firstState));
    this.s0 = first.low | 0;
    this.s1 = first.high | 0;
    this.s2 = second.low | 0;
    this.s3 = second.high | 0;
  }

  /** Returns an independent stream that continues from the current state. */
  clone(): RandomStream {
    const copy = new RandomStream(ZERO_SEED);
    copy.s0 = this.s0;
    copy.s1 = this.s1;
    copy.s2 = this.s2;
    copy.s3 = this.s3;
    return copy;
  }

  /** Returns the next 32 random bits, as an integer from 0 to 2^32 - 1. */
  nextUint32(): number {
    const s1 = this.s1;
    const product = Math.imul(s1, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    const s2 = this.s2 ^ this.s0;
    const s3 = this.s3 ^ s1;
    this.s1 = s1 ^ s2;
    this.s0 ^= s3;
    this.s2 = s2 ^ (s1 << 9);
    this.s3 = (s3 << 11) | (s3 >>> 21);
    return result >>> 0;
  }

  /**
   * Returns a uniformly distributed integer from 0 to n - 1, where n is an integer from 1 to 2^32.
   *
   * Small ranges use a 16-bit multiplication (Lemire, 2019), which stays in integer registers; the few biased products
   * are redrawn.
   */
  below(n: number): number {
    if (n > 0xffff) return this.belowWide(n);
    let product = Math.imul(this.nextUint32() >>> 16, n);
    if ((product & 0xffff) < n) {
      const threshold = 0x10000 % n;
      while ((product & 0xffff) < threshold) product = Math.imul(this.nextUint32() >>> 16, n);
    }
    return product >>> 16;
  }

  private belowWide(n: number): number {
    const fairLimit = 2 ** 32 - (2 ** 32 % n);
    let bits = this.nextUint32();
    while (bits >= fairLimit) bits = this.nextUint32();
    return bits % n;
  }
}

function requireSeed(text: string): Seed {
  const parsed = parseSeed(text);
  if (!parsed.ok) throw new RangeError(parsed.error);
  return parsed.seed;
}
