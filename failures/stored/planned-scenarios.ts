import type { Command } from 'commander';
import { readSeed } from '../../base/basics/index.js';
import { integerOption } from '../../base/terminal/index.js';
import { generateTest } from '../../harness/one-test/index.js';
import {
  globsOption,
  KNOBS,
  listOption,
  type OverrideTexts,
  readOverrides,
} from '../../harness/options/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import {
  findSequence,
  findSuite,
  type Overrides,
  planTests,
  reproLine,
  selectSequences,
  testId,
} from '../../harness/selection/index.js';
import { openSuite } from '../../harness/suite-files/index.js';
import type { Scenario } from '../../transactions/index.js';
import { openSuiteOfReplay, type ReplaySource, resolveReplay } from './replay-source.js';

/** Root seed of a suite without one. */
const DEFAULT_SEED = '0x1';
const COUNT_MAX = 1_000_000;
/** Default number of a suite's tests. */
export const DEFAULT_COUNT = 100;

/** The values of the options from `addSuiteOptions`. */
export interface SuiteValues extends OverrideTexts {
  readonly suite?: string;
  readonly seed?: string;
  readonly count?: number;
  readonly test?: string;
}

/** Adds the options that choose a suite's tests, and the chip and knobs of all tests; `suiteHelp` describes `--suite`. */
export function addSuiteOptions(command: Command, suiteHelp: string): Command {
  return command
    .option('--suite <name>', suiteHelp)
    .option('--seed <seed>', "with --suite: root seed (default: the suite's)")
    .option(
      '--count <n>',
      `with --suite: number of tests (default: ${DEFAULT_COUNT})`,
      integerOption('--count', { min: 1, max: COUNT_MAX }),
    )
    .option('--test <globs>', 'with --suite: only tests whose name matches', globsOption)
    .option('--chip <names>', 'generate tests for one of these chips', listOption('--chip'))
    .addOption(KNOBS);
}

/** A test named as for `replay`; opens its suite file. */
export async function namedScenario(
  what: string,
  values: OverrideTexts,
  suiteFile?: string,
): Promise<ReplaySource> {
  await openSuiteOfReplay(what, suiteFile);
  return resolveReplay(what, readOverrides(values), openCorpus());
}

/** Selects tests of a suite. */
export interface SuiteChoice {
  readonly suite: string;
  readonly seed?: string;
  /** Globs of test names. */
  readonly test?: string;
}

/** A test of a suite. */
export interface PlannedScenario {
  readonly id: string;
  readonly scenario: Scenario;
  /** The command that runs it. */
  readonly repro: string;
}

/** A suite's tests in plan order, as an endless sequence. */
export async function* plannedScenarios(
  { suite: name, seed: seedText, test }: SuiteChoice,
  overrides: Overrides,
): AsyncGenerator<PlannedScenario, never> {
  await openSuite(name);
  const suite = findSuite(name);
  const root = readSeed(seedText ?? suite.seed ?? DEFAULT_SEED);
  const plan = planTests(root, selectSequences(suite, test, overrides));
  const corpus = openCorpus();
  for (;;) {
    const { value: planned } = plan.next();
    const { sequence, seed } = planned;
    yield {
      id: testId(planned),
      scenario: generateTest({ sequence: findSequence(sequence), seed, overrides, corpus }),
      repro: reproLine({ suite: name, sequence, seed }, overrides),
    };
  }
}
