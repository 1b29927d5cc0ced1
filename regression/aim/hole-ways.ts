import { chipOf, leastOf } from '../../arch/index.js';
import { binRows, type CoverageData, type TestReference } from '../../coverage/index.js';
import type { Corpus } from '../../stimulus/index.js';
import { isKnobName } from '../../transactions/index.js';
import { generateTest } from '../one-test/run-test.js';
import { findSequence } from '../records/selection.js';
import type { PastRun } from '../run/past-run.js';
import { featuresOf } from '../steering/features.js';
import type { Mover } from './feature-odds.js';
import { type LoggedTest, loggedSteps, type SequenceSteps } from './logged-steps.js';
import { type AimGoal, aimTarget } from './target.js';
import { type WeightedCase, weightedMovers } from './weighted-movers.js';

/** A step on the way to a hole, and what past tests made of it. */
export interface StepReached {
  readonly step: string;
  /** Passed tests that hit its bin; of several bins, the one that most tests hit. */
  readonly tests: number;
  readonly first?: TestReference;
}

/** What moves tests to a step, by mutual information over past tests; most telling first. */
export interface StepMovers {
  readonly step: string;
  readonly sequences: readonly Mover[];
  readonly knobs: readonly Mover[];
  /** Chip, scene, registers and what programs were made of. */
  readonly scene: readonly Mover[];
}

/** How a hole could be hit, from what past tests hit near it. */
export interface HoleWay {
  /** `GROUP/ITEM/BIN`. */
  readonly bin: string;
  readonly steps: readonly StepReached[];
  /** For the step that fewest tests reach, but some. */
  readonly movers?: StepMovers;
  /**
   * Tests of the cheapest sequence that would probably hit it, and their time in seconds: as if its steps were independent, and no fewer
   * than that sequence has run without hitting it.
   */
  readonly cost?: { readonly sequence: string; readonly tests: number; readonly seconds: number };
}

/** Tests that have to have reached a step before it says what moves them. */
const REACHED_MIN = 5;
/** Tests whose scenarios are made again to see their features: those that reached a step, and others. */
const REACHING = 60;
const OTHERS = 120;
const MOVERS = 3;

/**
 * Ways to holes, from the log of a run and the coverage that has it. The log has what each batch of tests hit; features of its tests
 * are those of their scenarios, made again from sequence and seed.
 */
export function holeWays(
  bins: readonly string[],
  data: CoverageData,
  past: PastRun | undefined,
  corpus: Corpus,
): HoleWay[] {
  const rows = binRows(data);
  const targets = bins.map((bin) => aimTarget(bin).goals);
  const steps = targets.flat();
  const logged = past === undefined ? undefined : loggedSteps(past, steps);
  const features = cachedFeatures(corpus);
  return targets.map((goals, at): HoleWay => {
    const reached = goals.map((goal): StepReached => {
      const best = goal.bins
        .map((bin) => rows[bin]!.passed)
        .reduce((most, each) => (each.tests > most.tests ? each : most));
      const { tests, first } = best;
      return { step: goal.name, tests, ...(first === undefined ? {} : { first }) };
    });
    const way = { bin: bins[at]!, steps: reached };
    if (logged === undefined) return way;
    const rarest = rarestOf(reached);
    const step = rarest === undefined ? -1 : steps.indexOf(goals[rarest]!);
    const cost = costOf(goals, steps, logged.bySequence);
    return {
      ...way,
      ...(rarest === undefined ? {} : { movers: moversOf(reached[rarest]!.step, step, logged, features) }),
      ...(cost === undefined ? {} : { cost }),
    };
  });
}

/** The step that fewest tests reached, but some. */
function rarestOf(steps: readonly StepReached[]): number | undefined {
  const tests = steps.map((step) => (step.tests < REACHED_MIN ? Number.POSITIVE_INFINITY : step.tests));
  const least = leastOf(tests);
  return Number.isFinite(least) ? tests.indexOf(least) : undefined;
}

/** The sequence that most likely hits all steps of the combination in the least time; undefined where none reached them all. */
function costOf(
  goals: readonly AimGoal[],
  steps: readonly AimGoal[],
  bySequence: ReadonlyMap<string, SequenceSteps>,
): HoleWay['cost'] {
  const parts = goals.filter(({ part }) => part);
  if (parts.length === 0) return undefined;
  const places = parts.map((goal) => steps.indexOf(goal));
  let best: HoleWay['cost'];
  for (const [sequence, { tests, seconds, reached }] of bySequence) {
    const chance = places.reduce((product, step) => (product * reached[step]!) / tests, 1);
    const needed = Math.max(1 / chance, tests);
    const cost = { sequence, tests: Math.ceil(needed), seconds: (seconds / tests) * needed };
    if (chance > 0 && (best === undefined || cost.seconds < best.seconds)) best = cost;
  }
  return best;
}

type FeaturesOf = (test: LoggedTest) => ReadonlySet<string>;

function moversOf(
  name: string,
  step: number,
  { tests, bySequence }: ReturnType<typeof loggedSteps>,
  features: FeaturesOf,
): StepMovers {
  const sequences = weightedMovers(
    [...bySequence].flatMap(([sequence, own]) => {
      const cases = { features: new Set([sequence]), weight: 1, chance: own.reached[step]! / own.tests };
      return Array.from({ length: own.tests }, () => cases);
    }),
  );
  const others = weightedMovers(casesOf(step, tests, features));
  const isKnob = ({ feature }: Mover): boolean => isKnobName(feature.split('=')[0]!);
  return {
    step: name,
    sequences: sequences.slice(0, MOVERS),
    knobs: others.filter(isKnob).slice(0, MOVERS),
    scene: others.filter((mover) => !isKnob(mover)).slice(0, MOVERS),
  };
}

/** Some tests that may have reached the step, and some others; each stands for as many as were left out beside it. */
function casesOf(step: number, tests: readonly LoggedTest[], features: FeaturesOf): WeightedCase[] {
  const reaching = tests.filter(({ reached }) => reached[step]! > 0);
  const others = tests.filter(({ reached }) => reached[step] === 0);
  return [[reaching, REACHING] as const, [others, OTHERS] as const].flatMap(([from, most]) => {
    const chosen = spread(from, most);
    const weight = from.length / Math.max(1, chosen.length);
    return chosen.map((test) => ({ features: features(test), weight, chance: test.reached[step]! }));
  });
}

/** At most this many, evenly over the list. */
function spread<T>(list: readonly T[], most: number): T[] {
  const count = Math.min(most, list.length);
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]!);
}

/** Features of a test alone, without pairs; those of a test are made once. */
function cachedFeatures(corpus: Corpus): FeaturesOf {
  const known = new Map<LoggedTest, ReadonlySet<string>>();
  return (logged) => {
    const before = known.get(logged);
    if (before !== undefined) return before;
    const { test, suite, overrides } = logged;
    const sequence = findSequence(test.sequence, suite);
    const scenario = generateTest({ sequence, seed: test.seed, overrides, corpus });
    const alone = [...featuresOf(scenario)].filter((feature) => !feature.includes('&'));
    const made = new Set([`generation=${chipOf(scenario.chip).gfx}`, ...alone]);
    known.set(logged, made);
    return made;
  };
}
