import { present } from '../../arch/index.js';
import { isPinnedSuite, type PinnedSuite, readPinnedSuite } from '../../closure/rank/index.js';
import { generateSeed, PLAN_FILE, readSeed } from '../../harness/basics/index.js';
import { isNoFault, type OverrideStrings, readOverrides } from '../../harness/options/index.js';
import {
  hasNoGaps,
  listRunTests,
  openPastRun,
  type PastRun,
  type RunRequest,
  restoreRequest,
  UNFINISHED_STATUSES,
} from '../../harness/run-directory/index.js';
import {
  findSuite,
  getDefaultCount,
  type Overrides,
  type PlannedTest,
  type Shard,
} from '../../harness/selection/index.js';
import { hashSuiteFile, isSuiteFile } from '../../harness/suite-files/index.js';
import { MATRIX_SUITE } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import { listFailedTests, listFailedTestsOfGroup } from '../run/failed-tests.js';
import { readStoredTests } from '../run/stored-scenarios.js';

/** Options that affect which tests are generated. Not allowed with a stored plan, whose tests are already chosen. */
const GENERATION_OPTIONS = ['seed', 'count', 'until', 'steer', 'test', 'chip', 'set', 'fault'];
/** Options that choose tests or a shard. Not allowed in a rerun or with a test list, whose tests are fixed. */
export const SELECTION_OPTIONS: readonly string[] = [...GENERATION_OPTIONS, 'plan', 'shard'];

/** If any of these options is given, a run contains only generated tests, not stored ones. */
const GENERATED_ONLY_OPTIONS: readonly string[] = ['seed', 'test', 'chip', 'set', 'steer'];

const DEFAULT_SUITE = 'smoke';

/** The tests of a run. */
export type ChosenTests = Pick<
  RunRequest,
  | 'suite'
  | 'suiteFile'
  | 'seed'
  | 'overrides'
  | 'count'
  | 'gainPercentMin'
  | 'glob'
  | 'steer'
  | 'list'
  | 'ranked'
  | 'again'
> &
  Partial<Pick<RunRequest, 'first' | 'shard' | 'maxFailures'>> & {
    /** Whether the seed was newly generated and is therefore unique. */
    readonly fresh: boolean;
  };

/** Returns the tests selected by the options. Throws `UsageError` if options conflict. */
export function chooseTests(suiteName: string | undefined, options: RunOptionValues): ChosenTests {
  const { rerun, rerunFailures, group } = options;
  if (group !== undefined && rerunFailures === undefined)
    throw new UsageError(
      `Cannot use --group ${group} without --rerun-failures: it selects failures of a run`,
    );
  if (rerun !== undefined) return withoutFaults(chooseFullRun(rerun), options);
  if (rerunFailures !== undefined) return withoutFaults(chooseFailedTests(rerunFailures, group), options);
  if (suiteName !== undefined && isPinnedSuite(suiteName)) {
    rejectOptions(suiteName, SELECTION_OPTIONS, options);
    return choosePinnedTests(readPinnedSuite(suiteName));
  }
  if (options.plan !== undefined) return choosePlanTests(options.plan, suiteName, options);
  return generateTests(suiteName ?? DEFAULT_SUITE, options);
}

/** With `--fault none`, removes library faults from the tests, as if testing a build in which they are fixed. */
function withoutFaults(chosen: ChosenTests, options: RunOptionValues): ChosenTests {
  return removesFaults(options) ? { ...chosen, overrides: { ...chosen.overrides, faults: [] } } : chosen;
}

/** Whether the original run's faults are removed from the build. */
export function removesFaults({ fault }: RunOptionValues): boolean {
  return isNoFault(fault);
}

/** Returns the tests listed in a file. */
function choosePinnedTests({ suite, seed, overrides, tests, ranked }: PinnedSuite): ChosenTests {
  const chosen = { suite, seed: readSeed(seed), overrides, count: tests.length, list: tests, fresh: false };
  return ranked === undefined ? chosen : { ...chosen, ranked };
}

function rejectOptions(file: string, rejected: readonly string[], options: RunOptionValues): void {
  const conflicting = rejected.find((name) => Object.hasOwn(options, name));
  if (conflicting === undefined) return;
  throw new UsageError(
    `Cannot use --${conflicting} with ${file}: the file already determines the tests and their options`,
  );
}

function choosePlanTests(file: string, suiteName: string | undefined, options: RunOptionValues): ChosenTests {
  rejectOptions(file, GENERATION_OPTIONS, options);
  const plan = readPinnedSuite(file, 'plan');
  if (suiteName !== undefined && suiteName !== plan.suite)
    throw new UsageError(
      `Cannot run ${suiteName} with --plan ${file}: the plan's tests are from ${plan.suite}; omit the suite or use that one`,
    );
  return {
    ...choosePinnedTests(plan),
    ...(isSuiteFile(plan.suite) ? { suiteFile: hashSuiteFile(plan.suite) } : {}),
  };
}

