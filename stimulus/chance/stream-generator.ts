import type { Parameters } from 'fast-check';
import { deriveSeed, formatSeed, parseSeed, RandomStream, type Seed } from '../../transactions/index.js';

/** Implements fast-check's interface for a randomness source: signed 32-bit integers, copies, and jumps between test cases. */
export class StreamGenerator {
  private constructor(
    private readonly seed: Seed,
    private jumps: number,
    private stream: RandomStream,
  ) {}

  /** Makes a generator from a 64-bit seed. */
  static of(seed: Seed): StreamGenerator {
    return new StreamGenerator(seed, 0, new RandomStream(seed));
  }

  /** Makes a copy at the same position. */
  clone(): StreamGenerator {
    return new StreamGenerator(this.seed, this.jumps, this.stream.clone());
  }

  /** Returns an integer from -2^31 to 2^31 - 1. */
  next(): number {
    return this.stream.nextUint32() | 0;
  }

  /** Continues with a separate stream that is independent of the draws so far, so that each case of a property has its own 64 bits. */
  jump(): void {
    this.jumps++;
    this.stream = new RandomStream(deriveSeed(this.seed, 'case', this.jumps));
  }

  /** Returns the seed and the number of jumps for fast-check, which distinguish test cases but not positions within one. */
  getState(): readonly number[] {
    return [this.seed.high | 0, this.seed.low | 0, this.jumps];
  }
}

/** The parameters of a fast-check run with our randomness (seeds.md): `seed` has 32 bits, and `randomType` the other 32. */
export interface SeededParameters {
  readonly seed: number;
  readonly randomType: Extract<Parameters['randomType'], (seed: number) => unknown>;
}

/**
 * Makes parameters for `fc.assert` with a 64-bit root seed. The seeds of fast-check have 32 bits, so two hundred thousand
 * tests collide (docs/seeds.md). Throws `RangeError` for an invalid seed.
 */
export function seededBy(root: string): SeededParameters {
  const parsed = parseSeed(root);
  if (!parsed.ok) throw new RangeError(parsed.error);
  const { seed } = parsed;
  return {
    seed: seed.low | 0,
    randomType: (number) => StreamGenerator.of(deriveSeed(seed, formatSeed(seed), number >>> 0)),
  };
}
