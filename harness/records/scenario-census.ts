/** The maximum number of fingerprints to keep. Beyond that, about half are dropped, repeatedly if necessary. */
const MAX_FINGERPRINTS = 1 << 16;

/** A run fails if more than this fraction of its scenarios are unexplained repeats. */
const MAX_RATE = 0.01;
/** The minimum number of unexplained repeats that fails a run. */
const MIN_REPEATS = 3;

/** How many of a run's scenarios are repeats of earlier ones. */
export interface ScenarioRepeats {
  /** The number of scenarios examined: all of them or, in a long run, a fair sample. */
  readonly scenarios: number;
  /** The number of scenarios that are identical to an earlier one with a different seed. */
  readonly repeated: number;
  /** How many of `repeated` are too large to be identical by chance. */
  readonly unexplained: number;
  /** Whether there are too many unexplained repeats, a sign that a generator ignores its seed. */
  readonly excessive: boolean;
}

/**
 * Counts identical scenarios with different seeds in bounded memory. Whether a scenario is kept depends only on its
 * fingerprint, so all copies of it are kept or none are, regardless of the order of the tests.
 */
export class ScenarioCensus {
  private readonly counts = new Map<number, number>();
  /** Only fingerprints that are multiples of this number are kept. */
  private modulus = 1;

  add(fingerprint: number): void {
    if (fingerprint % this.modulus !== 0) return;
    this.counts.set(fingerprint, (this.counts.get(fingerprint) ?? 0) + 1);
    while (this.counts.size > MAX_FINGERPRINTS) this.dropHalf();
  }

  countRepeats(): ScenarioRepeats {
    let scenarios = 0;
    let repeated = 0;
    let unexplained = 0;
    for (const [fingerprint, count] of this.counts) {
      scenarios += count;
      repeated += count - 1;
      if (fingerprint > 0) unexplained += count - 1;
    }
    const excessive = unexplained >= MIN_REPEATS && unexplained > MAX_RATE * scenarios;
    return { scenarios, repeated, unexplained, excessive };
  }

  private dropHalf(): void {
    this.modulus *= 2;
    for (const fingerprint of this.counts.keys()) {
      if (fingerprint % this.modulus !== 0) this.counts.delete(fingerprint);
    }
  }
}
