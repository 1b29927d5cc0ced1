import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Top-level folders that are TypeScript projects, except for the tests. */
export const SOURCE_FOLDERS: readonly string[] = listProjects('tsconfig.json').filter(
  (path) => !path.includes('/') && path !== 'test',
);

/**
 * Top-level folders whose subfolders are self-contained features, in dependency order. Other folders may only use names
 * that a feature folder's index exports.
 */
export const FEATURES: readonly string[] = [
  'base',
  'harness',
  'failures',
  'closure',
  'runs',
  'shaders',
  'designs',
  'cli',
];

/** Returns the projects that a tsconfig file references, directly or through other such files. */
function listProjects(config: string): string[] {
  const file = fileURLToPath(new URL(`../../../${config}`, import.meta.url));
  const { references } = JSON.parse(readFileSync(file, 'utf8')) as { references: { path: string }[] };
  return references
    .map(({ path }) => path.replace('./', ''))
    .flatMap((path) => (path.endsWith('.json') ? listProjects(path) : [path]));
}
