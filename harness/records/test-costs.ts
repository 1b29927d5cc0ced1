import type { PlannedTest } from '../selection/plan.js';

/**
 * Minimum weight of the newest test in its sequence's running mean; the first ones weigh more, so that a slow start is
 * soon forgotten.
 */
const NEWEST = 0.1;

/** A running mean. */
interface Mean {
  readonly ms: number;
  readonly samples: number;
}

/** Milliseconds of host time per test of each sequence, by name. */
export type CostsOfSequences = Readonly<Record<string, number>>;

/** Test costs on this run's machines, per sequence, in milliseconds of host time. */
export class TestCosts {
  private readonly means = new Map<string, Mean>();
  private readonly known: ReadonlyMap<string, number>;
  /** Time that tests of known sequences took here, and in earlier runs. */
  private localMs = 0;
  private knownMs = 0;
  private overall: Mean | undefined;
  private sumMs = 0;
  private tests = 0;

  /** @param known costs of earlier runs. */
  constructor(known: CostsOfSequences = {}) {
    this.known = new Map(Object.entries(known));
  }

  /** Current means of all sequences. */
  get bySequence(): CostsOfSequences {
    const measured = Array.from(this.means, ([name, { ms }]) => [name, ms] as const);
    return Object.fromEntries([...this.known, ...measured]);
  }

  /** Learns from finished tests; `testMs` is empty if a worker was lost. */
  learn(tests: readonly PlannedTest[], testMs: readonly number[]): void {
    testMs.forEach((sample, row) => {
      const { sequence } = tests[row]!;
      this.means.set(sequence, meanWith(this.means.get(sequence) ?? this.priorOf(sequence), sample));
      const knownMs = this.known.get(sequence);
      if (knownMs !== undefined) {
        this.localMs += sample;
        this.knownMs += knownMs;
      }
      this.overall = meanWith(this.overall, sample);
      this.sumMs += sample;
      this.tests++;
    });
  }

  /** Mean of all finished tests; undefined before the first. */
  get measuredMs(): number | undefined {
    return this.tests === 0 ? undefined : this.sumMs / this.tests;
  }

  /** A test's estimated cost: the mean of its sequence if known, otherwise of all tests; undefined before the first test. */
  of({ sequence }: PlannedTest): number | undefined {
    return (this.means.get(sequence) ?? this.priorOf(sequence) ?? this.overall)?.ms;
  }

  /** A known mean with the weight of one test, scaled to how long tests take here compared with earlier runs; undefined if unknown. */
  private priorOf(sequence: string): Mean | undefined {
    const knownMs = this.known.get(sequence);
    if (knownMs === undefined) return undefined;
    const slowness = this.knownMs === 0 ? 1 : this.localMs / this.knownMs;
    return { ms: knownMs * slowness, samples: 1 };
  }
}

function meanWith({ ms, samples }: Mean = { ms: 0, samples: 0 }, sample: number): Mean {
  return { ms: ms + Math.max(NEWEST, 1 / (samples + 1)) * (sample - ms), samples: samples + 1 };
}
