import type { PlannedTest } from '../selection/plan.js';

/**
 * Minimum weight of the newest test in its sequence's running mean; the first ones weigh more, so that a slow start is
 * soon forgotten.
 */
const NEWEST = 0.1;

/** A running mean. */
interface Mean {
  ms: number;
  samples: number;
}

/** Milliseconds of host time per test of each sequence, by name. */
export type CostsOfSequences = Readonly<Record<string, number>>;

/** Test costs on this run's machines, per sequence, in milliseconds of host time. */
export class TestCosts {
  private readonly means: Map<string, Mean>;
  private overall: Mean | undefined;
  private sumMs = 0;
  private tests = 0;

  /** @param known costs of earlier runs. */
  constructor(known: CostsOfSequences = {}) {
    this.means = new Map(Object.entries(known).map(([name, ms]) => [name, { ms, samples: 1 }]));
  }

  /** Current means of all sequences. */
  get bySequence(): CostsOfSequences {
    return Object.fromEntries(Array.from(this.means, ([name, { ms }]) => [name, ms]));
  }

  /** Learns from finished tests; `testMs` is empty if a worker was lost. */
  learn(tests: readonly PlannedTest[], testMs: readonly number[]): void {
    testMs.forEach((sample, row) => {
      const { sequence } = tests[row]!;
      this.means.set(sequence, towards(this.means.get(sequence), sample));
      this.overall = towards(this.overall, sample);
      this.sumMs += sample;
      this.tests++;
    });
  }

  /** Mean of all finished tests; undefined before the first. */
  get measuredMs(): number | undefined {
    return this.tests === 0 ? undefined : this.sumMs / this.tests;
  }

  /** A test's likely cost: its sequence's, else the others'; undefined until something ran. */
  of({ sequence }: PlannedTest): number | undefined {
    return (this.means.get(sequence) ?? this.overall)?.ms;
  }
}

function towards({ ms, samples }: Mean = { ms: 0, samples: 0 }, sample: number): Mean {
  return { ms: ms + Math.max(NEWEST, 1 / (samples + 1)) * (sample - ms), samples: samples + 1 };
}
