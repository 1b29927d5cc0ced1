import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { packageRoot } from '../../../../regression/index.js';
import { unitOfFile } from '../units.js';

/** The compiled rooms. */
export const BUILT = join(packageRoot(), 'dist');

/** The model's tests, which mirror its folders. */
const TESTS = 'test/rtl-model';

/** Folders of tests that mutants meet: of the model, of functions that only a search uses, and of what no transaction shows. */
const FOLDERS = [TESTS, 'test/regression/explore', 'test/regression/structure'];

/**
 * Tests of the second tier that mutants meet beside the first one: those that end within some seconds. The others count runs, as the
 * random tests do.
 */
const SECOND_TIER = [
  'test/rtl-model/db/collision.conform',
  'test/rtl-model/db/overlap-table.conform',
  'test/rtl-model/sc/sample-rate.conform',
];

/** Tests of process resources: other threads of the process affect them, so a failure proves nothing. */
const LEFT_OUT = ['test/rtl-model/sc/large-scene.test'];

/** Files of tests that mutants meet, as paths below the compiled rooms without ending, sorted. */
export function unitTestFiles(): readonly string[] {
  const first = FOLDERS.flatMap((folder) =>
    readdirSync(join(BUILT, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.split(sep).join('/')}`)
      .filter((path) => path.endsWith('.test.js'))
      .map((path) => path.slice(0, -'.js'.length)),
  );
  const second = SECOND_TIER.filter((path) => existsSync(join(BUILT, `${path}.js`)));
  return [...first, ...second].filter((path) => !LEFT_OUT.includes(path)).sort();
}

/** How near tests are to a module of the model: 0 its own ones, 1 those of its unit, 2 the other ones. */
export function distanceOf(testFile: string, file: string): number {
  if (testFile.startsWith(`${TESTS}/${file}.`)) return 0;
  return testFile.startsWith(`${TESTS}/${unitOfFile(file)}/`) ? 1 : 2;
}
