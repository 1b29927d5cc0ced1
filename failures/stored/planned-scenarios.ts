import type { Command } from 'commander';
import { readSeed } from '../../base/basics/index.js';
import { makeIntegerOption } from '../../base/terminal/index.js';
import { generateTest } from '../../harness/one-test/index.js';
import {
  joinGlobs,
  KNOBS_OPTION,
  makeListParser,
  type OverrideStrings,
  readOverrides,
} from '../../harness/options/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import {
  findSequence,
  findSuite,
  formatReproLine,
  formatTestId,
  type Overrides,
  planTests,
  selectSequences,
} from '../../harness/selection/index.js';
import { openSuite } from '../../harness/suite-files/index.js';
import type { Scenario } from '../../transactions/index.js';
import { openReplaySuite, type ReplaySource, resolveReplay } from './replay-source.js';

/** The root seed for suites that do not set one. */
const DEFAULT_SEED = '0x1';
const MAX_COUNT = 1_000_000;
/** The default number of tests to take from a suite. */
export const DEFAULT_COUNT = 100;

/** The parsed values of the options that `addSuiteOptions` adds. */
export interface SuiteValues extends OverrideStrings {
  readonly suite?: string;
  readonly seed?: string;
  readonly count?: number;
  readonly test?: string;
}

/**
 * Adds the options that select a suite's tests and set the chip and knobs. `suiteHelp` is the help text of `--suite`.
 */
export function addSuiteOptions(command: Command, suiteHelp: string): Command {
  return command
    .option('--suite <name>', suiteHelp)
    .option('--seed <seed>', "with --suite: root seed (default: the suite's)")
    .option(
      '--count <n>',
      `with --suite: number of tests (default: ${DEFAULT_COUNT})`,
      makeIntegerOption('--count', { min: 1, max: MAX_COUNT }),
    )
    .option('--test <globs>', 'with --suite: only tests whose names match', joinGlobs)
    .option('--chip <names>', 'only generate tests for these chips', makeListParser('--chip'))
    .addOption(KNOBS_OPTION);
}

/** Resolves a test given in any format that `replay` accepts, opening its suite file first. */
export async function resolveScenario(
  source: string,
  values: OverrideStrings,
  suiteFile?: string,
): Promise<ReplaySource> {
  await openReplaySuite(source, suiteFile);
  return resolveReplay(source, readOverrides(values), openCorpus());
}

/** Which tests to take from a suite. */
export interface SuiteSelection {
  readonly suite: string;
  readonly seed?: string;
  /** Globs to match test names against. */
  readonly test?: string;
}

/** A test generated from a suite. */
export interface PlannedScenario {
  readonly id: string;
  readonly scenario: Scenario;
  /** The command that runs the scenario. */
  readonly repro: string;
}

/** Generates a suite's tests in plan order, indefinitely. */
export async function* planScenarios(
  { suite: name, seed: seedText, test }: SuiteSelection,
  overrides: Overrides,
): AsyncGenerator<PlannedScenario, never> {
  await openSuite(name);
  const suite = findSuite(name);
  const root = readSeed(seedText ?? suite.seed ?? DEFAULT_SEED);
  const plan = planTests(root, selectSequences(suite, test, overrides));
  const corpus = openCorpus();
  for (;;) {
    const { value: plannedTest } = plan.next();
    const { sequence, seed } = plannedTest;
    yield {
      id: formatTestId(plannedTest),
      scenario: generateTest({ sequence: findSequence(sequence), seed, overrides, corpus }),
      repro: formatReproLine({ suite: name, sequence, seed }, overrides),
    };
  }
}
