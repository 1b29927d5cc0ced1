import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Top-level folders that contain TypeScript projects, except for the tests and the examples. */
export const SOURCE_FOLDERS: readonly string[] = [
  ...new Set(listProjects('tsconfig.json').map((path) => path.split('/')[0]!)),
].filter((folder) => folder !== 'test' && folder !== 'docs');

/**
 * Top-level folders whose subfolders are self-contained features, in dependency order. Other folders may only use names
 * that a feature folder's index exports.
 */
export const FEATURES: readonly string[] = ['harness', 'failures', 'closure', 'runs', 'intake', 'cli'];

/** Returns the projects that a tsconfig file references, directly or through other such files. */
function listProjects(config: string): string[] {
  const file = fileURLToPath(new URL(`../../../${config}`, import.meta.url));
  const { references } = JSON.parse(readFileSync(file, 'utf8')) as { references: { path: string }[] };
  return references
    .map(({ path }) => path.replace('./', ''))
    .flatMap((path) => (path.endsWith('.json') ? listProjects(path) : [path]));
}
