import { type Command, Option } from 'commander';
import { checkRankedRun, isPinnedSuite, readPinnedSuite } from '../../closure/rank/index.js';
import { RANGES, today } from '../../harness/basics/index.js';
import {
  JSON_OPTION,
  joinGlobs,
  KNOBS_OPTION,
  makeDurationParser,
  makeListParser,
  makeTestMemoryOption,
  makeTestTimeOption,
  parseShard,
  parseUntil,
  QUEUE_KEY_FILE_OPTION,
  QUEUE_VARIABLE,
  SUITE_FILE_OPTION,
} from '../../harness/options/index.js';
import { NO_WAIVERS, readWaivers } from '../../harness/records/index.js';
import {
  getPlanSlice,
  type RunReport,
  type RunRequest,
  type RunWatch,
  readRunManifest,
} from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import { openRunSuite, openSuite } from '../../harness/suite-files/index.js';
import {
  EXIT,
  type ExitCode,
  type FinishCommand,
  makeIntegerOption,
  printJson,
  printNote,
  printResult,
  watchRunInterrupts,
} from '../../harness/terminal/index.js';
import { MATRIX_SUITE } from '../../stimulus/index.js';
import { formatSeed, UsageError } from '../../transactions/index.js';
import { listForbiddenCells } from '../run/matrix-results.js';
import { resumeRun } from '../run/resume-run.js';
import { runSuite } from '../run/run-suite.js';
import type { RunOptionValues } from './choose-tests.js';
import { type Conclusion, concludeRun } from './conclude-run.js';
import { makeProgress } from './progress.js';
import {
  checkRerun,
  checkResume,
  createRunRequest,
  FAIL_ON_OPTION,
  parseCoverageGate,
  parseFailOn,
  readResumption,
} from './run-options.js';

const EXAMPLES = `
Examples:
  pops-tb run                                      the smoke suite
  pops-tb run --fault F46 --chip navi21            until a test detects it
  pops-tb run my-suite.ts --seed 0x1 --count 5000  a custom suite
  pops-tb run --rerun-failures out/RUN             the tests that failed
  pops-tb run nightly --seed 0x1 --shard 2/4       a quarter; "merge" joins them
  pops-tb run nightly --steer --until saturated    until coverage stops growing
  pops-tb run nightly --known-issues known.json --gate coverage=90    in CI
`;

/** The options of `run`, grouped by subject. Each description fits on one line of help. */
const OPTIONS: readonly Option[] = [
  new Option('--seed <seed>', "hex root seed, such as 0x1f (default: the suite's)"),
  new Option('--count <n>', "number of tests (default: the suite's)").argParser(
    makeIntegerOption('--count', RANGES.tests),
  ),
  new Option('--time <duration>', 'stop after this time, such as 90s or 10m').argParser(
    makeDurationParser('--time'),
  ),
  new Option('--until <saturated>', 'stop when another hour would add < 0.1% of bins').argParser(parseUntil),
  new Option('--workers <n>', 'threads, or batches in flight with --queue').argParser(
    makeIntegerOption('--workers', RANGES.remoteWorkers),
  ),
  new Option('--out <dir>', 'run directory (default: out/<run-id>)'),
  new Option('--chip <names>', 'only these chips, comma-separated, or "all"').argParser(
    makeListParser('--chip'),
  ),
  new Option('--test <globs>', 'only tests whose name matches; comma-separated').argParser(joinGlobs),
  KNOBS_OPTION,
  new Option('--fault <ids>', 'inject faults (see "list faults"); stop at a failure').argParser(
    makeListParser('--fault'),
  ),
  new Option('--max-failures <n>', 'stop at the n-th failure').argParser(
    makeIntegerOption('--max-failures', RANGES.failures),
  ),
  new Option('--steer', 'steer test selection towards new coverage'),
  new Option('--plan <file>', 'run the tests of a steered run, from its plan.json'),
  new Option('--shard <i/n>', 'run the i-th of n equal parts').argParser(parseShard),
  new Option('--queue <url>', 'have workers run the tests').env(QUEUE_VARIABLE),
  QUEUE_KEY_FILE_OPTION,
  new Option('--launch <template>', "start workers: 'ssh HOST {worker}'; see doctor"),
  new Option('--resume <dir>', 'continue the run in this directory'),
  new Option('--rerun <dir>', 'rerun all tests from this run directory'),
  new Option('--rerun-failures <dir>', 'rerun only the failed tests from this run'),
  new Option('--group <name>', 'with --rerun-failures: only this failure group'),
  SUITE_FILE_OPTION,
  new Option('--known-issues <file>', 'JSON file of accepted failures'),
  makeTestTimeOption('a test'),
  makeTestMemoryOption(),
  new Option('--triage <duration>', 'time to spend shrinking and grouping failures').argParser(
    makeDurationParser('--triage', true),
  ),
  new Option('--gate <coverage=n>', 'exit with 3 if coverage is below n percent'),
  FAIL_ON_OPTION,
  new Option('--waivers <file>', 'JSON file of bins to exclude from the gate'),
  new Option('--dry-run', 'list the tests without running them'),
  JSON_OPTION,
];

