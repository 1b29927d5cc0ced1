import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { greatestOf } from '../../arch/index.js';
import { FAILURE_FILES, failureFolder, RUN_FILES, shellWord } from '../../base/basics/index.js';
import { makeFolders, writeWhole } from '../../base/output/index.js';
import { liftedFaults } from '../../harness/one-test/index.js';
import { openPastRun, type RunReport } from '../../harness/run-directory/index.js';
import { lineToPaste, testId } from '../../harness/selection/index.js';
import { callsLimited } from '../../harness/workers/index.js';
import type { FaultId } from '../../transactions/index.js';
import type { FailureGroup } from '../groups/failure-groups.js';
import { readFailure } from '../stored/stored-failure.js';
import type { FixTask } from './fix-worker.js';
import { type GroupFix, groupFix } from './group-fix.js';
import type { CaseOutcome } from './try-case.js';

/** Maximum number of stored scenarios of a group to run under many schedules, besides its smallest forms. */
const STORED_MAX = 20;

const FIX_WORKER = 'failures/fixed/fix-worker.js';

/** What to try for each group, and how often. */
export interface FixRequest {
  /** Directory of the run whose failures are retried. */
  readonly directory: string;
  readonly schedules: number;
  /** The retrying run: its suite and limits, and where failing cases go. */
  readonly request: RunReport['request'];
  readonly signal?: AbortSignal;
  /** Called before a group's first scenario and after each, with the number done, the total, and the group's signature. */
  readonly onCase?: (done: number, total: number, group: string) => void;
}

/**
 * Runs each group's stored scenarios and smallest forms under many schedules on this build, since one green run of one
 * test says little about a timing bug.
 */
export async function proveFixes(
  groups: readonly FailureGroup[],
  fixRequest: FixRequest,
): Promise<GroupFix[]> {
  const fixes: GroupFix[] = [];
  const lifted = liftedFaults(openPastRun(fixRequest.directory).manifest, fixRequest.request.overrides);
  for (const [index, group] of groups.entries()) {
    const files = filesOf(fixRequest.directory, group);
    const outcomes = await outcomesOf(files, group, lifted, fixRequest);
    const at = outcomes.findIndex((outcome) => 'runs' in outcome && outcome.same + outcome.different > 0);
    const failing =
      at < 0 ? undefined : failingFile(outcomes[at]!, files[at]!, index, fixRequest.request.outDir);
    const repro = failing && lineToPaste('replay', shellWord(failing));
    fixes.push(groupFix(group, outcomes, { lastStep: lastStepOf(fixRequest.directory, group), repro }));
  }
  return fixes;
}

/** The smallest forms first, then stored scenarios, the first of each bucket before the second of any. */
function filesOf(directory: string, { buckets }: FailureGroup): string[] {
  const longest = greatestOf(
    buckets.map(({ examples }) => examples.length),
    0,
  );
  const inTurns = Array.from({ length: longest }, (_, place) => place).flatMap((place) =>
    buckets.flatMap(({ signature, examples }) =>
      examples
        .slice(place, place + 1)
        .map(({ test }) => join(directory, failureFolder(signature, testId(test)))),
    ),
  );
  const filesNamed = (name: string): string[] =>
    inTurns.map((folder) => join(folder, name)).filter((file) => existsSync(file));
  return [...filesNamed(FAILURE_FILES.shrunk), ...filesNamed(FAILURE_FILES.scenario).slice(0, STORED_MAX)];
}

async function outcomesOf(
  files: readonly string[],
  { rule, signature }: FailureGroup,
  lifted: readonly FaultId[],
  { schedules, request: { suite, suiteFile, limits }, signal, onCase }: FixRequest,
): Promise<CaseOutcome[]> {
  const hash = suiteFile === undefined ? {} : { suiteHash: suiteFile.hash };
  const tasks = files.map((file): FixTask => ({ file, rule, schedules, lifted, suite, ...hash }));
  const outcomes: CaseOutcome[] = [];
  onCase?.(0, tasks.length, signature);
  for await (const outcome of callsLimited<FixTask, CaseOutcome>(
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

/** A file that fails by its own schedule: the stored one, or one with the schedule found. */
function failingFile(outcome: CaseOutcome, file: string, index: number, outDir: string): string {
  if (!('failing' in outcome) || outcome.failing === undefined) return file;
  makeFolders(outDir, RUN_FILES.scenarios);
  const found = join(outDir, RUN_FILES.scenarios, `still-failing-${index + 1}.json`);
  writeWhole(found, outcome.failing);
  return found;
}

/** The last step in a stored failure of the group, and what its rule observed; undefined if none has a violation of that rule. */
function lastStepOf(directory: string, { buckets, rule }: FailureGroup): string | undefined {
  for (const { signature, examples } of buckets)
    for (const { test } of examples) {
      const stored = readFailure(directory, signature, testId(test));
      const violation = stored?.violations.find((candidate) => candidate.rule === rule);
      if (violation !== undefined) return [...violation.steps.slice(-1), violation.observed].join('. ');
    }
  return undefined;
}
