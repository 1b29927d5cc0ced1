import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findMax } from '../../arch/index.js';
import {
  FAILURE_FILES,
  getErrorSummary,
  getFailureFolder,
  getIsolatedCaseFile,
  isCommandError,
} from '../../harness/basics/index.js';
import {
  type RunReport,
  readTriage,
  writeAndLogHash,
  writeTriage,
} from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import { formatDuration, makeStepProgress, printNote } from '../../harness/terminal/index.js';
import type { ObservedKinds } from '../../harness/triage-findings/index.js';
import { yieldInOrder } from '../../harness/workers/index.js';
import { encodeScenario, type RuleId, type Scenario } from '../../transactions/index.js';
import type { FailureGroup } from '../groups/failure-groups.js';
import { type Example, findFailureGroups, listExamples } from '../groups/run-groups.js';
import type { ScenarioSize } from '../shrink/scenario-size.js';
import { readFailure, readScenarioFile } from '../stored/stored-failure.js';
import { formatShrunkSize } from '../text/replay-text.js';
import { storeExplanation } from '../why/why-text.js';
import { type CaseRunner, type CaseWatch, LOCAL_RUNNER, MAX_EXAMPLE_MS } from './case-job.js';

interface ShrinkJob {
  /** The file that the smaller case is written to. */
  readonly file: string;
  /** Reads the scenario, or returns undefined if there is nothing to shrink or it has already been shrunk. */
  readonly scenario: () => Scenario | undefined;
  /** The failure being shrunk. Undefined for a bug that was found alongside another. */
  readonly failure?: { readonly signature: string; readonly test: string };
  /** If present, smaller cases must fire an error in this rule's family rather than match the failure's signature. */
  readonly other?: RuleId;
}

/** The maximum number of failures to shrink per bucket, to find out whether they have the same cause. */
const MAX_EXAMPLES = 4;

/**
 * Returns the shrink jobs for a group: one for each of up to `MAX_EXAMPLES` failures per bucket or, for a bug found
 * alongside another, one for the failure that revealed it.
 */
function makeJobs(directory: string, group: FailureGroup, examples: readonly Example[]): ShrinkJob[] {
  const { maskedBy } = group;
  if (maskedBy === undefined) {
    return examples
      .filter(({ bucket, failure }) => bucket.examples.indexOf(failure) < MAX_EXAMPLES)
      .map((example) => makeFailureJob(directory, example));
  }
  const { signature, test, other } = maskedBy;
  const file = join(directory, getFailureFolder(signature, test), getIsolatedCaseFile(other));
  const scenario = (): Scenario | undefined =>
    readScenarioFile(file) ?? readFailure(directory, signature, test)?.scenario;
  return [{ file, scenario, other }];
}

function makeFailureJob(directory: string, { bucket: { signature }, failure }: Example): ShrinkJob {
  const test = formatTestId(failure.test);
  const file = join(directory, getFailureFolder(signature, test), FAILURE_FILES.shrunk);
  return {
    file,
    failure: { signature, test },
    scenario: () => (existsSync(file) ? undefined : readFailure(directory, signature, test)?.scenario),
  };
}

/**
 * Shrinks a failure and writes the smaller case to its file. Returns the kinds of violation found, or undefined if
 * there is nothing to shrink, if the search was cut short, or for a bug found alongside another.
 */
async function runShrinkJob(
  { file, failure, scenario, other }: ShrinkJob,
  budgetMs: number,
  runner: CaseRunner,
  watch: CaseWatch,
): Promise<ObservedKinds | undefined> {
  const original = scenario();
  if (original === undefined) return undefined;
  const job = { scenario: encodeScenario(original), budgetMs };
  const { smallest } = await runner.run(other === undefined ? job : { ...job, other }, watch);
  if (smallest === undefined) return undefined;
  const { kinds, why } = smallest;
  writeAndLogHash(file, smallest.scenario);
  watch.onStep?.(smallest);
  if (why !== undefined) storeExplanation(dirname(file), why);
  return failure === undefined || kinds === undefined ? undefined : { ...failure, kinds };
}

/** Prints triage's budget to stderr and returns the progress display. */
export function makeTriageProgress(budgetMs: number) {
  printNote(`triage: shrinking failures for up to ${formatDuration(budgetMs / 1000)} (--triage)`);
  const { update, stop } = makeStepProgress();
  return { update: (step: TriageStep) => update(formatTriageStep(step)), stop };
}

/** Formats a step, for example `triage: group 2 of 5, ORD-06 spi: 3 waves, 4 primitives · 12 s left`. */
function formatTriageStep({ group, index, groups, size, secondsLeft }: TriageStep): string {
  return `triage: group ${index + 1} of ${groups}, ${group}: ${formatShrunkSize(size)} · ${formatDuration(secondsLeft)} left`;
}

