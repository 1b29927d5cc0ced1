import type { PlannedTest } from '../../harness/selection/index.js';
import type { TriedTest } from './aim.js';
import { type AimTarget, goalsReached } from './target.js';

/**
 * Tests that a search learns from before it tries its own: at most this many that reached a step, and the same number
 * of others.
 */
const SHARED = 100;

/** The tests tried. Equal features share a string, and hits are kept as flags: thousands of tests fit. */
export class TriedPool {
  readonly tests: TriedTest[] = [];
  private readonly seeds = new Set<string>();
  private readonly features = new Map<string, string>();

  /** Stores a test. */
  add({ test, features, hits, failed }: TriedTest): void {
    const shared = Array.from(features, (feature) => {
      const known = this.features.get(feature);
      if (known === undefined) this.features.set(feature, feature);
      return known ?? feature;
    });
    this.seeds.add(seedOf(test));
    this.tests.push({
      test,
      features: new Set(shared),
      hits: Uint8Array.from(hits, (count) => +(count > 0)),
      failed,
    });
  }

  /** Past tests not yet tried. */
  withoutTried(tests: readonly PlannedTest[]): PlannedTest[] {
    return tests.filter((test) => !this.seeds.has(seedOf(test)));
  }

  /** The last tests that reached a step towards a bin, and the same number of others. */
  near(target: AimTarget): TriedTest[] {
    const reaches = ({ hits }: TriedTest): boolean => goalsReached(target, hits).some(Boolean);
    const near = this.tests.filter(reaches).slice(-SHARED);
    const others = this.tests.filter((test) => !reaches(test)).slice(-SHARED);
    return [...near, ...others];
  }
}

function seedOf({ sequence, seed }: PlannedTest): string {
  return `${sequence}@${seed}`;
}
