import type { Gfx } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { allFeatures, type ProgramFeatures } from './arbitraries.js';

/** One test in four has all features; the others each lack about half of them (swarm testing). */
const ALL_FEATURES_EVERY = 4;

const STEP_LIMITS = [4, 4, 8, 16] as const;

/**
 * Picks one test's features: either all of them, or each with a probability of one half. Only the `work` list may
 * be empty.
 */
export function pickFeatures(stream: RandomStream, gfx: Gfx): ProgramFeatures {
  const everyFeature = allFeatures(gfx);
  const stepsMax = STEP_LIMITS[stream.below(STEP_LIMITS.length)];
  if (stream.below(ALL_FEATURES_EVERY) === 0) return { ...everyFeature, stepsMax };
  const flipCoin = (): boolean => stream.below(2) === 1;
  return {
    shapes: pickSome(stream, everyFeature.shapes),
    paths: pickSome(stream, everyFeature.paths),
    work: flipCoin() ? pickSome(stream, everyFeature.work) : [],
    exits: pickSome(stream, everyFeature.exits),
    discards: flipCoin(),
    parts: flipCoin(),
    exports: flipCoin(),
    entries: flipCoin(),
    stepsMax,
  };
}

function pickSome<T>(stream: RandomStream, values: readonly T[]): readonly T[] {
  const picked = values.filter(() => stream.below(2) === 1);
  return picked.length === 0 ? [values[stream.below(values.length)]] : picked;
}
