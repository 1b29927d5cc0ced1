import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FILES } from '../../../harness/basics/run-files.js';
import { writeAndLogHash } from '../../../harness/run-directory/logged-files.js';

/** Fields of a run's report that differ between runs of the same tests: ids, workers, times, memory and sessions. */
const VARYING_FIELDS: readonly string[] = [
  'runId',
  'outDir',
  'workers',
  'seconds',
  'testsPerSecond',
  'wavesPerSecond',
  'coordinatorMsPerTest',
  'memory',
  'resumed',
];

/** Returns the contents of all files in a folder and its subfolders, by relative path. */
export function readTree(root: string): Map<string, string> {
  if (!existsSync(root)) return new Map();
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(paths.map((path) => [path.slice(root.length), readContent(path)]));
}

/** Returns a file's contents, without the timestamps that UCIS requires. */
function readContent(path: string): string {
  if (!path.endsWith('.xml')) return readFileSync(path, 'base64');
  return readFileSync(path, 'utf8').replace(/\d{4}-\d\d-\d\dT[\d:]{8}/g, 'TIME');
}

/** Changes fields of a run's manifest, and logs its new hash, as a writer of runs would. */
export function changeManifest(directory: string, change: object): void {
  const file = join(directory, RUN_FILES.manifest);
  writeAndLogHash(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }));
}

/** Returns a run's report without the fields that may differ between runs: names, workers, times and sessions. */
export function dropVaryingFields(stdout: string): unknown {
  return Object.fromEntries(
    Object.entries(JSON.parse(stdout) as object).filter(([key]) => !VARYING_FIELDS.includes(key)),
  );
}

/** Returns what must be equal in two runs of the same tests: document, stored failures and coverage. */
export function getComparableResult(stdout: string, directory: string): object {
  return {
    document: dropVaryingFields(stdout),
    failures: readTree(join(directory, 'failures')),
    coverage: readTree(join(directory, 'coverage')),
  };
}
