import type { FaultId } from '../../transactions/index.js';
import type { Counts, Fingerprint } from './print.js';

/** A library fault and its fingerprint. */
export interface FaultFingerprint {
  readonly fault: FaultId;
  readonly fingerprint: Fingerprint;
}

/** The pseudo-count of unseen failing tests, used for smoothing. */
const UNSEEN_TESTS = 0.5;

/** The assumed fraction of unseen tests that show a given error, cause, generation or program. */
const UNSEEN_FRACTIONS = {
  fired: 0.1,
  caused: 0.05,
  generations: 1 / 6,
  programs: 0.03,
} as const satisfies Partial<Record<keyof Fingerprint, number>>;

type Kind = keyof typeof UNSEEN_FRACTIONS;
const KINDS = Object.keys(UNSEEN_FRACTIONS) as Kind[];

/** For each name, the log-likelihood gain of each fault per test that shows the name. */
type Gains = ReadonlyMap<string, Float64Array>;

/**
 * Computes the mean log-likelihood of a group's tests under each fault. A missing error costs little if few of the
 * fault's tests show it. An extra error costs a lot if none of them does.
 */
export class Likelihoods {
  private readonly gains: Readonly<Record<Kind, Gains>>;
  /** Gains for names that no fault shows. They are lower for faults with more known tests. */
  private readonly unseenGains: Readonly<Record<Kind, Float64Array>>;
  /** The log-likelihood of a test that shows no error. */
  private readonly baseline: Float64Array;

  constructor(private readonly faults: readonly FaultFingerprint[]) {
    const makeGains = (kind: Kind): Gains => {
      const names = new Set(faults.flatMap(({ fingerprint }) => [...fingerprint[kind].keys()]));
      return new Map(Array.from(names, (name) => [name, this.computeGain(kind, name)]));
    };
    this.gains = mapKinds(makeGains);
    this.unseenGains = mapKinds((kind) => this.computeGain(kind, ''));
    const names = [...this.gains.fired.keys()];
    this.baseline = Float64Array.from(faults, ({ fingerprint }) =>
      names.reduce((sum, name) => sum + Math.log(1 - computeFraction(fingerprint, 'fired', name)), 0),
    );
  }

  /** Returns one log-likelihood per fault, in the same order as the faults. */
  compute(fingerprint: Fingerprint): Float64Array {
    const sums = this.baseline.slice();
    for (const kind of KINDS) {
      for (const [name, count] of fingerprint[kind]) {
        const gain = this.gains[kind].get(name) ?? this.unseenGains[kind];
        const fraction = count / fingerprint.tests;
        for (let i = 0; i < sums.length; i++) sums[i]! += fraction * gain[i]!;
      }
    }
    return sums;
  }

  private computeGain(kind: Kind, name: string): Float64Array {
    return Float64Array.from(this.faults, ({ fingerprint }) => {
      const fraction = computeFraction(fingerprint, kind, name);
      const absentLogProbability = kind === 'fired' ? Math.log(1 - fraction) : 0;
      return Math.log(fraction) - absentLogProbability;
    });
  }
}

function mapKinds<T>(make: (kind: Kind) => T): Readonly<Record<Kind, T>> {
  return {
    fired: make('fired'),
    caused: make('caused'),
    generations: make('generations'),
    programs: make('programs'),
  };
}

/** Returns the smoothed fraction of a fault's tests that show `name`. It is never exactly 0 or 1. */
function computeFraction(fingerprint: Fingerprint, kind: Kind, name: string): number {
  const testCount = fingerprint[kind].get(name) ?? 0;
  return (testCount + UNSEEN_TESTS * UNSEEN_FRACTIONS[kind]) / (fingerprint.tests + UNSEEN_TESTS);
}

/** Weights errors: the fewer the faults that show an error, the higher its weight. */
export class Rarity {
  private readonly faultCounts = new Map<string, number>();

  constructor(private readonly faults: readonly FaultFingerprint[]) {
    for (const { fingerprint } of faults)
      for (const error of fingerprint.fired.keys())
        this.faultCounts.set(error, (this.faultCounts.get(error) ?? 0) + 1);
  }

  getWeight(error: string): number {
    return Math.log((this.faults.length + 1) / ((this.faultCounts.get(error) ?? 0) + 0.5));
  }
}

/**
 * Returns the weighted Jaccard similarity of the errors in two fingerprints, with rare errors given more weight: 1 if
 * all rates are equal, 0 if they have no error in common.
 */
export function computeSimilarity(a: Fingerprint, b: Fingerprint, rarity: Rarity): number {
  let common = 0;
  let total = 0;
  for (const error of new Set([...a.fired.keys(), ...b.fired.keys()])) {
    const weight = rarity.getWeight(error);
    const [rateA, rateB] = [
      computeErrorRate(a.fired, error, a.tests),
      computeErrorRate(b.fired, error, b.tests),
    ];
    common += weight * Math.min(rateA, rateB);
    total += weight * Math.max(rateA, rateB);
  }
  return total === 0 ? 0 : common / total;
}

function computeErrorRate(counts: Counts, name: string, tests: number): number {
  return (counts.get(name) ?? 0) / tests;
}
