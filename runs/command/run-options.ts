import { availableParallelism } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { Option } from 'commander';
import { present } from '../../arch/index.js';
import { readClosingTests } from '../../closure/aim/index.js';
import {
  formatKnobSettings,
  generateSeed,
  getPasteablePath,
  makeUnknownNameError,
  RANGES,
  today,
} from '../../harness/basics/index.js';
import { getConfigFile, getNightlyPlan } from '../../harness/extension/index.js';
import { getTestLimits, makeGateParser, makeListParser } from '../../harness/options/index.js';
import { readKnownIssues } from '../../harness/records/index.js';
import type { RunRequest } from '../../harness/run-directory/index.js';
import {
  findSuite,
  hasNoOverrides,
  type PlannedTest,
  selectSequences,
} from '../../harness/selection/index.js';
import { printNote } from '../../harness/terminal/index.js';
import { NIGHTLY_SUITE } from '../../stimulus/index.js';
import { listRuleIds, type RuleId, UsageError } from '../../transactions/index.js';
import { RUNS_FOLDER } from '../history/index-runs.js';
import { readTemplate } from '../launch/template.js';
import { parseQueueAddress } from '../queue/queue-address.js';
import { readQueueKey } from '../queue/queue-key.js';
import { listEarlierFailures } from '../run/earlier-failures.js';
import type { Resumption } from '../run/resume-run.js';
import {
  type ChosenTests,
  chooseTests,
  type RunOptionValues,
  removesFaults,
  SELECTION_OPTIONS,
} from './choose-tests.js';

/** The options allowed with `--resume`. All others are stored in the run directory. */
export const RESUME_OPTIONS: readonly string[] = [
  'resume',
  'suiteFile',
  'count',
  'time',
  'workers',
  'queue',
  'queueKeyFile',
  'launch',
  'gate',
  'failOn',
  'triage',
  'json',
  'limits',
  'config',
];

/** Builds a run's request from its options. The run id contains `now`. Throws `UsageError` for invalid values. */
export function createRunRequest(
  suiteName: string | undefined,
  options: RunOptionValues,
  now: Date,
): RunRequest {
  const { time, shard } = options;
  const location = readLocation(options);
  const { fresh: hasNewSeed, ...chosen } = chooseTests(suiteName, options);
  const nightPlan = readNightPlan(hasNewSeed, chosen);
  const config = getConfigFile();
  const runId = createRunId(parse(chosen.suite).name, now);
  const outDir = getPasteablePath(options.out ?? join(RUNS_FOLDER, runId));
  // A run with a fault stops at its first failure unless the user allows more or sets a time.
  const stopsEarly = chosen.overrides.faults.length > 0 && chosen.list === undefined && time === undefined;
  const defaultMaxFailures = stopsEarly ? 1 : undefined;
  const maxFailures = options.maxFailures ?? chosen.maxFailures ?? defaultMaxFailures;
  return {
    ...chosen,
    ...location,
    runId,
    outDir,
    ...(nightPlan === undefined ? {} : { closes: true as const }),
    first: hasNewSeed
      ? [...findEarlierFailures(dirname(outDir), chosen), ...(nightPlan?.first ?? [])]
      : (chosen.first ?? []),
    knownIssues: options.knownIssues === undefined ? [] : readKnownIssues(options.knownIssues, today(now)),
    limits: getTestLimits(options),
    ...present({ config, timeMs: time, maxFailures }),
    ...(testsWholeBuild(chosen, maxFailures) ? { wholeBuild: true } : {}),
    ...(shard === undefined ? {} : { shard }),
  };
}

/**
 * Returns the first tests of a nightly run: those that closed coverage holes in earlier runs. Undefined unless this
 * is a complete nightly run with a new seed, and the configuration lets nightly runs close holes.
 */
function readNightPlan(
  hasNewSeed: boolean,
  { suite, glob, overrides, shard }: Omit<ChosenTests, 'fresh'>,
): { readonly first: readonly PlannedTest[] } | undefined {
  const plan = getNightlyPlan();
  const isFull = glob === undefined && shard === undefined && hasNoOverrides(overrides);
  if (plan === undefined || !hasNewSeed || suite !== NIGHTLY_SUITE || !isFull) return undefined;
  try {
    return { first: readClosingTests(plan.closing) };
  } catch (error) {
    // A broken file must not prevent the nightly run.
    if (!(error instanceof UsageError)) throw error;
    printNote(`Starting without the tests that closed coverage holes: ${error.message}`);
    return { first: [] };
  }
}

/**
 * Whether a run tests a build with faults as a whole, rather than checking that each fault is detected. True for
 * nightly runs that inject faults and do not stop at the first failure.
 */
function testsWholeBuild(
  { suite, overrides, list }: Omit<ChosenTests, 'fresh'>,
  maxFailures: number | undefined,
): boolean {
  return overrides.faults.length > 0 && list === undefined && suite === NIGHTLY_SUITE && maxFailures !== 1;
}

/** Returns where a resumed run executes, and its new limits. */
export function readResumption(options: RunOptionValues): Resumption {
  const { count, time, suiteFile } = options;
  return {
    ...readLocation(options),
    ...present({ suiteFile, count, timeMs: time }),
  };
}

/** Throws `UsageError` if `--resume` is combined with options that select what to run. */
export function checkResume(suiteName: string | undefined, options: RunOptionValues): void {
  const others = Object.keys(options).filter((name) => !RESUME_OPTIONS.includes(name));
  rejectConflict('--resume', suiteName, options, others);
}

