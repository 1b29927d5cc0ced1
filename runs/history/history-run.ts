import { statSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FILES } from '../../base/basics/index.js';
import { listFolder } from '../../base/input/index.js';
import { coverageSummary } from '../../coverage/index.js';
import { groupsOfRun, smallestFailure } from '../../failures/groups/index.js';
import { likenessText, type Manifest, NONDETERMINISM, selectionText } from '../../harness/records/index.js';
import {
  type Bucket,
  type RunReport,
  type RunStanding,
  storedReport,
} from '../../harness/run-directory/index.js';

/** A run in the history. */
export interface HistoryRun {
  /** Name of the run directory in its folder. */
  readonly directory: string;
  /** Size of the log when the entry was made; the log is larger if the run has continued since. */
  readonly logBytes: number;
  readonly runId: string;
  /** What the run drew from, as on the command line; only runs with the same selection are compared. */
  readonly selection: string;
  /** The selection plus length and kind of build (`likenessText`). */
  readonly alike: string;
  readonly seed: string;
  readonly startedAt: string;
  readonly endedBy: RunStanding;
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly seconds: number;
  readonly workers: number;
  readonly testsPerSecond: number;
  readonly wavesPerSecond: number;
  /** Percent of bins. */
  readonly coverage: number;
  /** Number of tests that lost a worker once, or had two results. */
  readonly flaky: number;
  /** Number of rules that had something to judge. */
  readonly rulesArmed: number;
  /** Null outside a clone. */
  readonly commit: string | null;
  readonly dirty: boolean | null;
}

/** One run's bucket in the history, or a bug without a bucket because it occurred only along with another one. */
export interface HistorySighting {
  readonly signature: string;
  readonly rule: string;
  /** Signature of the bucket's failure group in this run. */
  readonly failureGroup: string;
  readonly tests: number;
  /** The bucket's test with the fewest waves. */
  readonly smallest: string;
  readonly waves: number;
  readonly repro: string;
}

/** Everything in the history about one run. */
export interface HistoryEntry {
  readonly run: HistoryRun;
  readonly sights: readonly HistorySighting[];
  /** The run whose failures ran again, and its failure groups that passed under many schedules; none without `--schedules`. */
  readonly proof?: { readonly runId: string; readonly fixed: readonly string[] };
}

/**
 * The entry of the run in `folder/name`, from its files. Throws `UsageError` if that is not a run directory.
 */
export function storedEntry(folder: string, name: string): HistoryEntry {
  const { report, manifest } = storedReport(join(folder, name));
  return historyEntry(report, manifest, folder, name);
}

/** The entry of the run in `folder/name`. */
export function historyEntry(
  report: RunReport,
  manifest: Manifest,
  folder: string,
  name: string,
): HistoryEntry {
  const { tally, coverage, seconds, end, request } = report;
  return {
    run: {
      directory: name,
      logBytes: logBytes(folder, name),
      runId: manifest.runId,
      selection: selectionText(manifest),
      alike: likenessText(manifest),
      seed: manifest.seed,
      startedAt: manifest.startedAt,
      endedBy: end,
      tests: tally.tests,
      passed: tally.passed,
      failed: tally.failed,
      errors: tally.errors,
      seconds,
      workers: request.workers,
      testsPerSecond: seconds > 0 ? tally.tests / seconds : 0,
      wavesPerSecond: seconds > 0 ? tally.waves / seconds : 0,
      coverage: coverageSummary(coverage).percent,
      flaky: flakyTests(tally),
      rulesArmed: Object.values(tally.rules).filter(({ armed }) => armed > 0).length,
      commit: manifest.commit,
      dirty: manifest.dirty,
    },
    sights: sightingsOf(report),
    ...proofOf(report, manifest),
  };
}

function proofOf({ again }: RunReport, { again: original, list }: Manifest): Pick<HistoryEntry, 'proof'> {
  if (original === undefined || list === null) return {};
  const fixed = again?.groups?.filter(({ state }) => state === 'fixed').map(({ signature }) => signature);
  return { proof: { runId: original.runId, fixed: fixed ?? [] } };
}

/** Names in a folder that contain a run's log, in order. */
export function runDirectories(folder: string): string[] {
  return listFolder(folder)
    .filter((entry) => entry.isDirectory() && logBytes(folder, entry.name) > 0)
    .map(({ name }) => name)
    .sort();
}

/** Size of a run's log; 0 if there is none. */
export function logBytes(folder: string, name: string): number {
  return statSync(join(folder, name, RUN_FILES.log), { throwIfNoEntry: false })?.size ?? 0;
}

function flakyTests({ incidents, buckets }: RunReport['tally']): number {
  const lost = incidents.reduce((sum, { tests }) => sum + tests, 0);
  const different = [...buckets.values()].filter(({ rule }) => rule === NONDETERMINISM);
  return different.reduce((sum, { count }) => sum + count, lost);
}

/** One sighting per bucket in its group, and one per bug that occurred only along with another one. */
function sightingsOf(report: RunReport): HistorySighting[] {
  return groupsOfRun(report).flatMap((group) => {
    const { signature: failureGroup, rule, count, buckets, shownBy } = group;
    if (shownBy === undefined) return buckets.map((bucket) => sightingOf(bucket, failureGroup));
    const signature = `${failureGroup} beside ${shownBy.cause}`;
    return [sightingOf({ signature, rule, count, smallest: smallestFailure(group) }, failureGroup)];
  });
}

function sightingOf(
  { signature, rule, count, smallest }: Pick<Bucket, 'signature' | 'rule' | 'count' | 'smallest'>,
  failureGroup: string,
): HistorySighting {
  const { test, waves, repro } = smallest;
  return { signature, rule, failureGroup, tests: count, smallest: test, waves, repro };
}
