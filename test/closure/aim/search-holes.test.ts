import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { searchHoles } from '../../../closure/aim/search-holes.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { writeRun } from '../../harness/support/stored-run.js';

const folder = createTempFolder();

it('a search for holes skips waived bins', () => {
  writeRun(folder, 'run', { day: 1, tests: 3, failures: {}, end: 'count', seconds: 1 });
  const [directory, file] = [join(folder, 'run'), join(folder, 'closing.json')];
  const emptyResult = { tried: 0, closed: 0, tests: [], failed: [], resisting: [], untried: 0, file };
  const request = { directory, file, budgetMs: 0, waived: ['*'] };
  expect(
    searchHoles(
      request,
      () => undefined,
      () => undefined,
    ),
  ).toEqual(emptyResult);
  expect(existsSync(file)).toBe(false);
});
