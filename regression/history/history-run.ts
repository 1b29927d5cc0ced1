import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { coverageSummary } from '../../coverage/index.js';
import { RUN_FILES } from '../basics/run-files.js';
import type { Manifest } from '../records/manifest.js';
import { storedReport } from '../run/resume-run.js';
import type { RunStanding } from '../run/run-event.js';
import type { RunReport } from '../run/run-request.js';

/** A run as the history keeps it: a row of its table. */
export interface HistoryRun {
  /** Name of the run directory in its folder. */
  readonly directory: string;
  /** Size of the log that the row comes from; a run that went on since has a larger one. */
  readonly logBytes: number;
  readonly runId: string;
  /** What the run drew from, as the command line says it; only runs that agree on it are compared. */
  readonly selection: string;
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
  /** Null outside a clone. */
  readonly commit: string | null;
  readonly dirty: boolean | null;
}

/** A bucket of one run as the history keeps it. */
export interface HistorySight {
  readonly signature: string;
  readonly rule: string;
  readonly tests: number;
  /** The bucket's test with the fewest waves. */
  readonly smallest: string;
  readonly waves: number;
  readonly repro: string;
}

/** Everything that the history keeps of a run. */
export interface HistoryEntry {
  readonly run: HistoryRun;
  readonly sights: readonly HistorySight[];
}

/** The entry of a run in `folder/name`, as its files tell it. Throws `UsageError` where that is no run directory. */
export function storedEntry(folder: string, name: string): HistoryEntry {
  const { report, manifest } = storedReport(join(folder, name));
  return historyEntry(report, manifest, folder, name);
}

/** The entry of a run in `folder/name`. */
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
      commit: manifest.commit,
      dirty: manifest.dirty,
    },
    sights: sightsOf(report),
  };
}

/** Names of the entries of a folder that hold the log of a run, in order. */
export function runDirectories(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && logBytes(folder, entry.name) > 0)
    .map(({ name }) => name)
    .sort();
}

/** Size of a run's log; zero where there is none. */
export function logBytes(folder: string, name: string): number {
  return statSync(join(folder, name, RUN_FILES.log), { throwIfNoEntry: false })?.size ?? 0;
}

function sightsOf({ tally }: RunReport): HistorySight[] {
  return Array.from(tally.buckets.values(), ({ signature, rule, count, smallest }) => ({
    signature,
    rule,
    tests: count,
    smallest: smallest.test,
    waves: smallest.waves,
    repro: smallest.repro,
  }));
}

function selectionText({ suite, tests, chips, knobs, faults, shard, list }: Manifest): string {
  return [
    suite,
    ...(list === null ? [] : ['--rerun-failures']),
    ...(tests === null ? [] : [`--test ${tests}`]),
    ...(chips.length === 0 ? [] : [`--chip ${chips.join()}`]),
    ...knobs.map((knob) => `--set ${knob}`),
    ...(faults.length === 0 ? [] : [`--fault ${faults.join()}`]),
    ...(shard === null ? [] : [`--shard ${shard.index}/${shard.count}`]),
  ].join(' ');
}
