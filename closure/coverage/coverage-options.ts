import { isChipName } from '../../arch/index.js';
import type { CoverageData, TestReference } from '../../coverage/index.js';
import { deriveTestSeed, parseKnobSettings, readSeed, today } from '../../harness/basics/index.js';
import { NO_WAIVERS, readWaivers, type Waivers } from '../../harness/records/index.js';
import { formatReproLine, type Overrides, parseTestId } from '../../harness/selection/index.js';
import { isFaultId, parseSeed, UsageError } from '../../transactions/index.js';

/** Reads waivers from a file, or returns none if `file` is undefined. Throws `UsageError` if a waived bin was hit. */
export function readCheckedWaivers(file: string | undefined, data: CoverageData): Waivers {
  if (file === undefined) return NO_WAIVERS;
  const waivers = readWaivers(file, today());
  const hitBins = waivers.hits(data);
  if (hitBins.length === 0) return waivers;
  throw new UsageError(`${file} waives bins that were hit; remove their waivers: ${hitBins.join(', ')}`);
}

/** A run name as written by `makeCoverageRunId`: `SUITE@0xSEED GLOB`, followed by the settings fixed for every test. */
const RUN_NAME = /^([\w-]+)@(0x[0-9a-f]+) \S+(?: (.*))?$/;

/** The first test that hit a bin, and the settings fixed for every test of its run. */
export interface FirstHitTest {
  readonly suite: string;
  readonly sequence: string;
  /** The root seed from which the test was drawn. */
  readonly root: string;
  /** The test seed. */
  readonly seed: string;
  readonly overrides: Overrides;
}

/**
 * Returns the first test that hit a bin, according to the coverage data. Returns undefined if `pops-tb run` did not
 * name the run, the test has no name, or its seed comes from a list. Throws `UsageError` if this version does not know
 * the test id or a knob.
 */
export function getFirstHitTest({
  run,
  name,
}: Pick<TestReference, 'run' | 'name'>): FirstHitTest | undefined {
  const match = RUN_NAME.exec(run);
  const root = parseSeed(match?.[2] ?? '');
  const settings = match?.[3]?.split(' ') ?? [];
  if (match === null || !root.ok || name === '') return undefined;
  const { sequence, index, root: ownRoot } = parseTestId(name);
  // Tests from a list use listed seeds unless their ids include the root seed.
  if (ownRoot === undefined && settings.includes('list')) return undefined;
  const seed = deriveTestSeed(ownRoot === undefined ? root.seed : readSeed(ownRoot), sequence, index);
  return { suite: match[1]!, sequence, root: ownRoot ?? match[2]!, seed, overrides: getOverrides(settings) };
}

/**
 * Returns the command that reruns the first test that hit a bin. Returns undefined or throws in the same cases as
 * `getFirstHitTest`.
 */
export function formatFirstHitCommand(reference: Pick<TestReference, 'run' | 'name'>): string | undefined {
  const test = getFirstHitTest(reference);
  return test === undefined ? undefined : formatReproLine(test, test.overrides);
}

function getOverrides(settings: readonly string[]): Overrides {
  return {
    faults: settings.filter(isFaultId),
    chips: settings.filter(isChipName),
    knobs: parseKnobSettings(settings.filter((text) => text.includes('='))),
  };
}

/** The options of `coverage`, as parsed from the command line. */
export interface CoverageOptions {
  readonly out?: string;
  readonly group?: string;
  readonly count?: number;
  /** Time limit in milliseconds. */
  readonly time?: number;
  readonly seed?: string;
  /** Whether to list each hole separately. */
  readonly all?: boolean;
  readonly waivers?: string;
  readonly json?: boolean;
}
