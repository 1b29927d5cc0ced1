import { isKnobName } from '../../transactions/index.js';
import type { FeatureEffect } from './feature-odds.js';
import type { LoggedSteps, LoggedTest } from './logged-steps.js';
import { type WeightedCase, weightedMovers } from './weighted-movers.js';

/**
 * The features that best predict whether a test reaches a step, in descending order of mutual information over past
 * tests.
 */
export interface StepMovers {
  readonly step: string;
  readonly sequences: readonly FeatureEffect[];
  readonly knobs: readonly FeatureEffect[];
  /** Features of the chip, the scene, the registers and the programs. */
  readonly scene: readonly FeatureEffect[];
}

/** Returns a test's features. */
export type FeaturesOf = (test: LoggedTest) => ReadonlySet<string>;

/** Maximum number of tests that may have reached a step to regenerate for their features. */
const REACHING_MAX = 60;
/** Maximum number of other tests to regenerate. */
const OTHERS_MAX = 120;
const MAX_MOVERS = 3;

/** How often two features occurred together, and how often chance would predict. */
interface CoOccurrence {
  readonly observed: number;
  readonly expected: number;
}

/** Minimum number of co-occurrences expected by chance for their absence to be significant. */
const EXPECTED_MIN = 3;
/**
 * Below this fraction of the expected number, co-occurrences count as none, because shares within a batch are
 * estimates.
 */
const OBSERVED_MAX = 0.05;

/** Whether one of two features seems to exclude the other. */
function excludes({ observed, expected }: CoOccurrence): boolean {
  return expected >= EXPECTED_MIN && observed < OBSERVED_MAX * expected;
}

/** A step that a test must also reach. */
export interface WantedStep {
  /** Such as `COORDINATE = VALUE`. */
  readonly name: string;
  /** The index among all steps. */
  readonly index: number;
}

/**
 * Whether a feature contradicts a wanted step, because it is a different value of the same coordinate:
 * `generation=gfx9` contradicts `generation = gfx10.3`.
 */
function contradicts(feature: string, wanted: readonly WantedStep[]): boolean {
  const [coordinate, value] = feature.split('=');
  return wanted.some(({ name }) => {
    const [wantedCoordinate, wantedValue] = name.split(' = ');
    return wantedCoordinate === coordinate && wantedValue !== undefined && wantedValue !== value;
  });
}

/**
 * Finds the features that predict reaching a step, excluding those that keep tests from reaching another `wanted` step
 * of the hole.
 */
export function stepMovers(
  name: string,
  step: number,
  wanted: readonly WantedStep[],
  { tests, bySequence }: LoggedSteps,
  features: FeaturesOf,
): StepMovers {
  const sequences = weightedMovers(
    [...bySequence].flatMap(([sequence, counts]) => {
      const chance = counts.reached[step]! / counts.tests;
      const sequenceCase = { features: new Set([sequence]), weight: 1, chance };
      return Array.from({ length: counts.tests }, () => sequenceCase);
    }),
  );
  const cases = casesOf(step, tests, features);
  const partners = wanted.map(({ index }) => partnersOf(index, tests, features));
  const others = weightedMovers(cases);
  const isExcluded = ({ feature }: FeatureEffect): boolean =>
    contradicts(feature, wanted) ||
    partners.some((reaching) => excludes(observedWith(feature, reaching, cases)));
  const isExcludedSequence = ({ feature }: FeatureEffect): boolean =>
    wanted.some(({ index }) => excludes(reachedBy(bySequence, feature, index)));
  const isKnob = ({ feature }: FeatureEffect): boolean => isKnobName(feature.split('=')[0]!);
  return {
    step: name,
    sequences: firstOf(sequences, (mover) => !isExcludedSequence(mover)),
    knobs: firstOf(others, (mover) => isKnob(mover) && !isExcluded(mover)),
    scene: firstOf(others, (mover) => !isKnob(mover) && !isExcluded(mover)),
  };
}

/** Returns the first `MAX_MOVERS` wanted movers, testing no more movers than necessary. */
function firstOf(
  movers: readonly FeatureEffect[],
  isWanted: (mover: FeatureEffect) => boolean,
): FeatureEffect[] {
  const selected: FeatureEffect[] = [];
  for (const mover of movers) {
    if (selected.length === MAX_MOVERS) break;
    if (isWanted(mover)) selected.push(mover);
  }
  return selected;
}

/** Returns how often a sequence reached a step, and how often its share of all tests would predict. */
function reachedBy(bySequence: LoggedSteps['bySequence'], sequence: string, step: number): CoOccurrence {
  const all = [...bySequence.values()];
  const tests = sumOf(all, ({ tests: count }) => count);
  const reached = sumOf(all, ({ reached: count }) => count[step]!);
  const counts = bySequence.get(sequence)!;
  return { observed: counts.reached[step]!, expected: (counts.tests * reached) / tests };
}

/** Samples the tests that may have reached a step, each with its likelihood. */
function partnersOf(step: number, tests: readonly LoggedTest[], features: FeaturesOf): WeightedCase[] {
  const reaching = tests.filter(({ reached }) => reached[step]! > 0);
  return spread(reaching, REACHING_MAX).map((test) => {
    return { features: features(test), weight: 1, chance: test.reached[step]! };
  });
}

/** Returns how often tests that reach a step have a feature, and how often its share of all tests would predict. */
function observedWith(
  feature: string,
  reaching: readonly WeightedCase[],
  cases: readonly WeightedCase[],
): CoOccurrence {
  const withFeature = (list: readonly WeightedCase[]): WeightedCase[] =>
    list.filter(({ features }) => features.has(feature));
  const share = sumOf(withFeature(cases), weightOf) / sumOf(cases, weightOf);
  return { observed: sumOf(withFeature(reaching), chanceOf), expected: share * sumOf(reaching, chanceOf) };
}

const weightOf = ({ weight }: WeightedCase): number => weight;
const chanceOf = ({ chance }: WeightedCase): number => chance;

function sumOf<T>(list: readonly T[], amountOf: (item: T) => number): number {
  return list.reduce((sum, item) => sum + amountOf(item), 0);
}

/** Samples the tests that may have reached the step and the others, weighted to represent the omitted ones. */
function casesOf(step: number, tests: readonly LoggedTest[], features: FeaturesOf): WeightedCase[] {
  const reaching = tests.filter(({ reached }) => reached[step]! > 0);
  const others = tests.filter(({ reached }) => reached[step] === 0);
  return [[reaching, REACHING_MAX] as const, [others, OTHERS_MAX] as const].flatMap(([group, maxCount]) => {
    const sampled = spread(group, maxCount);
    const weight = group.length / Math.max(1, sampled.length);
    return sampled.map((test) => ({ features: features(test), weight, chance: test.reached[step]! }));
  });
}

/** Returns at most `maxCount` items, spread evenly over the list. */
function spread<T>(list: readonly T[], maxCount: number): T[] {
  const count = Math.min(maxCount, list.length);
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]!);
}
