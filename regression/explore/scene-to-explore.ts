import { existsSync } from 'node:fs';
import { type FaultId, findFault, type Scenario, UsageError } from '../../transactions/index.js';
import { generateTest } from '../one-test/run-test.js';
import { openCorpus } from '../programs/corpus-files.js';
import { checkReplacedKnobs } from '../records/fixed-knobs.js';
import { findSequence, type Overrides, requireFaultsOn, requireRunnable } from '../records/selection.js';
import { looksLikeTestName } from '../records/test-name.js';
import { resolveReplay } from '../stored/replay-source.js';
import type { SmallScene } from './compared-scenes.js';
import { requireSearchable } from './scope.js';
import { readPixels, smallScene } from './small-scene.js';

/** A place in a run, or the path of a file that may be missing. */
const LOOKS_LIKE_FILE = /[#/\\]|\.(json|msgpack)$/;

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
  {
    pixels,
    waves,
    sameClock = false,
  }: { readonly pixels?: string; readonly waves?: number; readonly sameClock?: boolean },
): Scenario {
  const letters = readPixels(pixels, waves);
  requireOneChip(overrides);
  const scenario = scenarioOf(what, overrides);
  requireSearchable(scenario);
  const scene = smallScene(scenario, letters, sameClock);
  checkReplacedKnobs(scene, overrides.knobs);
  // A failure keeps the faults that it was found with.
  const faults = overrides.faults.length > 0 ? overrides.faults : scenario.faults;
  requireFaultsOn(scene.chip, overrides.faults);
  return { ...scene, faults, freedoms: { ...scene.freedoms, ...overrides.knobs } };
}

/** A search is of one chip: its result would be read as one for all that were named. */
function requireOneChip({ chips }: Overrides): void {
  if (chips.length > 1)
    throw new UsageError(
      `Invalid --chip ${chips.join()}: one chip is explored at a time; name one, such as --chip ${chips[0]}`,
    );
}

/** The scenario of a scene. */
export function scenarioOfScene({ test, chip, pixels, faults, knobs, sameClock }: SmallScene): Scenario {
  return sceneToExplore(test, { chips: [chip], knobs, faults }, { pixels, sameClock: sameClock === true });
}

function scenarioOf(what: string, overrides: Overrides): Scenario {
  const corpus = openCorpus();
  if (existsSync(what) || looksLikeTestName(what) || LOOKS_LIKE_FILE.test(what)) {
    const { scenario } = resolveReplay(what, { ...overrides, knobs: {}, faults: [] }, corpus);
    const late = overrides.faults.filter(
      (fault) => actsInStimulus(fault) && !scenario.faults.includes(fault),
    );
    if (late.length > 0)
      throw new UsageError(
        `Cannot use --fault ${late.join(',')} with ${what}: it changes a program or registers when a test is made; name a test`,
      );
    return scenario;
  }
  const sequence = findSequence(what);
  requireRunnable(sequence, overrides);
  return generateTest({ sequence, seed: SEED, overrides: { ...overrides, knobs: {} }, corpus });
}

/** Whether a fault changes what a test is made of, not the device. */
function actsInStimulus(fault: FaultId): boolean {
  return ['program', 'registers'].includes(findFault(fault)!.where);
}
