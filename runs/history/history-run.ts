import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { summariseCoverage } from '../../coverage/index.js';
import { findFailureGroups, findSmallestFailure } from '../../failures/groups/index.js';
import { RUN_FILES } from '../../harness/basics/index.js';
import { listFolder } from '../../harness/input/index.js';
import {
  formatComparisonKey,
  formatSelection,
  type Manifest,
  NONDETERMINISM,
} from '../../harness/records/index.js';
import {
  type Bucket,
  loadStoredReport,
  type RunReport,
  type RunStatus,
} from '../../harness/run-directory/index.js';
import type { DeepReadonly } from '../../harness/text/index.js';
import { createDocumentListSchema } from '../../transactions/index.js';

const count = z.int().nonnegative();
const text = z.string();

/** How a run ended, or that it is still running. */
export const runStatusSchema = z.enum([
  ...(['count', 'time', 'saturated', 'max-failures', 'fault-seen', 'interrupted', 'incomplete'] as const),
  'running',
] satisfies RunStatus[]);

/** Validates a run in the history. */
const runSchema = z.object({
  /** The run directory's name, relative to its folder. */
  directory: text,
  /** The size of the log when the entry was added. The log grows if the run is resumed. */
  logBytes: count,
  runId: text,
  /** The run's test selection, as command line options. Only runs with the same selection are compared. */
  selection: text,
  /** The comparison key: selection, length and build type (`formatComparisonKey`). */
  alike: text,
  seed: text,
  startedAt: text,
  endedBy: runStatusSchema,
  tests: count,
  passed: count,
  failed: count,
  errors: count,
  seconds: z.number().nonnegative(),
  workers: count,
  testsPerSecond: z.number().nonnegative(),
  wavesPerSecond: z.number().nonnegative(),
  /** The percentage of bins covered. */
  coverage: z.number().min(0).max(100),
  /** The number of tests that lost a worker once or produced two different results. */
  flaky: count,
  /** The number of rules that had something to check. */
  rulesArmed: count,
  /** The Git commit, or null outside a clone. */
  commit: text.nullable(),
  dirty: z.boolean().nullable(),
});

/** A run in the history. */
export type HistoryRun = Readonly<z.infer<typeof runSchema>>;

const sightingSchema = z.object({
  signature: text,
  rule: text,
  failureGroup: text,
  tests: count,
  smallest: text,
  waves: count,
  repro: text,
});

/** A bucket in a run, or a bug that has no bucket of its own because it only occurred alongside another bug. */
export type HistorySighting = Readonly<z.infer<typeof sightingSchema>>;

/** The line of a run in the history file. */
export const entrySchema = z.object({
  run: runSchema,
  sights: createDocumentListSchema(sightingSchema),
  /** The original run whose failures were rerun, and which of its failure groups earlier versions proved fixed. */
  proof: z.object({ runId: text, fixed: createDocumentListSchema(text) }).exactOptional(),
});

/** Everything the history records about one run. */
export type HistoryEntry = DeepReadonly<z.infer<typeof entrySchema>>;

/** Creates the entry for the run in `folder/name` from its files. Throws `UsageError` if it is not a run directory. */
export function readStoredEntry(folder: string, name: string): HistoryEntry {
  const { report, manifest } = loadStoredReport(join(folder, name));
  return createHistoryEntry(report, manifest, folder, name);
}

/** Creates the entry for the run in `folder/name`. */
export function createHistoryEntry(
  report: RunReport,
  manifest: Manifest,
  folder: string,
  name: string,
): HistoryEntry {
  const { tally, coverage, seconds, end, request } = report;
  return {
    run: {
      directory: name,
      logBytes: getLogSize(folder, name),
      runId: manifest.runId,
      selection: formatSelection(manifest),
      alike: formatComparisonKey(manifest),
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
      coverage: summariseCoverage(coverage).percent,
      flaky: countFlakyTests(tally),
      rulesArmed: Object.values(tally.rules).filter(({ armed }) => armed > 0).length,
      commit: manifest.commit,
      dirty: manifest.dirty,
    },
    sights: listSightings(report),
    ...readProof(manifest),
  };
}

/** Returns the original run of a rerun of failures. */
function readProof({ again, list }: Manifest): Pick<HistoryEntry, 'proof'> {
  return again === undefined || list === null ? {} : { proof: { runId: again.runId, fixed: [] } };
}

/** Returns the sorted names of the directories in a folder that contain a run's log. */
export function findRunDirectories(folder: string): string[] {
  return listFolder(folder)
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, RUN_FILES.log)))
    .map(({ name }) => name)
    .sort();
}

/** Returns the size of a run's log in bytes, or 0 if there is none. */
export function getLogSize(folder: string, name: string): number {
  return statSync(join(folder, name, RUN_FILES.log), { throwIfNoEntry: false })?.size ?? 0;
}

function countFlakyTests({ incidents, buckets }: RunReport['tally']): number {
  const lostTests = incidents.reduce((sum, { tests }) => sum + tests, 0);
  const nondeterministic = [...buckets.values()].filter(({ rule }) => rule === NONDETERMINISM);
  return nondeterministic.reduce((sum, { count }) => sum + count, lostTests);
}

/** Lists one sighting per bucket, and one per bug that only occurred alongside another. */
function listSightings(report: RunReport): HistorySighting[] {
  return findFailureGroups(report).flatMap((group) => {
    const { signature: failureGroup, rule, count, buckets, maskedBy } = group;
    if (maskedBy === undefined) return buckets.map((bucket) => makeSighting(bucket, failureGroup));
    const signature = `${failureGroup} beside ${maskedBy.cause}`;
    return [makeSighting({ signature, rule, count, smallest: findSmallestFailure(group) }, failureGroup)];
  });
}

function makeSighting(
  { signature, rule, count, smallest }: Pick<Bucket, 'signature' | 'rule' | 'count' | 'smallest'>,
  failureGroup: string,
): HistorySighting {
  const { test, waves, repro } = smallest;
  return { signature, rule, failureGroup, tests: count, smallest: test, waves, repro };
}
