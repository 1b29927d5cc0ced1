import type { PlannedTest } from '../selection/plan.js';

/**
 * The minimum weight of the newest test in its sequence's running mean. Early tests weigh more, so a slow start is soon
 * forgotten.
 */
const MIN_WEIGHT = 0.1;

/** A running mean of test times. */
interface Mean {
  readonly ms: number;
  readonly samples: number;
}

/** Host milliseconds per test, by sequence name. */
export type SequenceCosts = Readonly<Record<string, number>>;

/** Learns how many milliseconds of host time each sequence's tests take on this run's machines. */
export class TestCosts {
  private readonly means = new Map<string, Mean>();
  private readonly known: ReadonlyMap<string, number>;
  /** The time that tests of known sequences have taken here. */
  private localMs = 0;
  /** The time that those tests would have taken according to earlier runs. */
  private knownMs = 0;
  private overallMean: Mean | undefined;
  private sumMs = 0;
  private tests = 0;

  /** @param known the costs from earlier runs. */
  constructor(known: SequenceCosts = {}) {
    this.known = new Map(Object.entries(known));
  }

  /** The current means of all sequences. */
  get bySequence(): SequenceCosts {
    const measured = Array.from(this.means, ([name, { ms }]) => [name, ms] as const);
    return Object.fromEntries([...this.known, ...measured]);
  }

  /** Learns from finished tests. `testMs` is empty if a worker was lost. */
  learn(tests: readonly PlannedTest[], testMs: readonly number[]): void {
    testMs.forEach((sample, row) => {
      const { sequence } = tests[row]!;
      this.means.set(sequence, updateMean(this.means.get(sequence) ?? this.priorMean(sequence), sample));
      const knownMs = this.known.get(sequence);
      if (knownMs !== undefined) {
        this.localMs += sample;
        this.knownMs += knownMs;
      }
      this.overallMean = updateMean(this.overallMean, sample);
      this.sumMs += sample;
      this.tests++;
    });
  }

  /** The mean time of all finished tests; undefined before the first. */
  get measuredMs(): number | undefined {
    return this.tests === 0 ? undefined : this.sumMs / this.tests;
  }

  /**
   * Estimates a test's cost: its sequence's mean if known, otherwise the mean of all tests; undefined before the first
   * test.
   */
  estimate({ sequence }: PlannedTest): number | undefined {
    return (this.means.get(sequence) ?? this.priorMean(sequence) ?? this.overallMean)?.ms;
  }

  /**
   * Returns the mean from earlier runs, weighted as one test and scaled by how much slower tests run here; undefined if
   * unknown.
   */
  private priorMean(sequence: string): Mean | undefined {
    const knownMs = this.known.get(sequence);
    if (knownMs === undefined) return undefined;
    const slowdown = this.knownMs === 0 ? 1 : this.localMs / this.knownMs;
    return { ms: knownMs * slowdown, samples: 1 };
  }
}

function updateMean({ ms, samples }: Mean = { ms: 0, samples: 0 }, sample: number): Mean {
  return { ms: ms + Math.max(MIN_WEIGHT, 1 / (samples + 1)) * (sample - ms), samples: samples + 1 };
}
