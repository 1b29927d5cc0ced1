import type { PlannedTest } from './plan.js';

/** Weight of the newest test in the running mean of its sequence. */
const NEWEST = 0.1;

/** What tests cost on the machines of this run, sequence by sequence, in milliseconds of host time. */
export class TestCosts {
  private readonly meanMs = new Map<string, number>();
  private overallMs: number | undefined;

  /** Learns from tests that ran; `testMs` is empty where a worker was lost. */
  learn(tests: readonly PlannedTest[], testMs: readonly number[]): void {
    testMs.forEach((sample, row) => {
      const { sequence } = tests[row]!;
      this.meanMs.set(sequence, towards(this.meanMs.get(sequence), sample));
      this.overallMs = towards(this.overallMs, sample);
    });
  }

  /** What a test is likely to cost: as its sequence, else as the others; undefined as long as nothing ran. */
  of({ sequence }: PlannedTest): number | undefined {
    return this.meanMs.get(sequence) ?? this.overallMs;
  }
}

function towards(mean: number | undefined, sample: number): number {
  return mean === undefined ? sample : mean + NEWEST * (sample - mean);
}