/** Adds the arguments and options for `run`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .argument('[suite]', 'suite or suite file to run (default: smoke)')
    .addHelpText('after', EXAMPLES)
    .action(async (suite: string | undefined, options: RunOptionValues) => finish(await run(suite, options)));
  for (const option of OPTIONS) command.addOption(option);
}

async function run(suite: string | undefined, options: RunOptionValues): Promise<ExitCode> {
  const conclusion = {
    gate: parseCoverageGate(options.gate),
    failOn: parseFailOn(options.failOn),
    waivers: options.waivers === undefined ? NO_WAIVERS : readWaivers(options.waivers, today()),
    json: options.json === true,
    ...(options.triage === undefined ? {} : { triageMs: options.triage }),
  };
  const { resume } = options;
  if (resume !== undefined) {
    checkResume(suite, options);
    return runAndConclude((watch) => resumeRun(resume, readResumption(options), watch), conclusion);
  }
  checkRerun(suite, options);
  await openSuiteFor(suite, options);
  const request = createRunRequest(suite, options, new Date());
  if (suite !== undefined && isPinnedSuite(suite)) printPurpose(suite);
  if (options.rerunFailures !== undefined && request.count === 0)
    printNote(`No failed tests in ${options.rerunFailures}: there is nothing to run`);
  if (options.dryRun === true) return dryRun(request, conclusion.json);
  return runAndConclude((watch) => runSuite(request, watch), conclusion);
}

/** Prints the purpose of a test list, such as the bin to hit. */
function printPurpose(file: string): void {
  const { text } = readPinnedSuite(file);
  if (text !== undefined) printNote(`${file}: ${text}`);
}

/** Runs tests, reports the results and, if all pass, checks a ranked suite's claims. */
async function runAndConclude(
  action: (watch: RunWatch) => Promise<RunReport>,
  conclusion: Conclusion,
): Promise<ExitCode> {
  const report = await runWatched(action);
  const code = await concludeRun(report, conclusion);
  return code === EXIT.OK ? checkRankedRun(report, conclusion.json) : code;
}

async function openSuiteFor(
  suite: string | undefined,
  { rerun, rerunFailures, suiteFile }: RunOptionValues,
): Promise<void> {
  if (suite !== undefined && !isPinnedSuite(suite)) await openSuite(suite);
  const originalRun = rerun ?? rerunFailures;
  if (originalRun !== undefined) await openRunSuite(readRunManifest(originalRun), suiteFile);
  else if (suiteFile !== undefined) throw makeUnusedSuiteFileError(suiteFile);
}

function makeUnusedSuiteFileError(file: string): UsageError {
  return new UsageError(
    `Cannot use --suite-file ${file}: it requires --resume, --rerun or --rerun-failures; use "run ${file}" to generate new tests from it`,
  );
}

async function runWatched(action: (watch: RunWatch) => Promise<RunReport>): Promise<RunReport> {
  const { signal, abandon, stop } = watchRunInterrupts();
  const progress = makeProgress();
  try {
    return await action({
      signal,
      abortSignal: abandon,
      onStart: progress.start,
      onProgress: progress.update,
      onWait: printNote,
    });
  } finally {
    progress.stop();
    stop();
  }
}

function dryRun(request: RunRequest, json: boolean): ExitCode {
  const testPlan = getPlanSlice(request);
  const plan = testPlan.tests();
  const count = Number.isFinite(testPlan.count) ? testPlan.count : DEFAULT_DRY_RUN_COUNT;
  const tests = Array.from({ length: count }, () => {
    const test = plan.next().value!;
    return { test: formatTestId(test), seed: test.seed };
  });
  const forbidden = request.suite === MATRIX_SUITE ? listForbiddenCells() : [];
  if (json) {
    const cells = request.suite === MATRIX_SUITE ? { forbidden } : {};
    printJson({ suite: request.suite, seed: formatSeed(request.seed), tests, ...cells });
  } else {
    const lines = [
      ...tests.map(({ test, seed }) => `${test}  ${seed}`),
      ...forbidden.map(
        ({ cell, generations, reason }) => `${cell}  forbidden on ${generations.join(', ')}: ${reason}`,
      ),
    ];
    printResult(lines.join('\n'));
  }
  return EXIT.OK;
}

const DEFAULT_DRY_RUN_COUNT = 1000;
