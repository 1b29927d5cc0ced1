import { createHash } from 'node:crypto';
import { isInheritedName, type KnobValues, type Seed, UsageError } from '../../transactions/index.js';
import { deriveTestSeed, formatKnobSettings, quoteShellWord } from '../basics/index.js';
import { formatCommand } from './pasteable-command.js';
import type { Overrides, WeightedSequence } from './selection.js';

/** Eight hex digits over the bytes of a scenario, or of a list that stands for many. They change with generator and knobs. */
export function scenarioHash(encoded: Uint8Array): string {
  return createHash('sha256').update(encoded).digest('hex').slice(0, 8);
}

/** The suite assumed for test names that omit it. */
const DEFAULT_SUITE = 'smoke';

/**
 * The permanent name of a test: `[SUITE:]SEQUENCE@0xSEED[~HASH]`, where SEED is the test seed and SUITE may be a file.
 */
export interface TestName {
  readonly suite: string;
  readonly sequence: string;
  /** The test seed in canonical form. */
  readonly seed: string;
  /** An eight-digit hex hash of the generated scenario. It reveals later changes to the generator or knobs. */
  readonly hash?: string;
}

const TEST_NAME = /^(?:([^\0\n]+):)?([\w-]+)@(0x[0-9a-fA-F]{1,16})(?:~([0-9a-f]{8}))?$/;

/** Identifies a test within a run. */
interface TestIdentity {
  readonly sequence: string;
  /** The test's index within its sequence. */
  readonly index: number;
  /** The root seed of the run that drew the test, if it differs from this run's. */
  readonly root?: string | undefined;
}

/**
 * The id of a test in a run: `SEQUENCE.NUMBER`. If another run drew the test, this is followed by `@0xSEED`, that run's
 * root seed.
 */
export function formatTestId({ sequence, index, root }: TestIdentity): string {
  return `${sequence}.${index}${root === undefined ? '' : `@${root}`}`;
}

const TEST_ID = /^([\w-]{1,200})\.(\d{1,9})(?:@(0x[0-9a-fA-F]{1,16}))?$/;

/** Whether a string has the form of a test id. */
export function isTestId(text: string): boolean {
  const sequence = TEST_ID.exec(text)?.[1];
  return sequence !== undefined && !isInheritedName(sequence);
}

/** Parses a test id. Throws `UsageError` if it is malformed. */
export function parseTestId(id: string): TestIdentity {
  const match = TEST_ID.exec(id);
  if (match === null || isInheritedName(match[1]!))
    throw new UsageError(`Invalid test id "${id}": expected SEQUENCE.NUMBER, like rmw_buffer.17`);
  const [, sequence, index, root] = match;
  return { sequence: sequence!, index: Number(index), ...(root === undefined ? {} : { root }) };
}

/** Formats a test name. */
export function formatTestName({ suite, sequence, seed, hash }: TestName): string {
  return `${suite}:${sequence}@${seed}${hash === undefined ? '' : `~${hash}`}`;
}

/** Whether a string has the form of a test name, valid or not. */
export function looksLikeTestName(text: string): boolean {
  return /^(?:[^\0\n]+:[\w-]+@|[\w-]+@0x)/.test(text);
}

/** Parses a test name. Throws `UsageError`, showing the expected form, if it is malformed. */
export function parseTestName(text: string): TestName {
  const match = TEST_NAME.exec(text);
  if (match === null) {
    throw new UsageError(
      `Invalid test name "${text}": expected SUITE:TEST@0xSEED or SUITE:TEST@0xSEED~HASH, with a seed of 1 to 16 hex digits and a hash of 8`,
    );
  }
  const [, suite = DEFAULT_SUITE, sequence, seed, hash] = match;
  return { suite, sequence: sequence!, seed: seed!, ...(hash === undefined ? {} : { hash }) };
}

/** Formats the shell command that reproduces a test in the current folder. */
export function formatReproLine(test: TestName, overrides: Overrides): string {
  return formatReplayLine(formatTestName(test), overrides);
}

/** Formats the shell command that replays a named test or a scenario file. */
export function formatReplayLine(test: string, { faults, chips, knobs, withoutFaults }: Overrides): string {
  const options = [
    ...(withoutFaults === true ? ['--fault none'] : []),
    ...faults.map((fault) => `--fault ${fault}`),
    ...(chips.length === 0 ? [] : [`--chip ${chips.join(',')}`]),
    ...formatSettings(knobs),
  ];
  return formatCommand('replay', quoteShellWord(test), ...options);
}

function formatSettings(knobs: Partial<KnobValues>): string[] {
  return formatKnobSettings(knobs).map((setting) => `--set ${setting}`);
}

/** One of `count` consecutive parts of a plan, whose sizes differ by at most one test. */
export interface Shard {
  /** The one-based index of the part. */
  readonly index: number;
  readonly count: number;
}

/** A test that has been planned but not run. */
export interface PlannedTest extends TestIdentity {
  /** The test seed. */
  readonly seed: string;
}

/**
 * Generates an endless stream of tests, interleaved by weight: in every prefix, each sequence has its share to within
 * one test. A test's seed is a hash of the root seed, sequence and index (docs/seeds.md), independent of its
 * neighbours.
 */
export function* planTests(
  root: Seed,
  sequences: readonly WeightedSequence[],
): Generator<PlannedTest, never> {
  const total = sequences.reduce((sum, { weight }) => sum + weight, 0);
  const credits = sequences.map(() => 0);
  const nextIndices = sequences.map(() => 0);
  for (;;) {
    let chosen = 0;
    for (let i = 0; i < sequences.length; i++) {
      credits[i]! += sequences[i]!.weight;
      if (credits[i]! > credits[chosen]!) chosen = i;
    }
    credits[chosen]! -= total;
    const { name } = sequences[chosen]!.sequence;
    const index = nextIndices[chosen]!++;
    yield { sequence: name, index, seed: deriveTestSeed(root, name, index) };
  }
}
