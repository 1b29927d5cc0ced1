import { isChipName } from '../../arch/index.js';
import { parseKnobSettings, readSeed, testSeed } from '../../base/basics/index.js';
import type { TestReference } from '../../coverage/index.js';
import { type Overrides, parseTestId, reproLine } from '../../harness/selection/index.js';
import { isFaultId, parseSeed } from '../../transactions/index.js';

/** A run's name as written by `coverageRun`: `SUITE@0xSEED GLOB` and the settings fixed for every test. */
const RUN = /^([\w-]+)@(0x[0-9a-f]+) \S+(?: (.*))?$/;

/** A bin's first test according to coverage, with its run's fixed settings. */
export interface FirstHitTest {
  readonly suite: string;
  readonly sequence: string;
  /** Root seed that drew the test. */
  readonly root: string;
  /** The test seed. */
  readonly seed: string;
  readonly overrides: Overrides;
}

/**
 * A bin's first test according to coverage; undefined if the run's name is not from `pops-tb run`, the test has no name,
 * or its seed is from a list. Throws `UsageError` for a test id or knob unknown to this version.
 */
export function firstHitTest({ run, name }: Pick<TestReference, 'run' | 'name'>): FirstHitTest | undefined {
  const match = RUN.exec(run);
  const root = parseSeed(match?.[2] ?? '');
  const settings = match?.[3]?.split(' ') ?? [];
  if (match === null || !root.ok || name === '') return undefined;
  const { sequence, index, root: drawn } = parseTestId(name);
  // Tests of a list have listed seeds, unless their ids name the root seed.
  if (drawn === undefined && settings.includes('list')) return undefined;
  const seed = testSeed(drawn === undefined ? root.seed : readSeed(drawn), sequence, index);
  return { suite: match[1]!, sequence, root: drawn ?? match[2]!, seed, overrides: overridesOf(settings) };
}

/** The command that reruns a bin's first test; undefined in the same cases as `firstHitTest`, which also says what it throws. */
export function firstHitLine(reference: Pick<TestReference, 'run' | 'name'>): string | undefined {
  const test = firstHitTest(reference);
  return test === undefined ? undefined : reproLine(test, test.overrides);
}

function overridesOf(settings: readonly string[]): Overrides {
  return {
    faults: settings.filter(isFaultId),
    chips: settings.filter(isChipName),
    knobs: parseKnobSettings(settings.filter((text) => text.includes('='))),
  };
}
