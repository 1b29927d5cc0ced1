import { isChipName } from '../../arch/index.js';
import { parseKnobSettings, readSeed, testSeed } from '../../base/basics/index.js';
import type { TestReference } from '../../coverage/index.js';
import { type Overrides, parseTestId, reproLine } from '../../harness/selection/index.js';
import { isFaultId, parseSeed } from '../../transactions/index.js';

/** `SUITE@0xSEED GLOB` and what was fixed for every test, as `coverageRun` writes it. */
const RUN = /^([\w-]+)@(0x[0-9a-f]+) \S+(?: (.*))?$/;

/** A test that coverage names as the first of a bin, with what was fixed for its run. */
export interface FirstHitTest {
  readonly suite: string;
  readonly sequence: string;
  /** Root seed that drew it. */
  readonly root: string;
  /** The test seed. */
  readonly seed: string;
  readonly overrides: Overrides;
}

/**
 * The test that coverage names as the first of a bin; undefined where the run's name is not one that `pops-tb run`
 * gave. Throws `UsageError` for a test id or a knob that this version does not have.
 */
export function firstHitTest({ run, name }: Pick<TestReference, 'run' | 'name'>): FirstHitTest | undefined {
  const match = RUN.exec(run);
  const root = parseSeed(match?.[2] ?? '');
  const fixed = match?.[3]?.split(' ') ?? [];
  if (match === null || !root.ok || name === '') return undefined;
  const { sequence, index, root: drawn } = parseTestId(name);
  // The tests of a list have listed seeds, unless their ids name the root seed.
  if (drawn === undefined && fixed.includes('list')) return undefined;
  const seed = testSeed(drawn === undefined ? root.seed : readSeed(drawn), sequence, index);
  return { suite: match[1]!, sequence, root: drawn ?? match[2]!, seed, overrides: overridesOf(fixed) };
}

/** The line that runs such a test again; undefined and throws as `firstHitTest`. */
export function firstHitLine(reference: Pick<TestReference, 'run' | 'name'>): string | undefined {
  const test = firstHitTest(reference);
  return test === undefined ? undefined : reproLine(test, test.overrides);
}

function overridesOf(fixed: readonly string[]): Overrides {
  return {
    faults: fixed.filter(isFaultId),
    chips: fixed.filter(isChipName),
    knobs: parseKnobSettings(fixed.filter((text) => text.includes('='))),
  };
}