interface TriageStep {
  readonly group: string;
  readonly index: number;
  readonly groups: number;
  /** The size of the smallest case so far. */
  readonly size: ScenarioSize;
  readonly secondsLeft: number;
}

/** Limits and callbacks for triage. */
export interface TriageOptions {
  readonly budgetMs: number;
  /** Runs the jobs; by default they run in this thread. */
  readonly runner?: CaseRunner;
  /** Stops triage as if the budget were spent. */
  readonly signal?: AbortSignal;
  readonly onStep?: (step: TriageStep) => void;
  /** Called with a line for each failure that could not be triaged. */
  readonly onUntriaged?: (line: string) => void;
}

/**
 * Shrinks failures until the budget is spent: the first failure of each group, the second of each, and so on, dividing
 * the remaining budget equally.
 * Writes `triage.json` to the run directory, and scenarios next to the failures.
 *
 * @throws InfrastructureError if the disk is full or the runner lost its workers
 */
export async function triage(report: RunReport, options: TriageOptions): Promise<void> {
  const { outDir } = report.request;
  const { budgetMs, runner = LOCAL_RUNNER, signal } = options;
  const end = performance.now() + budgetMs;
  const isOver = (): boolean => performance.now() >= end || signal?.aborted === true;
  const context = { ...options, runner, end, isOver };
  const kinds = [...readTriage(outDir)];
  // A test that crashed its worker would also crash the thread that runs triage.
  const groups = findFailureGroups({ tally: report.tally }).filter(({ rule }) => rule !== 'error');
  for await (const observed of shrinkGroups(outDir, groups, context)) {
    if (observed === undefined) continue;
    kinds.push(observed);
    writeTriage(outDir, kinds);
  }
}

interface TriageContext extends TriageOptions {
  readonly runner: CaseRunner;
  /** When the budget ends, on the `performance.now` clock. */
  readonly end: number;
  readonly isOver: () => boolean;
}

/**
 * Returns the result of `action`, or undefined if it fails, so that a failure that cannot be triaged does not stop the
 * others. Rethrows errors caused by the command line or the machine.
 */
async function tolerateFailure<T>(
  signature: string,
  { onUntriaged, signal }: TriageOptions,
  action: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (signal?.aborted === true) return undefined;
    if (isCommandError(error)) throw error;
    onUntriaged?.(`${signature}: ${getErrorSummary(error)}`);
    return undefined;
  }
}

function getSecondsUntil(end: number): number {
  return Math.max(0, end - performance.now()) / 1000;
}

/** A shrink job, its group's index, and the number of jobs after it in the same round. */
interface Turn {
  readonly job: ShrinkJob;
  readonly index: number;
  readonly remaining: number;
}

/** Yields the first failure of each group, then the second of each, and so on, until the budget is spent. */
function* generateTurns(jobLists: readonly (readonly ShrinkJob[])[], isOver: () => boolean): Generator<Turn> {
  const rounds = findMax(
    jobLists.map(({ length }) => length),
    0,
  );
  for (let round = 0; round < rounds; round++) {
    for (const [index, jobs] of jobLists.entries()) {
      const job = jobs[round];
      if (isOver()) return;
      if (job === undefined) continue;
      const remaining = jobLists.slice(index + 1).filter((list) => list[round] !== undefined).length;
      yield { job, index, remaining };
    }
  }
}

/** Shrinks all groups' failures, dividing the remaining time equally, and yields the kinds of violation found. */
function shrinkGroups(
  directory: string,
  groups: readonly FailureGroup[],
  context: TriageContext,
): AsyncGenerator<ObservedKinds | undefined> {
  const { end, isOver, runner, signal, onStep } = context;
  const jobLists = groups.map((group) => makeJobs(directory, group, listExamples(group)));
  return yieldInOrder(generateTurns(jobLists, isOver), 1, ({ job, index, remaining }) => {
    const { signature: group } = groups[index]!;
    const shareMs = (1000 * getSecondsUntil(end)) / (remaining + 1);
    const budgetMs = end === Infinity ? Infinity : Math.min(shareMs, MAX_EXAMPLE_MS);
    return tolerateFailure(group, context, () =>
      runShrinkJob(job, budgetMs, runner, {
        onStep: ({ size }) =>
          onStep?.({ group, index, groups: groups.length, size, secondsLeft: getSecondsUntil(end) }),
        ...(signal === undefined ? {} : { signal }),
      }),
    );
  });
}
