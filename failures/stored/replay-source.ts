import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import {
  deriveTestSeed,
  FAILURE_FILES,
  findRunDirectory,
  parseKnobSettings,
  RUN_FILES,
  readSeed,
  requirePlain,
  requirePlainDirectory,
  requirePlainPath,
} from '../../harness/basics/index.js';
import { checkMemoryLimit, readInput } from '../../harness/input/index.js';
import { generateTest, isStimulusFault } from '../../harness/one-test/index.js';
import {
  joinGlobs,
  KNOBS_OPTION,
  makeListParser,
  type OverrideStrings,
  readStoredOverrides,
} from '../../harness/options/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { readRunManifest, requireLogged, requireRunTest } from '../../harness/run-directory/index.js';
import {
  checkFixedKnobs,
  checkKnobOverrides,
  findSequence,
  findSuite,
  formatReplayLine,
  formatReproLine,
  formatTestId,
  getApplicableOverrides,
  looksLikeTestName,
  type Overrides,
  parseTestId,
  parseTestName,
  planTests,
  requireRunnable,
  scenarioHash,
  selectChips,
  selectSequences,
  type TestName,
} from '../../harness/selection/index.js';
import { openRunSuite, openSuite, openSuiteInParents } from '../../harness/suite-files/index.js';
import { makeIntegerOption } from '../../harness/terminal/index.js';
import type { Corpus } from '../../stimulus/index.js';
import {
  decodeScenario,
  encodeScenario,
  findFault,
  type Scenario,
  UsageError,
} from '../../transactions/index.js';
import { requireUserRules } from './stored-failure.js';

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
  return resolveReplay(source, readStoredOverrides(values), openCorpus());
}

/** Which tests to take from a suite. */
interface SuiteSelection {
  readonly suite: string;
  readonly seed?: string;
  /** Globs to match test names against. */
  readonly test?: string;
}

