import { type FeatureEffect, FeatureOdds } from '../../harness/steering/index.js';
import { isKnobName } from '../../transactions/index.js';
import type { LoggedSteps, LoggedTest } from './logged-steps.js';

/** A case with its features. */
interface WeightedCase {
  readonly features: ReadonlySet<string>;
  /** Number of cases that this one represents. */
  readonly weight: number;
  /** The likelihood of the event, from 0 to 1. */
  readonly chance: number;
}

/**
 * The features that best predict whether a test reaches a step, in descending order of mutual information over past
 * tests.
 */
export interface StepPredictors {
  readonly step: string;
  readonly sequences: readonly FeatureEffect[];
  readonly knobs: readonly FeatureEffect[];
  /** Features of the chip, the scene, the registers and the programs. */
  readonly scene: readonly FeatureEffect[];
}

/** Returns the features of a test. */
export type GetFeatures = (test: LoggedTest) => ReadonlySet<string>;

/** Maximum number of tests to regenerate for their features, among those that may have reached a step. */
const MAX_REACHING = 60;
/** Maximum number of other tests to regenerate. */
const MAX_OTHERS = 120;
const MAX_PREDICTORS = 3;

/** The number of co-occurrences of two features, and the number expected by chance. */
interface CoOccurrence {
  readonly observed: number;
  readonly expected: number;
}

/** Minimum expected number of co-occurrences for their absence to be significant. */
const MIN_EXPECTED = 3;
/** Counts below this fraction of the expected number are treated as zero, since batch rates are estimates. */
const MAX_OBSERVED_FRACTION = 0.05;

/** Returns whether one of two features seems to exclude the other. */
function excludes({ observed, expected }: CoOccurrence): boolean {
  return expected >= MIN_EXPECTED && observed < MAX_OBSERVED_FRACTION * expected;
}

/** A step that a test must also reach. */
interface RequiredStep {
  /** In the form `COORDINATE = VALUE`. */
  readonly name: string;
  /** The index among all steps. */
  readonly index: number;
}

/**
 * Returns whether a feature contradicts a required step because it is a different value of the same coordinate. For
 * example, `generation=gfx9` contradicts `generation = gfx10.3`.
 */
function contradicts(feature: string, required: readonly RequiredStep[]): boolean {
  const [coordinate, value] = feature.split('=');
  return required.some(({ name }) => {
    const [requiredCoordinate, requiredValue] = name.split(' = ');
    return requiredCoordinate === coordinate && requiredValue !== undefined && requiredValue !== value;
  });
}

/**
 * Finds the features that predict reaching a step, excluding those that keep tests from reaching one of the other steps
 * in `required`.
 */
export function findStepPredictors(
  name: string,
  step: number,
  required: readonly RequiredStep[],
  { tests, bySequence }: LoggedSteps,
  getFeatures: GetFeatures,
): StepPredictors {
  const sequences = findWeightedPredictors(
    [...bySequence].flatMap(([sequence, counts]) => {
      const chance = counts.reached[step]! / counts.tests;
      const sequenceCase = { features: new Set([sequence]), weight: 1, chance };
      return Array.from({ length: counts.tests }, () => sequenceCase);
    }),
  );
  const cases = sampleCases(step, tests, getFeatures);
  const testsReachingRequiredSteps = required.map(({ index }) => sampleReaching(index, tests, getFeatures));
  const others = findWeightedPredictors(cases);
  const isExcluded = ({ feature }: FeatureEffect): boolean =>
    contradicts(feature, required) ||
    testsReachingRequiredSteps.some((reaching) => excludes(countWithFeature(feature, reaching, cases)));
  const isExcludedSequence = ({ feature }: FeatureEffect): boolean =>
    required.some(({ index }) => excludes(countReached(bySequence, feature, index)));
  const isKnob = ({ feature }: FeatureEffect): boolean => isKnobName(feature.split('=')[0]!);
  return {
    step: name,
    sequences: selectPredictors(sequences, (predictor) => !isExcludedSequence(predictor)),
    knobs: selectPredictors(others, (predictor) => isKnob(predictor) && !isExcluded(predictor)),
    scene: selectPredictors(others, (predictor) => !isKnob(predictor) && !isExcluded(predictor)),
  };
}

