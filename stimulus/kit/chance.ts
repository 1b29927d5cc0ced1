import { type Arbitrary, type Parameters, Random } from 'fast-check';
import { deriveSeed, formatSeed, parseSeed, RandomStream, type Seed } from '../../transactions/index.js';

/** Implements fast-check's random generator interface: signed 32-bit integers, clones, and jumps between test cases. */
export class StreamGenerator {
  constructor(
    private readonly seed: Seed,
    private jumps = 0,
    private stream = new RandomStream(seed),
  ) {}

  /** Returns a copy at the same position. */
  clone(): StreamGenerator {
    return new StreamGenerator(this.seed, this.jumps, this.stream.clone());
  }

  /** Returns an integer from -2^31 to 2^31 - 1. */
  next(): number {
    return this.stream.nextUint32() | 0;
  }

  /**
   * Switches to a new stream that is independent of the values drawn so far, so that each case of a property has its
   * own 64-bit seed.
   */
  jump(): void {
    this.jumps++;
    this.stream = new RandomStream(deriveSeed(this.seed, 'case', this.jumps));
  }

  /**
   * Returns the seed and the number of jumps for fast-check, which distinguish test cases but not positions
   * within one.
   */
  getState(): readonly number[] {
    return [this.seed.high | 0, this.seed.low | 0, this.jumps];
  }
}

/**
 * Parameters for a fast-check run that uses our random streams (docs/seeds.md): `seed` holds 32 bits of the root
 * seed, `randomType` the rest.
 */
export interface SeededParameters {
  readonly seed: number;
  readonly randomType: Extract<Parameters['randomType'], (seed: number) => unknown>;
}

/**
 * Returns `fc.assert` parameters for a 64-bit root seed. fast-check's own seeds are only 32 bits, so collisions are
 * likely within 200,000 tests (docs/seeds.md). Throws `RangeError` for an invalid seed.
 */
export function seededBy(root: string): SeededParameters {
  const parsed = parseSeed(root);
  if (!parsed.ok) throw new RangeError(parsed.error);
  const { seed } = parsed;
  return {
    seed: seed.low | 0,
    randomType: (number) => new StreamGenerator(deriveSeed(seed, formatSeed(seed), number >>> 0)),
  };
}

/** Picks a value from an arbitrary without favouring small ones. Equal streams pick equal values on every machine. */
export function pickFrom<T>(stream: RandomStream, arbitrary: Arbitrary<T>): T {
  const seed = { high: stream.nextUint32(), low: stream.nextUint32() };
  return arbitrary.generate(new Random(new StreamGenerator(seed)), undefined).value;
}

/** Picks one of the values with equal probability. */
export function pick<T>(stream: RandomStream, values: readonly T[]): T {
  return values[stream.below(values.length)];
}

/** Derives the seed of the schedule. It has a separate stream, so changes to the scene do not affect the timing. */
export function deriveScheduleSeed(seed: string): string {
  return deriveSubSeed(seed, 'schedule');
}

/** Derives the seed of a separate stream for the part of a scenario named by `purpose`. */
export function deriveSubSeed(seed: string, purpose: string): string {
  const parsed = parseSeed(seed);
  if (!parsed.ok) throw new Error(parsed.error);
  return formatSeed(deriveSeed(parsed.seed, purpose, 0));
}

/** Returns a separate stream for the part of a scenario named by `purpose`. */
export function deriveStream(seed: string, purpose: string): RandomStream {
  return new RandomStream(deriveSubSeed(seed, purpose));
}
