import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findRule } from '../../checkers/index.js';
import { FAILURE_FILES, getFailureFolder, quoteShellWord, RUN_FILES } from '../../harness/basics/index.js';
import { findRemovedFaults } from '../../harness/one-test/index.js';
import { makeFolders, writeAtomic } from '../../harness/output/index.js';
import { openPastRun, type RunReport } from '../../harness/run-directory/index.js';
import { formatCommand, formatTestId } from '../../harness/selection/index.js';
import { formatNumber, formatQuantity } from '../../harness/text/index.js';
import type { GroupFix } from '../../harness/triage-findings/index.js';
import { callWithLimits } from '../../harness/workers/index.js';
import type { FaultId } from '../../transactions/index.js';
import type { FailureGroup } from '../groups/failure-groups.js';
import { listExamples } from '../groups/run-groups.js';
import { readFailure } from '../stored/stored-failure.js';
import type { FixTask } from './fix-worker.js';
import type { CaseOutcome, CaseRuns } from './try-case.js';

interface GroupFacts {
  readonly lastStep?: string | undefined;
  readonly repro?: string | undefined;
}

/**
 * Returns a group's state after all its scenarios have run. A single failure of the same rule outweighs any number of
 * passes.
 */
export function computeGroupFix(
  { signature, rule }: Pick<FailureGroup, 'signature' | 'rule'>,
  outcomes: readonly CaseOutcome[],
  { lastStep, repro }: GroupFacts,
): GroupFix {
  const triedCases = outcomes.filter((outcome): outcome is CaseRuns => 'runs' in outcome);
  const reasons = outcomes.flatMap((outcome) => ('why' in outcome ? [outcome.why] : []));
  const sum = (count: (tried: CaseRuns) => number): number =>
    triedCases.reduce((total, tried) => total + count(tried), 0);
  const [same, different] = [sum((tried) => tried.same), sum((tried) => tried.different)];
  const armed = triedCases.some((tried) => tried.armed !== null) ? sum((tried) => tried.armed ?? 0) : null;
  const other = triedCases.find((tried) => tried.other !== undefined)?.other;
  const ruleNeverArmed = armed === 0 && findRule(rule)?.onlyChecksHangs !== true;
  const why =
    outcomes.length === 0
      ? 'the run stored none of its scenarios'
      : (reasons[0] ?? (ruleNeverArmed ? formatNeverArmedReason(rule) : undefined));
  const state =
    same > 0
      ? 'still failing'
      : different > 0
        ? 'fails differently'
        : triedCases.length === 0 || ruleNeverArmed
          ? 'cannot run'
          : 'fixed';
  return {
    signature,
    state,
    scenarios: triedCases.length,
    runs: sum((tried) => tried.runs),
    failed: same + different,
    armed,
    lost: reasons.length,
    ...(why === undefined ? {} : { why }),
    ...(state === 'fixed' && lastStep !== undefined ? { lastStep } : {}),
    ...(state === 'fails differently' && other !== undefined ? { other } : {}),
    ...(same + different > 0 && repro !== undefined ? { repro } : {}),
  };
}

const formatNeverArmedReason = (rule: string): string =>
  `its scenarios no longer give ${rule} anything to check, so a pass proves nothing`;

const MAX_STEP_LENGTH = 160;

/** Returns a group's state and the evidence for it, as lines for a ticket. */
export function formatFix(fix: GroupFix): readonly string[] {
  const { signature, state, repro, lastStep } = fix;
  return [
    `${state}: ${signature}: ${describeEvidence(fix)}`,
    ...(lastStep === undefined ? [] : [`  was: ${truncate(lastStep)}`]),
    ...(repro === undefined ? [] : [`  ${repro}`]),
  ];
}

/** Describes the runs that determined a group's state. */
export function describeEvidence({
  state,
  scenarios,
  runs,
  failed,
  armed,
  lost,
  why,
  other,
}: GroupFix): string {
  const tried = `${formatQuantity(runs, 'run')} of ${formatQuantity(scenarios, 'stored scenario')}`;
  const cannot = lost === 0 ? '' : `; ${formatNumber(lost)} more cannot be run: ${why}`;
  switch (state) {
    case 'fixed':
      return `${tried} pass${armed === null ? '' : `, with its rule checked ${formatNumber(armed)} times`}${cannot}`;
    case 'still failing':
      return `${formatNumber(failed)} of ${tried} fail${cannot}`;
    case 'fails differently':
      return `${formatNumber(failed)} of ${tried} fail, but none by violating the group's rule; the first fails with ${other ?? 'another rule'}${cannot}`;
    case 'cannot run':
      return why ?? 'none of its scenarios were stored';
    default:
      return state satisfies never;
  }
}