function generateTests(suiteName: string, options: RunOptionValues): ChosenTests {
  const suite = findSuite(suiteName);
  const fixedSeed = options.seed ?? suite.seed;
  const { count, time, shard, test, until } = options;
  const overrides = readOverrides(options);
  if (until !== undefined) checkUntil(overrides, options);
  if (options.steer === true) checkSteered(suiteName, options);
  if (shard !== undefined && fixedSeed === undefined) {
    throw new UsageError(
      `Missing --seed: suite ${suiteName} draws a new seed for each run, but all shards need the same one`,
    );
  }
  if (shard !== undefined && time !== undefined && count === undefined) {
    throw new UsageError(
      'Missing --count: a shard is a fraction of a fixed number of tests; --time may end it early',
    );
  }
  return {
    suite: suiteName,
    // With any of these options, only generated tests run.
    first: GENERATED_ONLY_OPTIONS.some((option) => Object.hasOwn(options, option))
      ? []
      : readStoredTests(suiteName, overrides.faults),
    ...(isSuiteFile(suiteName) ? { suiteFile: hashSuiteFile(suiteName) } : {}),
    fresh: fixedSeed === undefined,
    seed: fixedSeed === undefined ? generateSeed() : readSeed(fixedSeed),
    overrides,
    count:
      count ??
      (time === undefined && until === undefined ? getDefaultCount(suite, test, overrides) : Infinity),
    ...present({ glob: test, gainPercentMin: until }),
    ...(options.steer === true ? { steer: true } : {}),
  };
}

/** Throws `UsageError` if coverage cannot determine when to stop. */
function checkUntil({ faults }: Overrides, { shard }: RunOptionValues): void {
  if (faults.length > 0)
    throw new UsageError(
      'Cannot use --until with --fault: tests with faults add no coverage; use --time or --count',
    );
  if (shard !== undefined)
    throw new UsageError(
      "Cannot use --until with --shard: a shard cannot see the other shards' coverage; use --count",
    );
}

/** Throws `UsageError` for an option or suite that cannot be combined with `--steer`. */
function checkSteered(suiteName: string, { shard, dryRun }: RunOptionValues): void {
  const hint = `after the run, "run ${suiteName} --plan RUN_DIR/${PLAN_FILE}" repeats its tests`;
  if (shard !== undefined)
    throw new UsageError(
      `Cannot use --shard with --steer: a shard cannot see the results that steer the choice of tests; ${hint} and can be used with --shard`,
    );
  if (dryRun === true)
    throw new UsageError(
      `Cannot use --dry-run with --steer: later tests depend on earlier results; ${hint} and can be used with --dry-run`,
    );
  if (suiteName === MATRIX_SUITE)
    throw new UsageError(
      'Cannot use --steer with matrix: each of its cells runs exactly once, regardless of coverage',
    );
}

function chooseFailedTests(directory: string, group: string | undefined): ChosenTests {
  const past = openPastRun(directory);
  const tests = group === undefined ? listFailedTests(past) : listFailedTestsOfGroup(past, group);
  requireResults(past, tests.length);
  return chooseListedTests(past, tests);
}

/** Throws `UsageError` if a run has no tests to repeat because its results are missing, as then nothing would fail. */
function requireResults({ directory, ended, tests }: PastRun, count: number): void {
  if (count > 0 || (tests > 0 && ended !== undefined && !UNFINISHED_STATUSES.includes(ended.by))) return;
  throw new UsageError(
    `Cannot rerun ${directory}: it has no end and no ${tests === 0 ? 'results' : 'failures'} in its log, which may be damaged; finish it first with "run --resume ${directory}"`,
  );
}

function chooseListedTests({ manifest, directory }: PastRun, list: readonly PlannedTest[]): ChosenTests {
  const { suite, suiteFile, seed, overrides } = restoreRequest(manifest, directory, 1);
  const chosen = { suite, ...(suiteFile && { suiteFile }), seed, overrides, count: list.length, list };
  return { ...chosen, again: { directory, runId: manifest.runId }, fresh: false };
}

/**
 * Chooses every test of a run that has a result, including results carried over from earlier runs. For a shard, chooses
 * the whole shard.
 */
function chooseFullRun(directory: string): ChosenTests {
  const past = openPastRun(directory);
  requireResults(past, past.tests);
  const { timeMs: _, ...stored } = restoreRequest(past.manifest, directory, 1);
  if (stored.steer || (stored.shard === undefined && !hasNoGaps(past)))
    return chooseListedTests(past, listRunTests(past));
  const count = stored.shard === undefined ? past.tests : stored.count;
  return { ...stored, count, again: { directory, runId: past.manifest.runId }, fresh: false };
}

/** The values of `run`'s options, as parsed from the command line. */
export interface RunOptionValues extends OverrideStrings {
  readonly seed?: string;
  readonly count?: number;
  readonly time?: number;
  readonly workers?: number;
  readonly out?: string;
  readonly test?: string;
  readonly maxFailures?: number;
  /** The percentage of bins per hour below which the run stops. */
  readonly until?: number;
  readonly steer?: boolean;
  readonly plan?: string;
  readonly shard?: Shard;
  readonly queue?: string;
  readonly queueKeyFile?: string;
  readonly launch?: string;
  readonly suiteFile?: string;
  readonly resume?: string;
  readonly rerun?: string;
  readonly rerunFailures?: string;
  readonly group?: string;
  readonly knownIssues?: string;
  readonly waivers?: string;
  readonly testTime?: number;
  readonly testMemory?: number;
  readonly gate?: string;
  readonly failOn?: readonly string[];
  readonly triage?: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}
