import { isKnobName } from '../../transactions/index.js';
import type { FeatureEffect } from './feature-odds.js';
import type { LoggedSteps, LoggedTest } from './logged-steps.js';
import { type WeightedCase, weightedMovers } from './weighted-movers.js';

/** Predictors of reaching a step, by mutual information over past tests; most informative first. */
export interface StepMovers {
  readonly step: string;
  readonly sequences: readonly FeatureEffect[];
  readonly knobs: readonly FeatureEffect[];
  /** Chip, scene, registers and program contents. */
  readonly scene: readonly FeatureEffect[];
}

/** Returns a test's features. */
export type FeaturesOf = (test: LoggedTest) => ReadonlySet<string>;

/** Tests to regenerate for their features: those that reached a step, and others. */
const REACHING = 60;
const OTHERS = 120;
const MOVERS = 3;

/** How often two features occurred together, and how often expected by chance. */
interface CoOccurrence {
  readonly seen: number;
  readonly expected: number;
}

/** Minimum co-occurrences expected by chance for their absence to mean anything. */
const EXPECTED_MIN = 3;
/** Less than this fraction of the expectation counts as never: shares of a batch's tests are estimates. */
const SEEN_MAX = 0.05;

/** Whether one seems to exclude the other. */
function excludes({ seen, expected }: CoOccurrence): boolean {
  return expected >= EXPECTED_MIN && seen < SEEN_MAX * expected;
}

/** A step that a test must also reach: its name, `COORDINATE = VALUE`, and its index among all steps. */
export interface WantedStep {
  readonly name: string;
  readonly place: number;
}

/** Whether a feature is another value of a wanted step's coordinate, such as `generation=gfx9` when `generation = gfx10.3` is wanted. */
function contradicts(feature: string, wanted: readonly WantedStep[]): boolean {
  const [coordinate, value] = feature.split('=');
  return wanted.some(({ name }) => {
    const [own, ownValue] = name.split(' = ');
    return own === coordinate && ownValue !== undefined && ownValue !== value;
  });
}

/** Predictors of reaching a step, except those that keep tests from reaching another `wanted` step of the hole. */
export function stepMovers(
  name: string,
  step: number,
  wanted: readonly WantedStep[],
  { tests, bySequence }: LoggedSteps,
  features: FeaturesOf,
): StepMovers {
  const sequences = weightedMovers(
    [...bySequence].flatMap(([sequence, own]) => {
      const cases = { features: new Set([sequence]), weight: 1, chance: own.reached[step]! / own.tests };
      return Array.from({ length: own.tests }, () => cases);
    }),
  );
  const cases = casesOf(step, tests, features);
  const partners = wanted.map(({ place }) => partnersOf(place, tests, features));
  const others = weightedMovers(cases);
  const isExcluded = ({ feature }: FeatureEffect): boolean =>
    contradicts(feature, wanted) || partners.some((reaching) => excludes(seenWith(feature, reaching, cases)));
  const isExcludedSequence = ({ feature }: FeatureEffect): boolean =>
    wanted.some(({ place }) => excludes(reachedBy(bySequence, feature, place)));
  const isKnob = ({ feature }: FeatureEffect): boolean => isKnobName(feature.split('=')[0]!);
  return {
    step: name,
    sequences: firstOf(sequences, (mover) => !isExcludedSequence(mover)),
    knobs: firstOf(others, (mover) => isKnob(mover) && !isExcluded(mover)),
    scene: firstOf(others, (mover) => !isKnob(mover) && !isExcluded(mover)),
  };
}

/** The first few wanted movers, evaluated lazily. */
function firstOf(
  movers: readonly FeatureEffect[],
  isWanted: (mover: FeatureEffect) => boolean,
): FeatureEffect[] {
  const found: FeatureEffect[] = [];
  for (const mover of movers) {
    if (found.length === MOVERS) break;
    if (isWanted(mover)) found.push(mover);
  }
  return found;
}

/** How often a sequence reached a step, and how often expected from the share of all tests. */
function reachedBy(bySequence: LoggedSteps['bySequence'], sequence: string, step: number): CoOccurrence {
  const all = [...bySequence.values()];
  const tests = sumOf(all, (each) => each.tests);
  const reached = sumOf(all, (each) => each.reached[step]!);
  const own = bySequence.get(sequence)!;
  return { seen: own.reached[step]!, expected: (own.tests * reached) / tests };
}

/** Tests that may have reached a step, weighted by likelihood. */
function partnersOf(step: number, tests: readonly LoggedTest[], features: FeaturesOf): WeightedCase[] {
  const reaching = tests.filter(({ reached }) => reached[step]! > 0);
  return spread(reaching, REACHING).map((test) => {
    return { features: features(test), weight: 1, chance: test.reached[step]! };
  });
}

/** How often tests that reach a step have a feature, and how often expected from its share in all tests. */
function seenWith(
  feature: string,
  reaching: readonly WeightedCase[],
  cases: readonly WeightedCase[],
): CoOccurrence {
  const having = (all: readonly WeightedCase[]): WeightedCase[] =>
    all.filter(({ features }) => features.has(feature));
  const share = sumOf(having(cases), weightOf) / sumOf(cases, weightOf);
  return { seen: sumOf(having(reaching), chanceOf), expected: share * sumOf(reaching, chanceOf) };
}

const weightOf = ({ weight }: WeightedCase): number => weight;
const chanceOf = ({ chance }: WeightedCase): number => chance;

function sumOf<T>(list: readonly T[], of: (each: T) => number): number {
  return list.reduce((sum, each) => sum + of(each), 0);
}

/** Some tests that may have reached the step, and some others, weighted to represent those omitted. */
function casesOf(step: number, tests: readonly LoggedTest[], features: FeaturesOf): WeightedCase[] {
  const reaching = tests.filter(({ reached }) => reached[step]! > 0);
  const others = tests.filter(({ reached }) => reached[step] === 0);
  return [[reaching, REACHING] as const, [others, OTHERS] as const].flatMap(([from, most]) => {
    const chosen = spread(from, most);
    const weight = from.length / Math.max(1, chosen.length);
    return chosen.map((test) => ({ features: features(test), weight, chance: test.reached[step]! }));
  });
}

/** At most this many, spread evenly over the list. */
function spread<T>(list: readonly T[], countMax: number): T[] {
  const count = Math.min(countMax, list.length);
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]!);
}