/** Throws `UsageError` if an option other than `--rerun` or `--rerun-failures` chooses tests. */
export function checkRerun(suiteName: string | undefined, options: RunOptionValues): void {
  const rejected = removesFaults(options)
    ? SELECTION_OPTIONS.filter((name) => name !== 'fault')
    : SELECTION_OPTIONS;
  if (options.rerun !== undefined)
    rejectConflict('--rerun', suiteName, options, [...rejected, 'rerunFailures']);
  if (options.rerunFailures !== undefined) rejectConflict('--rerun-failures', suiteName, options, rejected);
}

/** The default number of batches in flight on a queue, enough to keep that many cores busy. */
const DEFAULT_IN_FLIGHT = 64;

/**
 * Returns where tests run: on local threads, on workers started from a template, or through a queue. Throws
 * `UsageError` for an invalid address, key or template.
 */
function readLocation({
  workers,
  queue,
  queueKeyFile,
  launch,
}: RunOptionValues): Pick<RunRequest, 'workers' | 'queue' | 'queueKey' | 'launch'> {
  if (queue === undefined && queueKeyFile !== undefined) {
    throw new UsageError(
      `Cannot use --queue-key-file ${queueKeyFile} without --queue: the key signs messages in a queue`,
    );
  }
  if (launch !== undefined && queue !== undefined)
    throw new UsageError(
      'Cannot use --launch with --queue (or POPS_TB_QUEUE): launched workers do not take tests from a queue',
    );
  const isLocal = queue === undefined && launch === undefined;
  if (isLocal && workers !== undefined && workers > RANGES.workers.max)
    throw new UsageError(
      `Invalid --workers "${workers}": expected at most ${RANGES.workers.max} threads on one machine; use --launch or --queue to run workers on other machines`,
    );
  if (queue === undefined)
    return {
      workers: workers ?? availableParallelism(),
      ...(launch === undefined ? {} : { launch: readTemplate(launch) }),
    };
  parseQueueAddress(queue);
  const key = queueKeyFile === undefined ? {} : { queueKey: readQueueKey(queueKeyFile) };
  return { workers: workers ?? DEFAULT_IN_FLIGHT, queue, ...key };
}

/** Returns earlier failures, which a run with a new seed repeats first. Empty if faults are injected. */
function findEarlierFailures(
  folder: string,
  { suite, glob, overrides }: Omit<ChosenTests, 'fresh'>,
): PlannedTest[] {
  const { chips, knobs, faults } = overrides;
  if (faults.length > 0) return [];
  const selection = {
    suite,
    tests: glob ?? null,
    chips: [...chips],
    knobs: formatKnobSettings(knobs),
    faults: [],
  };
  const sequences = selectSequences(findSuite(suite), glob, overrides).map(({ sequence }) => sequence.name);
  return listEarlierFailures(folder, selection, sequences);
}

/** Throws `UsageError` if a suite or one of the `rejected` options is combined with `option`. */
function rejectConflict(
  option: string,
  suiteName: string | undefined,
  options: RunOptionValues,
  rejected: readonly string[],
): void {
  const conflicting = rejected.find((name) => Object.hasOwn(options, name));
  const flag = conflicting?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const conflict = suiteName === undefined ? flag && `--${flag}` : `suite ${suiteName}`;
  if (conflict === undefined) return;
  throw new UsageError(
    `Cannot use ${conflict} with ${option}: the run directory already defines what to run; omit ${option} to start a new run`,
  );
}

/** Returns the coverage that the run must reach, in percent, or undefined if there is no gate. */
export function parseCoverageGate(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return makeGateParser('coverage')(text);
}

const WARNING = 'warning';

/** The option whose value `parseFailOn` reads. */
export const FAIL_ON_OPTION = new Option(
  '--fail-on <warning>',
  'exit with 3 on a warning[:RULE] that is not known',
).argParser(makeListParser('--fail-on'));

/** Returns the rules whose warnings fail a run: those of `warning:RULE`, or all for `warning`. */
export function parseFailOn(names: readonly string[] = []): readonly RuleId[] {
  const ids = listRuleIds();
  return names.flatMap((name) => {
    const [kind, id, ...others] = name.split(':');
    if (kind !== WARNING || others.length > 0)
      throw new UsageError(`Invalid --fail-on "${name}": expected warning or, for one rule, warning:PERF-07`);
    if (id === undefined) return ids;
    const rule = ids.find((other) => other === id);
    if (rule === undefined) throw makeUnknownNameError('rule', id, ids);
    return [rule];
  });
}

/** The most letters that a run's id takes from its suite, since folders and files are named after the id. */
const MAX_NAME_LENGTH = 100;
/** How many hexadecimal digits distinguish runs that start in the same second. */
const RANDOM_DIGITS = 6;

/**
 * Returns a new run's id: its name, the local time and random digits (`smoke-20251120-091500-3fa2b1`), since runs with
 * one id would take each other's folder or jobs.
 */
export function createRunId(name: string, now: Date): string {
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}${twoDigits(now.getMonth() + 1)}${twoDigits(now.getDate())}`;
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join('');
  const random = generateSeed().low.toString(16).padStart(RANDOM_DIGITS, '0').slice(-RANDOM_DIGITS);
  return `${name.slice(0, MAX_NAME_LENGTH)}-${day}-${time}-${random}`;
}
