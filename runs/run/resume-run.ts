import { present } from '../../arch/index.js';
import { today } from '../../harness/basics/index.js';
import { requireSameConfig } from '../../harness/extension/index.js';
import {
  describeHost,
  formatOrigin,
  isCurrentVersion,
  listValidIssues,
  lockRunDirectory,
  type Manifest,
} from '../../harness/records/index.js';
import {
  getPlanSlice,
  makeFinishedReport,
  openPastRun,
  type PastRun,
  type PlanSlice,
  type RunReport,
  type RunRequest,
  type RunWatch,
  restoreRequest,
  UNFINISHED_STATUSES,
} from '../../harness/run-directory/index.js';
import { openRunSuite } from '../../harness/suite-files/index.js';
import { UsageError } from '../../transactions/index.js';
import { RunStore } from './run-store.js';
import { runInStore } from './run-suite.js';

/** How to resume a run, with any limits that override the original ones. */
export type Resumption = Pick<RunRequest, 'workers' | 'queue' | 'queueKey' | 'launch' | 'timeMs'> & {
  /** The total number of tests. */
  readonly count?: number;
  /** The file given with `--suite-file`. */
  readonly suiteFile?: string;
};

/**
 * Resumes the run in a directory, no matter how it ended. The results are the same as if the run had never been
 * interrupted. For a finished run, this only rebuilds the report, unless more tests or time are requested. Throws
 * `UsageError` if this is not a run directory, is in use, or was written by different code.
 */
export async function resumeRun(
  directory: string,
  resumption: Resumption,
  watch: RunWatch = {},
): Promise<RunReport> {
  const { workers, queue, queueKey, launch } = resumption;
  const { manifest } = openPastRun(directory);
  checkOrigin(manifest);
  requireSameConfig(manifest.config ?? null);
  await openRunSuite(manifest, resumption.suiteFile);
  const release = lockRunDirectory(directory);
  try {
    const past = openPastRun(directory);
    const extended = extendManifest(past, resumption);
    const isOver = past.ended !== undefined && !UNFINISHED_STATUSES.includes(past.ended.by);
    if (isOver && extended === undefined) return makeFinishedReport(past, past.ended!);
    const stored = restoreRequest(extended ?? past.manifest, directory, workers);
    const request = {
      ...stored,
      ...present({ queue, queueKey, launch }),
    };
    const part = getPlanSlice(request);
    checkContiguous(past, part);
    return await runInStore(request, part, RunStore.reopen(past, release, extended), watch, past);
  } finally {
    release();
  }
}

/** Throws `UsageError` if a merged run has gaps before its last test; they can be filled only by resuming its parts. */
function checkContiguous({ manifest, spans, tests }: PastRun, part: PlanSlice): void {
  let next = part.first;
  for (const [first, count] of spans) {
    if (first !== next) {
      throw new UsageError(
        `Cannot resume run ${manifest.runId}: it was merged from ${tests} tests and is missing tests ${next} to ${first - 1} of the plan; resume the part that contains them, then merge again`,
      );
    }
    next += count;
  }
}

/**
 * Returns a manifest with the new limits if the run is being extended to more tests or time, and without known issues
 * that have expired since it started; undefined if it stays the same.
 */
function extendManifest(past: PastRun, resumption: Resumption): Manifest | undefined {
  const { knownIssues } = past.manifest;
  const valid = listValidIssues(knownIssues, today());
  const extended = addLimits(past, resumption);
  return valid.length === knownIssues.length
    ? extended
    : { ...(extended ?? past.manifest), knownIssues: valid };
}

function addLimits(
  { manifest, ended, tests, elapsedMs }: PastRun,
  { count, timeMs }: Resumption,
): Manifest | undefined {
  if (count === undefined && timeMs === undefined) return undefined;
  if (manifest.shard !== null || manifest.list !== null) {
    throw new UsageError(
      `Cannot use --count or --time when resuming run ${manifest.runId}: its list of tests is fixed; start a new run for more`,
    );
  }
  if (count !== undefined && count < tests) {
    throw new UsageError(`Invalid --count ${count}: the run already has ${tests} tests; give a larger count`);
  }
  if (timeMs !== undefined && timeMs <= elapsedMs) {
    const elapsed = `${(elapsedMs / 1000).toFixed(1)} s`;
    throw new UsageError(`Invalid --time: the run has already taken ${elapsed}; give a longer time`);
  }
  // Users who ask for more tests after `--until` has stopped the run know that there is little to gain.
  const { gainPercentMin: _, ...withoutMinimumGain } = manifest;
  return {
    ...(ended?.by === 'saturated' ? withoutMinimumGain : manifest),
    ...(count === undefined ? {} : { count }),
    ...(timeMs === undefined ? {} : { timeSeconds: timeMs / 1000 }),
  };
}

/** Throws `UsageError` for a run from another version, since a run must not mix versions. */
function checkOrigin(manifest: Manifest): void {
  if (isCurrentVersion(manifest)) return;
  throw new UsageError(
    `Cannot resume run ${manifest.runId}: it was made by ${formatOrigin(manifest)}, but this is ${formatOrigin(describeHost())}; check out that version, or start a new run`,
  );
}
