import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FILES } from '../../base/basics/index.js';
import { visibleIn } from '../../base/input/index.js';
import { type Manifest, readManifest } from '../../harness/records/index.js';
import { readEvents } from '../../harness/run-directory/index.js';
import { type PlannedTest, parseTestId } from '../../harness/selection/index.js';
import { UsageError } from '../../transactions/index.js';

/** How many of the newest runs to examine. */
const RUNS_MAX = 5;
/** The maximum number of tests to take from them. */
const TESTS_MAX = 50;

/** What a run's tests were drawn from. Runs with the same selection have the same tests, apart from seeds. */
export type Selection = Pick<Manifest, 'suite' | 'tests' | 'chips' | 'knobs' | 'faults'>;

interface EarlierRun {
  readonly directory: string;
  readonly manifest: Manifest;
}

/**
 * The tests that failed in the newest runs in `folder` with the same selection, newest run first. Omits tests
 * that passed when a later run retried them, and those whose sequence, from another version, is not in
 * `sequences`.
 */
export function earlierFailures(
  folder: string,
  selection: Selection,
  sequences: readonly string[],
): PlannedTest[] {
  const runs = runsIn(folder)
    .filter(({ manifest }) => textOf(manifest) === textOf(selection))
    .sort((a, b) => (a.manifest.startedAt < b.manifest.startedAt ? 1 : -1))
    .slice(0, RUNS_MAX);
  const tests: PlannedTest[] = [];
  const settled = new Set<string>();
  for (const run of runs) {
    const failed = failuresOf(run).filter(
      ({ seed, sequence }) => !settled.has(seed) && sequences.includes(sequence),
    );
    for (const test of failed) tests.push(test);
    for (const { seed } of [...failed, ...run.manifest.first]) settled.add(seed);
  }
  return tests.slice(0, TESTS_MAX);
}

function textOf({ suite, tests, chips, knobs, faults }: Selection): string {
  return JSON.stringify([suite, tests, chips, knobs, faults]);
}

function runsIn(folder: string): EarlierRun[] {
  if (!existsSync(folder)) return [];
  return visibleIn(folder).flatMap(({ name }) => {
    const directory = join(folder, name);
    // Other entries, such as the history, are not directories.
    if (!existsSync(join(directory, RUN_FILES.log))) return [];
    const manifest = manifestIn(directory);
    return manifest === undefined ? [] : [{ directory, manifest }];
  });
}

/** The manifest of a run in a folder; undefined for other folders and for runs of other versions. */
function manifestIn(directory: string): Manifest | undefined {
  return whereUsable(() => readManifest(directory));
}

/**
 * The failed tests of an earlier run. Empty if its log is unreadable, since a corrupt earlier run must not stop
 * this one.
 */
function failuresOf({ directory, manifest }: EarlierRun): PlannedTest[] {
  const events = whereUsable(() => readEvents(join(directory, RUN_FILES.log))) ?? [];
  return events
    .filter((event) => event.event === 'failed')
    .map(({ test, seed }) => ({ root: manifest.seed, ...parseTestId(test), seed }));
}

function whereUsable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
