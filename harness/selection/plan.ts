import type { Seed } from '../../transactions/index.js';
import { deriveTestSeed } from '../basics/index.js';
import type { WeightedSequence } from './selection.js';
import type { TestIdentity } from './test-name.js';

/** One of `count` consecutive parts of a plan, whose sizes differ by at most one test. */
export interface Shard {
  /** The one-based index of the part. */
  readonly index: number;
  readonly count: number;
}

/** A test that has been planned but not run. */
export interface PlannedTest extends TestIdentity {
  /** The test seed. */
  readonly seed: string;
}

/**
 * Generates an endless stream of tests, interleaved by weight: in every prefix, each sequence has its share to within
 * one test. A test's seed is a hash of the root seed, sequence and index (docs/seeds.md), independent of its
 * neighbours.
 */
export function* planTests(
  root: Seed,
  sequences: readonly WeightedSequence[],
): Generator<PlannedTest, never> {
  const total = sequences.reduce((sum, { weight }) => sum + weight, 0);
  const credits = sequences.map(() => 0);
  const nextIndices = sequences.map(() => 0);
  for (;;) {
    let chosen = 0;
    for (let i = 0; i < sequences.length; i++) {
      credits[i]! += sequences[i]!.weight;
      if (credits[i]! > credits[chosen]!) chosen = i;
    }
    credits[chosen]! -= total;
    const { name } = sequences[chosen]!.sequence;
    const index = nextIndices[chosen]!++;
    yield { sequence: name, index, seed: deriveTestSeed(root, name, index) };
  }
}
