/** The maximum number of fingerprints to keep. Beyond it, about half are dropped, repeatedly if necessary. */
const KEPT_MAX = 1 << 16;

/** A run fails if more than this share of its scenarios are unexplained repeats. */
const RATE_MAX = 0.01;
/** The minimum number of unexplained repeats that fails a run. */
const REPEATS_MIN = 3;

/** How many of a run's scenarios duplicate an earlier one. */
export interface ScenarioRepeats {
  /** The number of scenarios examined: all of a run, or a fair sample of a long one. */
  readonly scenarios: number;
  /** The number of scenarios that duplicate an earlier one with a different seed. */
  readonly repeated: number;
  /** How many of `repeated` are too large to be equal by chance. */
  readonly unexplained: number;
  /** Whether too many repeats are unexplained, a sign that a generator ignores its seed. */
  readonly excessive: boolean;
}

/**
 * Counts equal scenarios with different seeds in bounded memory. What is kept depends only on the fingerprint,
 * so either all copies of a scenario are kept or none, in whatever order tests run.
 */
export class ScenarioCensus {
  private readonly counts = new Map<number, number>();
  /** Only fingerprints that are multiples of this number are kept. */
  private modulus = 1;

  add(fingerprint: number): void {
    if (fingerprint % this.modulus !== 0) return;
    this.counts.set(fingerprint, (this.counts.get(fingerprint) ?? 0) + 1);
    while (this.counts.size > KEPT_MAX) this.thin();
  }

  repeats(): ScenarioRepeats {
    let scenarios = 0;
    let repeated = 0;
    let unexplained = 0;
    for (const [fingerprint, count] of this.counts) {
      scenarios += count;
      repeated += count - 1;
      if (fingerprint > 0) unexplained += count - 1;
    }
    const excessive = unexplained >= REPEATS_MIN && unexplained > RATE_MAX * scenarios;
    return { scenarios, repeated, unexplained, excessive };
  }

  private thin(): void {
    this.modulus *= 2;
    for (const fingerprint of this.counts.keys()) {
      if (fingerprint % this.modulus !== 0) this.counts.delete(fingerprint);
    }
  }
}
