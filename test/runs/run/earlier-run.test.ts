import { join } from 'node:path';
import { readManifest } from '../../../harness/records/manifest.js';
import { findEarlierRun } from '../../../runs/run/earlier-run.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { writeRun } from '../../harness/support/stored-run.js';

const folder = createTempFolder();
const FACTS = { tests: 4, failures: {}, end: 'count', seconds: 1 } as const;

beforeAll(() => {
  writeRun(folder, 'monday', { ...FACTS, day: 1 });
  writeRun(folder, 'again', { ...FACTS, day: 2, rerunOf: 'monday' });
  writeRun(folder, 'once more', { ...FACTS, day: 3, rerunOf: 'monday' });
  writeRun(folder, 'some', { ...FACTS, day: 4, tests: 1, rerunOf: 'monday' });
});

it.each([
  ['again', 'monday'],
  // Not compared with the latest run of the same tests.
  ['once more', 'monday'],
  ['some', 'no run'],
  ['monday', 'no run'],
])('the run "%s" is compared with %s', (run, earlier) => {
  const directory = join(folder, run);
  const earlierDirectory = findEarlierRun(directory, readManifest(directory));
  expect(earlierDirectory).toBe(earlier === 'no run' ? undefined : join(folder, earlier));
});
