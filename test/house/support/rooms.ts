import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOLUTION = fileURLToPath(new URL('../../../tsconfig.json', import.meta.url));

/** Folders that are projects of the build, but for parts of a room and the tests. */
export const ROOMS: readonly string[] = (
  JSON.parse(readFileSync(SOLUTION, 'utf8')) as { references: { path: string }[] }
).references
  .map(({ path }) => path.replace('./', ''))
  .filter((path) => !path.includes('/') && path !== 'test');
