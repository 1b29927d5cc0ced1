import { join } from 'node:path';
import { RUN_FILES, readIfUsable } from '../../harness/basics/index.js';
import {
  openPastRun,
  type PastRun,
  type RunReport,
  writeAndLogHash,
} from '../../harness/run-directory/index.js';
import { NO_CHIP } from '../../harness/workers/index.js';
import { readStoredScenario } from './stored-scenarios.js';

/** Scenario fingerprints keyed by test id. */
type Fingerprints = ReadonlyMap<string, number>;

/**
 * Compares a rerun's tests with those of the original run; returns undefined if this run is not a rerun. If a generator
 * has changed, a seed yields a different test; a pass then says nothing about the earlier failure.
 */
export function compareWithOriginal(directory: string): RunReport['again'] {
  const past = openPastRun(directory);
  const { again: rerunOf } = past.manifest;
  if (rerunOf === undefined) return undefined;
  // If the original run was deleted, its tests are unknown.
  const original = readIfUsable(() => openPastRun(rerunOf.directory));
  const originalFingerprints: Fingerprints = original === undefined ? new Map() : readFingerprints(original);
  const different: string[] = [];
  let [tests, stored, unknown] = [0, 0, 0];
  for (const [id, fingerprint] of readFingerprints(past)) {
    tests++;
    const originalFingerprint = originalFingerprints.get(id);
    if (readStoredScenario(directory, id) !== undefined) stored++;
    else if (originalFingerprint === undefined) unknown++;
    else if (originalFingerprint !== fingerprint) different.push(id);
  }
  const without = original?.manifest.faults.filter((fault) => !past.manifest.faults.includes(fault)) ?? [];
  const removedFaults = without.length === 0 ? {} : { without };
  return { runId: rerunOf.runId, tests, stored, different, unknown, ...removedFaults };
}

/** Compares a rerun's tests with those of the original run, and writes the result to disk for later reports. */
export function reportRerun(directory: string): Pick<RunReport, 'again'> {
  const again = compareWithOriginal(directory);
  if (again === undefined) return {};
  writeAndLogHash(join(directory, RUN_FILES.reruns), `${JSON.stringify(again, undefined, 2)}\n`);
  return { again };
}

/** Returns the fingerprints of the tests that have a scenario, if the log contains test names. */
function readFingerprints(past: PastRun): Fingerprints {
  const byTest = new Map<string, number>();
  for (const { tests = [], chips, fingerprints = [] } of past.results()) {
    const generated = tests.filter((_, row) => chips[row] !== NO_CHIP);
    if (generated.length === fingerprints.length)
      for (const [index, id] of generated.entries()) byTest.set(id, fingerprints[index]!);
  }
  return byTest;
}
