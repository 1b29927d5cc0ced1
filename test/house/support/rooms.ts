import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folders that are projects of the build, except the tests and parts of rooms. */
export const ROOMS: readonly string[] = projectsOf('tsconfig.json').filter(
  (path) => !path.includes('/') && path !== 'test',
);

/**
 * Rooms that consist of whole features, in the order in which they build on each other. From each folder of
 * them, other folders may only use names that its index exports.
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

/** Returns the folders that a solution file lists, including those in other solution files that it lists. */
function projectsOf(solution: string): string[] {
  const file = fileURLToPath(new URL(`../../../${solution}`, import.meta.url));
  const { references } = JSON.parse(readFileSync(file, 'utf8')) as { references: { path: string }[] };
  return references
    .map(({ path }) => path.replace('./', ''))
    .flatMap((path) => (path.endsWith('.json') ? projectsOf(path) : [path]));
}
