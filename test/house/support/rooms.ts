import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folders that are projects of the build, except parts of a room and the tests. */
export const ROOMS: readonly string[] = projectsOf('tsconfig.json').filter(
  (path) => !path.includes('/') && path !== 'test',
);

/** Rooms of whole features, from the ground up: others may use only the names in each folder's index. */
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

/** Folders listed in a solution file, and in the solution files that it lists. */
function projectsOf(solution: string): string[] {
  const file = fileURLToPath(new URL(`../../../${solution}`, import.meta.url));
  const { references } = JSON.parse(readFileSync(file, 'utf8')) as { references: { path: string }[] };
  return references
    .map(({ path }) => path.replace('./', ''))
    .flatMap((path) => (path.endsWith('.json') ? projectsOf(path) : [path]));
}
