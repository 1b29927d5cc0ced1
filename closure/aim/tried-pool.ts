import type { PlannedTest } from '../../harness/selection/index.js';
import type { TriedTest } from './aim.js';
import { type AimTarget, goalsReached } from './target.js';

/**
 * From how many earlier tests a search learns at most before it tries tests itself: this many that reached a step, and
 * this many others.
 */
const TESTS_MAX = 100;

/** Keeps the tests that were tried. Equal features share a string, and hits are kept as flags, so that thousands of tests fit in memory. */
export class TriedPool {
  readonly tests: TriedTest[] = [];
  private readonly seeds = new Set<string>();
  private readonly features = new Map<string, string>();

  /** Stores a test. */
  add({ test, features, hits, failed }: TriedTest): void {
    const shared = Array.from(features, (feature) => {
      const existing = this.features.get(feature);
      if (existing === undefined) this.features.set(feature, feature);
      return existing ?? feature;
    });
    this.seeds.add(seedOf(test));
    this.tests.push({
      test,
      features: new Set(shared),
      hits: Uint8Array.from(hits, (count) => +(count > 0)),
      failed,
    });
  }

  /** Returns the tests that have not been tried yet. */
  withoutTried(tests: readonly PlannedTest[]): PlannedTest[] {
    return tests.filter((test) => !this.seeds.has(seedOf(test)));
  }

  /** The most recent tests that reached a step towards a bin, and the most recent of the others. */
  near(target: AimTarget): TriedTest[] {
    const reaches = ({ hits }: TriedTest): boolean => goalsReached(target, hits).some(Boolean);
    const near = this.tests.filter(reaches).slice(-TESTS_MAX);
    const others = this.tests.filter((test) => !reaches(test)).slice(-TESTS_MAX);
    return [...near, ...others];
  }
}

function seedOf({ sequence, seed }: PlannedTest): string {
  return `${sequence}@${seed}`;
}