/** Returns the first `MAX_PREDICTORS` eligible predictors, without testing more than necessary. */
function selectPredictors(
  predictors: readonly FeatureEffect[],
  isEligible: (predictor: FeatureEffect) => boolean,
): FeatureEffect[] {
  const selected: FeatureEffect[] = [];
  for (const predictor of predictors) {
    if (selected.length === MAX_PREDICTORS) break;
    if (isEligible(predictor)) selected.push(predictor);
  }
  return selected;
}

/** Returns how often a sequence reached a step, and how often it would be expected to, given its share of all tests. */
function countReached(bySequence: LoggedSteps['bySequence'], sequence: string, step: number): CoOccurrence {
  const sequenceStats = [...bySequence.values()];
  const tests = sum(sequenceStats, ({ tests: count }) => count);
  const reached = sum(sequenceStats, ({ reached: count }) => count[step]!);
  const counts = bySequence.get(sequence)!;
  return { observed: counts.reached[step]!, expected: (counts.tests * reached) / tests };
}

/** Samples the tests that may have reached a step, each with its likelihood. */
function sampleReaching(
  step: number,
  tests: readonly LoggedTest[],
  getFeatures: GetFeatures,
): WeightedCase[] {
  const reaching = tests.filter(({ reached }) => reached[step]! > 0);
  return sampleEvenly(reaching, MAX_REACHING).map((test) => {
    return { features: getFeatures(test), weight: 1, chance: test.reached[step]! };
  });
}

/**
 * Returns how often tests that reach a step have a feature, and how often they would be expected to, given its share of
 * all tests.
 */
function countWithFeature(
  feature: string,
  reaching: readonly WeightedCase[],
  cases: readonly WeightedCase[],
): CoOccurrence {
  const withFeature = (list: readonly WeightedCase[]): WeightedCase[] =>
    list.filter(({ features }) => features.has(feature));
  const fraction = sum(withFeature(cases), getWeight) / sum(cases, getWeight);
  return { observed: sum(withFeature(reaching), getChance), expected: fraction * sum(reaching, getChance) };
}

const getWeight = ({ weight }: WeightedCase): number => weight;
const getChance = ({ chance }: WeightedCase): number => chance;

function sum<T>(list: readonly T[], getAmount: (item: T) => number): number {
  return list.reduce((sum, item) => sum + getAmount(item), 0);
}

/** Samples the tests that may have reached the step, and the others, weighted to represent the omitted ones. */
function sampleCases(step: number, tests: readonly LoggedTest[], getFeatures: GetFeatures): WeightedCase[] {
  const reaching = tests.filter(({ reached }) => reached[step]! > 0);
  const others = tests.filter(({ reached }) => reached[step] === 0);
  return [[reaching, MAX_REACHING] as const, [others, MAX_OTHERS] as const].flatMap(([group, maxCount]) => {
    const sampled = sampleEvenly(group, maxCount);
    const weight = group.length / Math.max(1, sampled.length);
    return sampled.map((test) => ({ features: getFeatures(test), weight, chance: test.reached[step]! }));
  });
}

/** Returns at most `maxCount` items, spread evenly over the list. */
function sampleEvenly<T>(list: readonly T[], maxCount: number): T[] {
  const count = Math.min(maxCount, list.length);
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]!);
}

/** Returns the features that make the event significantly more likely, in descending order of mutual information. */
function findWeightedPredictors(cases: readonly WeightedCase[]): FeatureEffect[] {
  const odds = new FeatureOdds(1, Number.POSITIVE_INFINITY);
  for (const { features, weight, chance } of cases) odds.learn(features, [chance], weight);
  return odds.findSignificantPredictors(0, Number.POSITIVE_INFINITY);
}
