import { findMax } from '../../arch/index.js';
import { getErrorSummary, isCommandError } from '../../harness/basics/index.js';
import { type RunReport, readTriage, writeTriage } from '../../harness/run-directory/index.js';
import {
  formatDuration,
  hideStatus,
  isInteractive,
  printNote,
  STDERR,
  showStatus,
} from '../../harness/terminal/index.js';
import type { ObservedKinds, Separation, TriageFindings } from '../../harness/triage-findings/index.js';
import { yieldInOrder } from '../../harness/workers/index.js';
import type { FailureGroup } from '../groups/failure-groups.js';
import { findFailureGroups, listExamples } from '../groups/run-groups.js';
import type { ScenarioSize } from '../shrink/scenario-size.js';
import { formatShrunkSize } from '../text/replay-text.js';
import { type CaseRunner, LOCAL_RUNNER, MAX_EXAMPLE_MS } from './case-job.js';
import {
  findCasesToRerun,
  findDeviceBug,
  makeJobs,
  runShrinkJob,
  type ShrinkJob,
  toSeparations,
} from './separations.js';

/** Shows triage's progress: as a status line at the bottom of a terminal, otherwise as one line per group. */
interface TriageProgress {
  readonly update: (step: TriageStep) => void;
  readonly stop: () => void;
}

/** Prints triage's budget to stderr and returns the progress display. */
export function makeTriageProgress(budgetMs: number): TriageProgress {
  const interactive = isInteractive(STDERR);
  let lastShown = '';
  printNote(`triage: shrinking failures for up to ${formatDuration(budgetMs / 1000)} (--triage)`);
  return {
    update(step) {
      if (interactive) {
        showStatus(formatTriageStep(step));
        return;
      }
      const stage = formatStage(step);
      if (stage === lastShown) return;
      lastShown = stage;
      printNote(formatTriageStep(step));
    },
    stop: hideStatus,
  };
}

/** Formats a step, for example `triage: group 2 of 5, ORD-06 spi: 3 waves, 4 primitives · 12 s left`. */
function formatTriageStep(step: TriageStep): string {
  const { size, secondsLeft } = step;
  const activity = size === undefined ? 'separating bugs' : formatShrunkSize(size);
  return `triage: ${formatStage(step)}: ${activity} · ${formatDuration(secondsLeft)} left`;
}

function formatStage({ group, index, groups }: TriageStep): string {
  return `group ${index + 1} of ${groups}, ${group}`;
}

export interface TriageStep {
  /** The failure group's signature. */
  readonly group: string;
  readonly index: number;
  readonly groups: number;
  /** The size of the smallest case so far. Undefined while bugs are still being separated. */
  readonly size?: ScenarioSize;
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

/** The fraction of the budget spent on finding device bugs; shrinking gets the rest. */
const SEPARATION_FRACTION = 0.4;

/**
 * Separates bugs and shrinks failures until the budget is spent. First reruns failures without the device's faults.
 * Then shrinks the first failure of each group, the second of each, and so on, dividing the remaining budget equally.
 * Writes `triage.json` to the run directory, and scenarios next to the failures.
 *
 * @throws InfrastructureError if the disk is full or the runner lost its workers
 */
export async function triage(report: RunReport, options: TriageOptions): Promise<void> {
  const { outDir } = report.request;
  const { budgetMs, runner = LOCAL_RUNNER, signal } = options;
  const startedAt = performance.now();
  const end = startedAt + budgetMs;
  const isOver = (): boolean => performance.now() >= end || signal?.aborted === true;
  const context = { ...options, runner, end, isOver };
  const found = readTriage(outDir);
  const separations = await findSeparations(
    report,
    found.separations,
    context,
    startedAt + SEPARATION_FRACTION * budgetMs,
  );
  const groups = findGroupsToTry(report, { separations, kinds: [] });
  separations.push(
    ...filterNewSeparations(
      groups.flatMap(({ maskedBy }) => maskedBy ?? []),
      separations,
    ),
  );
  const kinds = [...found.kinds];
  writeTriage(outDir, { separations, kinds });
  for await (const observed of shrinkGroups(outDir, groups, context)) {
    if (observed === undefined) continue;
    kinds.push(observed);
    writeTriage(outDir, { separations, kinds });
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

/**
 * Returns the run's groups, excluding errors: a test that crashed its worker would also crash the thread that runs
 * triage.
 */
function findGroupsToTry({ tally }: RunReport, found: TriageFindings): FailureGroup[] {
  return findFailureGroups({ tally, ...found }).filter(({ rule }) => rule !== 'error');
}

/** Looks for device bugs in the groups' failures until `deadline`. Returns the known separations, then the new ones. */
async function findSeparations(
  report: RunReport,
  known: readonly Separation[],
  context: TriageContext,
  deadline: number,
): Promise<Separation[]> {
  const { outDir } = report.request;
  const { runner, isOver, end, onStep } = context;
  const separations = [...known];
  const groups = findGroupsToTry(report, { separations, kinds: [] });
  const limits = { isOver, isLate: () => performance.now() >= deadline };
  const cases = findCasesToRerun(outDir, groups, limits, (index) =>
    onStep?.({
      group: groups[index]!.signature,
      index,
      groups: groups.length,
      secondsLeft: getSecondsUntil(end),
    }),
  );
  const bugs = [];
  const results = yieldInOrder(cases, runner.concurrency, (failure) =>
    tolerateFailure(groups[failure.group]!.signature, context, () => findDeviceBug(failure, runner, context)),
  );
  for await (const bug of results) if (bug !== undefined) bugs.push(bug);
  for (const found of toSeparations(outDir, bugs))
    separations.push(...filterNewSeparations([found], separations));
  return separations;
}

function filterNewSeparations(found: readonly Separation[], known: readonly Separation[]): Separation[] {
  return found
    .filter(({ cause, other }) => !known.some((pair) => pair.cause === cause && pair.other === other))
    .map(({ cause, other, signature, test }) => ({ cause, other, signature, test }));
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
  return yieldInOrder(generateTurns(jobLists, isOver), runner.concurrency, ({ job, index, remaining }) => {
    const { signature: group } = groups[index]!;
    const shareMs = (1000 * getSecondsUntil(end)) / Math.ceil((remaining + 1) / runner.concurrency);
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