/** Formats the number of fixed groups. */
export function formatFixCount(fixes: readonly GroupFix[]): string {
  const fixed = fixes.filter(({ state }) => state === 'fixed').length;
  return `${fixed} of ${formatQuantity(fixes.length, 'failure group')} fixed`;
}

function truncate(step: string): string {
  return step.length > MAX_STEP_LENGTH ? `${step.slice(0, MAX_STEP_LENGTH - 1)}…` : step;
}

/**
 * The maximum number of a group's stored scenarios to run under many schedules, in addition to its minimised failures.
 */
const MAX_STORED = 20;

const FIX_WORKER = 'failures/fixed/fix-worker.js';

/** Which run's failures to retry, and how many schedules to try. */
interface FixRequest {
  readonly directory: string;
  readonly schedules: number;
  /** The request for the retry run: its suite and limits, and the folder for cases that still fail. */
  readonly request: RunReport['request'];
  readonly signal?: AbortSignal;
  /**
   * Called before a group's first scenario and after each one, with the number done, the total, and the group's
   * signature.
   */
  readonly onCase?: (done: number, total: number, group: string) => void;
}

/**
 * Runs each group's stored scenarios and minimised failures under many schedules on this build, since a single passing
 * run says little about a timing bug.
 */
export async function proveFixes(
  groups: readonly FailureGroup[],
  fixRequest: FixRequest,
): Promise<GroupFix[]> {
  const fixes: GroupFix[] = [];
  const removed = findRemovedFaults(openPastRun(fixRequest.directory).manifest, fixRequest.request.overrides);
  for (const [index, group] of groups.entries()) {
    const files = listFiles(fixRequest.directory, group);
    const outcomes = await tryFiles(files, group, removed, fixRequest);
    const failingIndex = outcomes.findIndex(
      (outcome) => 'runs' in outcome && outcome.same + outcome.different > 0,
    );
    const failing =
      failingIndex < 0
        ? undefined
        : findFailingFile(outcomes[failingIndex]!, files[failingIndex]!, index, fixRequest.request.outDir);
    const repro = failing && formatCommand('replay', quoteShellWord(failing));
    fixes.push(
      computeGroupFix(group, outcomes, { lastStep: findLastStep(fixRequest.directory, group), repro }),
    );
  }
  return fixes;
}

/** Returns a group's files: minimised failures first, then stored scenarios, alternating between its buckets. */
function listFiles(directory: string, group: FailureGroup): string[] {
  const folders = listExamples(group).map(({ bucket, failure }) =>
    join(directory, getFailureFolder(bucket.signature, formatTestId(failure.test))),
  );
  const findFilesNamed = (name: string): string[] =>
    folders.map((folder) => join(folder, name)).filter((file) => existsSync(file));
  return [
    ...findFilesNamed(FAILURE_FILES.shrunk),
    ...findFilesNamed(FAILURE_FILES.scenario).slice(0, MAX_STORED),
  ];
}

async function tryFiles(
  files: readonly string[],
  { rule, signature }: FailureGroup,
  removed: readonly FaultId[],
  { schedules, request: { suite, suiteFile, limits }, signal, onCase }: FixRequest,
): Promise<CaseOutcome[]> {
  const suiteField = suiteFile === undefined ? {} : { suiteHash: suiteFile.hash };
  const tasks = files.map(
    (file): FixTask => ({ file, rule, schedules, removedFaults: removed, suite, ...suiteField }),
  );
  const outcomes: CaseOutcome[] = [];
  onCase?.(0, tasks.length, signature);
  for await (const outcome of callWithLimits<FixTask, CaseOutcome>(
    FIX_WORKER,
    tasks,
    limits,
    undefined,
    signal,
  )) {
    outcomes.push('lost' in outcome ? { why: outcome.lost } : outcome.value);
    onCase?.(outcomes.length, tasks.length, signature);
  }
  return outcomes;
}

/**
 * Returns a file that fails under its stored schedule: the stored scenario itself, or a new file with a failing
 * schedule.
 */
function findFailingFile(outcome: CaseOutcome, file: string, index: number, outDir: string): string {
  if (!('failing' in outcome) || outcome.failing === undefined) return file;
  makeFolders(outDir, RUN_FILES.scenarios);
  const newFile = join(outDir, RUN_FILES.scenarios, `still-failing-${index + 1}.json`);
  writeAtomic(newFile, outcome.failing);
  return newFile;
}

/**
 * Returns the last step in one of the group's stored failures and what its rule observed, or undefined if none violates
 * that rule.
 */
function findLastStep(directory: string, { buckets, rule }: FailureGroup): string | undefined {
  for (const { signature, examples } of buckets)
    for (const { test } of examples) {
      const stored = readFailure(directory, signature, formatTestId(test));
      const violation = stored?.violations.find((candidate) => candidate.rule === rule);
      if (violation !== undefined) return [...violation.steps.slice(-1), violation.observed].join('. ');
    }
  return undefined;
}
