import { isChipName } from '../../arch/index.js';
import { parseKnobSettings, readSeed, testSeed } from '../../base/basics/index.js';
import type { TestReference } from '../../coverage/index.js';
import { type Overrides, parseTestId, reproLine } from '../../harness/selection/index.js';
import { isFaultId, parseSeed } from '../../transactions/index.js';

/** `SUITE@0xSEED GLOB` and what was fixed for every test, as written by `coverageRun`. */
const RUN = /^([\w-]+)@(0x[0-9a-f]+) \S+(?: (.*))?$/;

/** A bin's first test according to coverage, with its run's fixed settings. */
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
 * A bin's first test according to coverage; undefined if the run's name is not from `pops-tb run`. Throws
 * `UsageError` for a test id or knob unknown to this version.
 */
export function firstHitTest({ run, name }: Pick<TestReference, 'run' | 'name'>): FirstHitTest | undefined {
  const match = RUN.exec(run);
  const root = parseSeed(match?.[2] ?? '');
  const fixed = match?.[3]?.split(' ') ?? [];
  if (match === null || !root.ok || name === '') return undefined;
  const { sequence, index, root: drawn } = parseTestId(name);
  // Tests of a list have listed seeds, unless their ids name the root seed.
  if (drawn === undefined && fixed.includes('list')) return undefined;
  const seed = testSeed(drawn === undefined ? root.seed : readSeed(drawn), sequence, index);
  return { suite: match[1]!, sequence, root: drawn ?? match[2]!, seed, overrides: overridesOf(fixed) };
}

/** The line that reruns such a test; returns undefined or throws like `firstHitTest`. */
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