/** A test generated from a suite. */
interface PlannedScenario {
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

/** A test to replay. */
export interface ReplaySource {
  readonly scenario: Scenario;
  /** The command that reproduces the test. */
  readonly repro: string;
  /** The scenario's folder, where traces are written. Absent for a generated test. */
  readonly folder?: string;
}

/**
 * Opens the suite file for the test to replay if the test must be regenerated. The file comes from the test's name or
 * from `--suite-file`. A stored scenario needs the file only for the rules that the file defines. Throws
 * `UsageError` if the command line gives no file or the wrong one.
 */
export async function openReplaySuite(name: string, suiteFile: string | undefined): Promise<void> {
  const reference = existsSync(name) ? undefined : parseRunReference(name);
  const isStored = reference !== undefined || (existsSync(name) && statSync(name).isDirectory());
  if (reference !== undefined && findStoredFailure(reference.directory, reference.id) === undefined) {
    await openRunSuite(readRunManifest(reference.directory), suiteFile);
  } else if (suiteFile !== undefined && isStored) {
    // Its scenario needs no suite, but one of the suite's rules may have found the failure.
    await openSuite(suiteFile);
  } else if (suiteFile !== undefined) {
    throw new UsageError(
      `Cannot use --suite-file ${suiteFile} with "${name}": it needs a test from a run, given as a failure directory or RUN_DIR#TEST_ID`,
    );
  } else if (reference === undefined && !existsSync(name) && looksLikeTestName(name)) {
    await openSuiteInParents(parseTestName(name).suite);
  }
}

/** Splits `RUN_DIR#TEST_ID`. Returns undefined for other strings or if the directory does not exist. */
function parseRunReference(name: string): { readonly directory: string; readonly id: string } | undefined {
  const hash = name.lastIndexOf('#');
  if (hash <= 0 || !existsSync(name.slice(0, hash))) return undefined;
  return { directory: name.slice(0, hash), id: name.slice(hash + 1) };
}

/**
 * Resolves the test to replay: a failure directory, a scenario file, `RUN_DIR#TEST_ID`, or `SUITE:TEST@0xSEED[~HASH]`.
 * If a suite file is needed, it must already be open. Throws `UsageError` for anything else and for overrides that
 * cannot be applied.
 */
export function resolveReplay(name: string, overrides: Overrides, corpus: Corpus): ReplaySource {
  if (existsSync(name)) return resolvePath(name, overrides);
  const reference = parseRunReference(name);
  if (reference !== undefined) return resolveRunTest(reference.directory, reference.id, overrides, corpus);
  if (looksLikeTestName(name)) return resolveName(parseTestName(name), overrides, corpus);
  throw new UsageError(
    `Cannot replay "${name}": no such file; expected a failure directory, a scenario file, RUN_DIR#TEST_ID or SUITE:TEST@0xSEED`,
  );
}

function resolvePath(path: string, overrides: Overrides): ReplaySource {
  requirePlainPath(path);
  if (!statSync(path).isDirectory()) {
    const isStored = findRunDirectory(path) !== undefined;
    return { ...resolveFile(path, path, overrides), ...(isStored ? { folder: dirname(path) } : {}) };
  }
  requirePlainDirectory(path);
  requireUserRules(path);
  const file = join(path, FAILURE_FILES.scenario);
  if (existsSync(file)) return { ...resolveFile(file, path, overrides), folder: path };
  throw new UsageError(`Cannot replay "${path}": it has no ${FAILURE_FILES.scenario}${findHint(path)}`);
}

function findHint(folder: string): string {
  const test = readdirSync(folder).find((name) => existsSync(join(folder, name, FAILURE_FILES.scenario)));
  if (test !== undefined) return `; "${join(folder, test)}" is a failure in this group`;
  if (existsSync(join(folder, RUN_FILES.manifest)))
    return `; "${folder}#TEST_ID" refers to a test in this run`;
  const repro = join(folder, FAILURE_FILES.repro);
  if (!existsSync(repro)) return '';
  return `: the test ended before a scenario was generated (see ${FAILURE_FILES.violations}); ${repro} contains the command that regenerates the test`;
}

function resolveFile(file: string, displayedPath: string, overrides: Overrides): ReplaySource {
  const bytes = readInput('scenario', file);
  requireLogged(file, bytes);
  const stored = decodeScenario(bytes, file);
  checkMemoryLimit(stored, file);
  requireFaults(stored, file);
  const scenario = applyToStored(stored, overrides);
  return { scenario, repro: formatReplayLine(displayedPath, overrides) };
}

/** Throws `UsageError` if a stored scenario uses a user-defined fault that is not loaded: its replay would pass. */
function requireFaults({ faults }: Scenario, file: string): void {
  const missingFault = faults.find((id) => findFault(id) === undefined);
  if (missingFault === undefined) return;
  throw new UsageError(
    `Cannot replay ${file}: it uses fault ${missingFault}; pass the file that defines it with --config or --suite-file`,
  );
}

/** Applies overrides to a stored scenario. Its chip and programs are fixed. Only the model's settings can change. */
function applyToStored(scenario: Scenario, { chips, knobs, faults, withoutFaults }: Overrides): Scenario {
  if (chips.length > 1)
    throw new UsageError(
      `Invalid --chip ${chips.join()}: a stored scenario runs on one chip, and this one is for ${scenario.chip}`,
    );
  if (chips.length > 0 && !chips.includes(scenario.chip)) {
    throw new UsageError(
      `Cannot use --chip ${chips.join(',')}: this stored scenario is for ${scenario.chip}; give SUITE:TEST@0xSEED to generate it for another chip`,
    );
  }
  const stimulusFault = faults.find((id) => isStimulusFault(id) && !scenario.faults.includes(id));
  if (stimulusFault !== undefined) {
    throw new UsageError(
      `Cannot use --fault ${stimulusFault}: it changes the ${findFault(stimulusFault)!.where}, which a stored scenario already contains; give SUITE:TEST@0xSEED to generate it with the fault`,
    );
  }
  const contained = withoutFaults === true ? scenario.faults.find(isStimulusFault) : undefined;
  if (contained !== undefined)
    throw new UsageError(
      `Cannot remove fault ${contained}: the stored scenario contains what it changed, the ${findFault(contained)!.where}`,
    );
  checkKnobOverrides(scenario, knobs);
  return {
    ...scenario,
    freedoms: { ...scenario.freedoms, ...knobs },
    faults: withoutFaults === true ? [] : [...new Set([...scenario.faults, ...faults])],
  };
}

function resolveRunTest(directory: string, id: string, overrides: Overrides, corpus: Corpus): ReplaySource {
  const manifest = readRunManifest(directory);
  const stored = findStoredFailure(directory, id);
  if (stored !== undefined) return resolvePath(stored, overrides);
  const { sequence, index, root } = parseTestId(id);
  findSequence(sequence, manifest.suite);
  requireRunTest(directory, id, sequence);
  const seed = deriveTestSeed(readSeed(root ?? manifest.seed), sequence, index);
  const runOverrides: Overrides = {
    chips: overrides.chips.length > 0 ? overrides.chips : manifest.chips,
    knobs: { ...parseKnobSettings(manifest.knobs), ...overrides.knobs },
    faults: overrides.withoutFaults === true ? [] : [...new Set([...manifest.faults, ...overrides.faults])],
  };
  return resolveName({ suite: manifest.suite, sequence, seed }, runOverrides, corpus);
}

/**
 * Finds the folder of a test's stored failure in any bucket of a run, or returns undefined if there is none. Throws
 * `UsageError` for an invalid test id, since the id becomes part of a path.
 */
function findStoredFailure(directory: string, id: string): string | undefined {
  parseTestId(id);
  const failures = join(directory, 'failures');
  requirePlain(failures);
  if (!existsSync(failures)) return undefined;
  requirePlainDirectory(failures);
  return readdirSync(failures)
    .map((bucket) => join(failures, bucket, id))
    .find((folder) => existsSync(join(folder, FAILURE_FILES.scenario)));
}

function resolveName(name: TestName, overrides: Overrides, corpus: Corpus): ReplaySource {
  findSuite(name.suite);
  const sequence = findSequence(name.sequence, name.suite);
  requireRunnable(sequence, overrides);
  const { seed } = name;
  checkFixedKnobs(
    sequence,
    selectChips(sequence, getApplicableOverrides(sequence, seed, overrides)),
    overrides.knobs,
  );
  const scenario = generateTest({ sequence, seed, overrides, corpus });
  const hash = scenarioHash(encodeScenario(scenario));
  if (name.hash !== undefined && name.hash !== hash) throw makeChangedError(name, hash);
  return { scenario, repro: formatReproLine({ ...name, hash }, overrides) };
}

/** Creates the error for a name that now generates another scenario. */
function makeChangedError(name: TestName, currentHash: string): UsageError {
  return new UsageError(
    `"${name.sequence}@${name.seed}" was recorded as a different test (hash ${name.hash}, now ${currentHash}): pass exactly the same options as the original command; if you did, the generator or the knobs have changed, so replay the ${FAILURE_FILES.scenario} in the failures folder of its run, or omit ~${name.hash}`,
  );
}
