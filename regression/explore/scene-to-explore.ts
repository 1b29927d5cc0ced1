import { existsSync } from 'node:fs';
import type { Scenario } from '../../transactions/index.js';
import { generateTest } from '../one-test/run-test.js';
import { openCorpus } from '../programs/corpus-files.js';
import { checkReplacedKnobs } from '../records/fixed-knobs.js';
import { findSequence, type Overrides } from '../records/selection.js';
import { looksLikeTestName } from '../records/test-name.js';
import { resolveReplay } from '../stored/replay-source.js';
import { requireSearchable } from './scope.js';
import { readPixels, smallScene } from './small-scene.js';

/** Seed of a test that is named without one: its program and registers are what counts. */
const SEED = '0x1';

/**
 * The scene that a command line names: a test by its sequence, or whatever `replay` takes, made small, with the knobs and faults of the
 * command line.
 *
 * @throws UsageError where there is no such test, or no scene can be made of it.
 */
export function sceneToExplore(
  what: string,
  overrides: Overrides,
  { pixels, waves }: { readonly pixels?: string; readonly waves?: number },
): Scenario {
  const letters = readPixels(pixels, waves);
  const scenario = scenarioOf(what, overrides);
  requireSearchable(scenario);
  const scene = smallScene(scenario, letters);
  checkReplacedKnobs(scene, overrides.knobs);
  return { ...scene, faults: overrides.faults, freedoms: { ...scene.freedoms, ...overrides.knobs } };
}

function scenarioOf(what: string, overrides: Overrides): Scenario {
  const corpus = openCorpus();
  if (existsSync(what) || looksLikeTestName(what) || what.includes('#'))
    return resolveReplay(what, { ...overrides, knobs: {}, faults: [] }, corpus).scenario;
  const plain = { ...overrides, knobs: {}, faults: [] };
  return generateTest({ sequence: findSequence(what), seed: SEED, overrides: plain, corpus });
}
