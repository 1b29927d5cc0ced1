import { chipOf, leastOf } from '../../arch/index.js';
import {
  binRows,
  type CoverageData,
  coverageSummary,
  dependence,
  type TestReference,
} from '../../coverage/index.js';
import type { Corpus } from '../../stimulus/index.js';
import { generateTest } from '../one-test/run-test.js';
import { binIndex } from '../records/bin-index.js';
import { findSequence } from '../records/selection.js';
import type { PastRun } from '../run/past-run.js';
import { featuresOf } from '../steering/features.js';
import { isTold } from './feature-odds.js';
import { type HoleCost, holeCost } from './hole-cost.js';
import { type LoggedTest, loggedSteps } from './logged-steps.js';
import { type FeaturesOf, type StepMovers, stepMovers } from './step-movers.js';
import { aimTarget } from './target.js';

/** A step on the way to a hole, and what past tests made of it. */
export interface StepReached {
  readonly step: string;
  /** Passed tests that hit its bin; of several bins, the one that most tests hit. */
  readonly tests: number;
  readonly first?: TestReference;
}

/** How a hole could be hit, from what past tests hit near it. */
export interface HoleWay {
  /** `GROUP/ITEM/BIN`. */
  readonly bin: string;
  readonly steps: readonly StepReached[];
  /** For the step that fewest tests reach, but some. */
  readonly movers?: StepMovers;
  /** Of the cheapest sequence; absent where none reached all its steps. */
  readonly cost?: HoleCost;
}

/** Tests that have to have reached a step before it says what moves them. */
const REACHED_MIN = 5;

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
  const dependenceOf = dependence(data, coverageSummary(data).tests.passed);
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
    const parts = goals.filter(({ part }) => part).map((goal) => steps.indexOf(goal));
    const cost = holeCost(parts, logged.bySequence, dependenceOf(rows[binIndex(bins[at]!)]!));
    const wanted = parts
      .filter((part) => part !== step)
      .map((place) => ({ name: steps[place]!.name, place }));
    return {
      ...way,
      ...(rarest === undefined
        ? {}
        : { movers: stepMovers(reached[rarest]!.step, step, wanted, logged, features) }),
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

/** Features of a test alone, without pairs; those of a test are made once. */
function cachedFeatures(corpus: Corpus): FeaturesOf {
  const known = new Map<LoggedTest, ReadonlySet<string>>();
  return (logged) => {
    const before = known.get(logged);
    if (before !== undefined) return before;
    const { test, suite, overrides } = logged;
    const sequence = findSequence(test.sequence, suite);
    const scenario = generateTest({ sequence, seed: test.seed, overrides, corpus });
    const alone = [...featuresOf(scenario)].filter((feature) => !feature.includes('&') && isTold(feature));
    const made = new Set([`generation=${chipOf(scenario.chip).gfx}`, ...alone]);
    known.set(logged, made);
    return made;
  };
}
