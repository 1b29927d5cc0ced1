import { existsSync } from 'node:fs';
import { CHIP_NAMES } from '../../arch/index.js';
import { generateTest } from '../../harness/one-test/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import {
  checkKnobOverrides,
  findSequence,
  looksLikeTestName,
  type Overrides,
  requireFaultsSupported,
  requireRunnable,
} from '../../harness/selection/index.js';
import { type FaultId, findFault, type Scenario, UsageError } from '../../transactions/index.js';
import { resolveReplay } from '../stored/replay-source.js';
import type { SmallScene } from './compared-scenes.js';
import { allowsSameCycle } from './same-cycle.js';
import { requireSearchable } from './scope.js';
import { makeSmallScene, readPixels, readSmallScene } from './small-scene.js';

/** Matches a file path, whether or not the file exists, or a reference into a run. */
const LOOKS_LIKE_FILE = /[#/\\]|\.(json|msgpack)$/;

/** The seed to use if the test name does not specify one. Only its program and registers matter. */
const SEED = '0x1';

/** The command-line options that describe the scene itself. */
interface SceneOptions {
  /** A letter for each wave (see `readPixels`). */
  readonly pixels?: string;
  /** Whether events at the same unit may occur in the same cycle (`--same-clock`). */
  readonly sameClock?: boolean;
}

/**
 * Resolves the scene that a command line specifies: a test given by its sequence, or anything that `replay` accepts,
 * reduced to a small scene, with the knobs and faults from the command line. A scene written by an earlier search keeps
 * its pixels, its knobs and whether events may share a cycle unless overridden.
 *
 * `replacedText` describes the parts of a stored test that the scene replaces. It is undefined if nothing is replaced, or
 * if the test is generated here (`isGenerated`).
 *
 * @throws UsageError if there is no such test, or if no scene can be made from it.
 */
export function resolveScene(
  name: string,
  overrides: Overrides,
  { pixels, sameClock }: SceneOptions,
): { readonly scene: Scenario; readonly replacedText: string | undefined; readonly isGenerated: boolean } {
  requireOneChip(overrides);
  const scenario = findScenario(name, overrides);
  requireSearchable(scenario);
  const keptScene = isGenerated(name) ? undefined : readSmallScene(scenario);
  const letters = readPixels(pixels ?? keptScene?.pixels);
  const allowSameCycle = sameClock ?? (keptScene !== undefined && allowsSameCycle(scenario));
  const defaultScene = makeSmallScene(scenario, letters, allowSameCycle);
  const scene = { ...defaultScene, freedoms: { ...defaultScene.freedoms, ...keptScene?.knobs } };
  checkKnobOverrides(scene, overrides.knobs);
  // A stored test keeps its faults unless others are given.
  const faults = overrides.faults.length > 0 ? overrides.faults : scenario.faults;
  requireFaultsSupported(scene.chip, overrides.faults);
  const freedoms = { ...scene.freedoms, ...overrides.knobs };
  const isKept = isGenerated(name) || (keptScene !== undefined && scenario.schedule.strategy === 'order');
  return {
    scene: { ...scene, faults, freedoms },
    isGenerated: isGenerated(name),
    replacedText: isKept ? undefined : describeReplacement(name, keptScene !== undefined, letters),
  };
}

function describeReplacement(name: string, isKept: boolean, pixels: string): string {
  const clock =
    'all event orders are explored instead of its original timing (add --same-clock for simultaneous events)';
  return isKept
    ? `${name} was changed: ${clock}`
    : `${name} was changed: only its first draw is kept, with pixels ${pixels} (--pixels) and default knobs (--set), and ${clock}`;
}

/** Rejects multiple chips: a search covers only one, and the result could be mistaken for covering all of them. */
function requireOneChip({ chips }: Overrides): void {
  if (chips.length < 2) return;
  const isAllChips = chips.length === CHIP_NAMES.length;
  throw new UsageError(
    `Invalid --chip ${isAllChips ? 'all' : chips.join()}: only one chip can be explored at a time; choose ${isAllChips ? `one of ${chips.join(', ')}` : `one, such as --chip ${chips[0]}`}`,
  );
}

/** Converts a scene to a scenario. */
export function sceneToScenario({ test, chip, pixels, faults, knobs, sameClock }: SmallScene): Scenario {
  const options = { pixels, sameClock: sameClock === true };
  return resolveScene(test, { chips: [chip], knobs, faults }, options).scene;
}

/** Returns whether `name` is a test to generate rather than a stored one. */
function isGenerated(name: string): boolean {
  return !existsSync(name) && !looksLikeTestName(name) && !LOOKS_LIKE_FILE.test(name);
}

function findScenario(name: string, overrides: Overrides): Scenario {
  const corpus = openCorpus();
  if (!isGenerated(name)) {
    const { scenario } = resolveReplay(name, { ...overrides, knobs: {}, faults: [] }, corpus);
    const stimulusFaults = overrides.faults.filter(
      (fault) => changesStimulus(fault) && !scenario.faults.includes(fault),
    );
    if (stimulusFaults.length > 0)
      throw new UsageError(
        `Cannot use --fault ${stimulusFaults.join(',')} with ${name}: it changes a program or registers when a test is generated; name a test instead`,
      );
    return scenario;
  }
  const sequence = findSequence(name);
  requireRunnable(sequence, overrides);
  return generateTest({ sequence, seed: SEED, overrides: { ...overrides, knobs: {} }, corpus });
}

function changesStimulus(fault: FaultId): boolean {
  return ['program', 'registers'].includes(findFault(fault)!.where);
}
