import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FILES, readIfUsable } from '../../harness/basics/index.js';
import { listVisible } from '../../harness/input/index.js';
import { type Manifest, readManifest } from '../../harness/records/index.js';
import { readEvents } from '../../harness/run-directory/index.js';
import { type PlannedTest, parseTestId } from '../../harness/selection/index.js';

/** Maximum number of runs to examine, newest first. */
const MAX_RUNS = 5;
const MAX_TESTS = 50;

/** The settings that select a run's tests. Runs with the same selection have the same tests, apart from seeds. */
type Selection = Pick<Manifest, 'suite' | 'tests' | 'chips' | 'knobs' | 'faults'>;

interface EarlierRun {
  readonly directory: string;
  readonly manifest: Manifest;
}

/**
 * Lists the tests that failed in the newest runs in `folder` with the same selection, newest run first. Omits tests
 * that passed when a later run retried them, and tests from other versions whose sequence is not in
 * `sequences`.
 */
export function listEarlierFailures(
  folder: string,
  selection: Selection,
  sequences: readonly string[],
): PlannedTest[] {
  const runs = findRuns(folder)
    .filter(({ manifest }) => serialiseSelection(manifest) === serialiseSelection(selection))
    .sort((a, b) => (a.manifest.startedAt < b.manifest.startedAt ? 1 : -1))
    .slice(0, MAX_RUNS);
  const tests: PlannedTest[] = [];
  const settledSeeds = new Set<string>();
  for (const run of runs) {
    const failed = readFailures(run).filter(
      ({ seed, sequence }) => !settledSeeds.has(seed) && sequences.includes(sequence),
    );
    for (const test of failed) tests.push(test);
    for (const { seed } of [...failed, ...run.manifest.first]) settledSeeds.add(seed);
  }
  return tests.slice(0, MAX_TESTS);
}

function serialiseSelection({ suite, tests, chips, knobs, faults }: Selection): string {
  return JSON.stringify([suite, tests, chips, knobs, faults]);
}

function findRuns(folder: string): EarlierRun[] {
  if (!existsSync(folder)) return [];
  return listVisible(folder).flatMap(({ name }) => {
    const directory = join(folder, name);
    // Other entries, such as the history, are not directories.
    if (!existsSync(join(directory, RUN_FILES.log))) return [];
    // Undefined for other folders and for runs from other versions.
    const manifest = readIfUsable(() => readManifest(directory));
    return manifest === undefined ? [] : [{ directory, manifest }];
  });
}

/**
 * Reads the failed tests of an earlier run. Returns none if the log is unreadable, since a corrupt earlier run must not
 * stop this one.
 */
function readFailures({ directory, manifest }: EarlierRun): PlannedTest[] {
  const events = readIfUsable(() => readEvents(join(directory, RUN_FILES.log))) ?? [];
  return events
    .filter((event) => event.event === 'failed')
    .map(({ test, seed }) => ({ root: manifest.seed, ...parseTestId(test), seed }));
}
