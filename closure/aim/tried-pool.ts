import type { PlannedTest } from '../../harness/selection/index.js';
import type { TriedTest } from './aim.js';
import { type AimTarget, getReachedGoals } from './target.js';

/**
 * A search first learns from up to this many earlier tests that reached a step, and as many that did not, before it
 * tries tests itself.
 */
const MAX_TESTS = 100;

/**
 * Stores the tests that were tried. Features are interned and hits are stored as flags, so thousands of tests fit in
 * memory.
 */
export class TriedTestPool {
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
    this.seeds.add(getSeedKey(test));
    this.tests.push({
      test,
      features: new Set(shared),
      hits: Uint8Array.from(hits, (count) => +(count > 0)),
      failed,
    });
  }

  /** Returns the given tests that have not been tried yet. */
  excludeTried(tests: readonly PlannedTest[]): PlannedTest[] {
    return tests.filter((test) => !this.seeds.has(getSeedKey(test)));
  }

  /** Returns the most recent tests that reached a step towards a bin, and the most recent others. */
  findNear(target: AimTarget): TriedTest[] {
    const reaches = ({ hits }: TriedTest): boolean => getReachedGoals(target, hits).some(Boolean);
    const closest = this.tests.filter(reaches).slice(-MAX_TESTS);
    const others = this.tests.filter((test) => !reaches(test)).slice(-MAX_TESTS);
    return [...closest, ...others];
  }
}

function getSeedKey({ sequence, seed }: PlannedTest): string {
  return `${sequence}@${seed}`;
}
