import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openPastRun } from '../../../harness/run-directory/past-run.js';
import { formatTestId } from '../../../harness/selection/plan.js';
import { listFailedTestsOfGroup } from '../../../runs/run/failed-tests.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { writeRun } from '../../harness/support/stored-run.js';

const folder = createTempFolder();
const BOTH = 'RACE-01 program gfx9 a';
const ALONE = 'RACE-01 program gfx9 b';

function findTests(run: string, group: string): string[] {
  return listFailedTestsOfGroup(openPastRun(join(folder, run)), group).map(formatTestId);
}

it('finds a group that triage split off, with only the failures that show its bug', () => {
  const fired = { [BOTH]: ['RACE-01 program', 'LAUNCH-01 spi'], [ALONE]: ['RACE-01 program'] };
  const facts = { day: 1, tests: 9, end: 'count', seconds: 1, failures: { [BOTH]: 3, [ALONE]: 4 } } as const;
  writeRun(folder, 'triaged', { ...facts, fired });
  expect(() => findTests('triaged', 'LAUNCH-01 spi')).toThrow('available groups: "RACE-01 program"');
  const separation = { cause: 'RACE-01', other: 'LAUNCH-01', signature: BOTH, test: 'rmw_buffer.0' };
  writeFileSync(join(folder, 'triaged', 'triage.json'), JSON.stringify({ separations: [separation] }));
  expect(findTests('triaged', 'LAUNCH-01 spi')).toEqual(['rmw_buffer.0']);
  expect(findTests('triaged', 'RACE-01*')).toEqual(['rmw_buffer.0', 'rmw_buffer.1']);
});
