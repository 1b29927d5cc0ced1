import { join } from 'node:path';
import { openPastRun } from '../../../harness/run-directory/past-run.js';
import { formatTestId } from '../../../harness/selection/plan.js';
import { listFailedTestsOfGroup } from '../../../runs/run/failed-tests.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { writeRun } from '../../harness/support/stored-run.js';

it("finds a group that occurs only in another group's failures, with only those that show its bug", () => {
  const folder = createTempFolder();
  const [both, again, alone] = ['LAUNCH-02 spi gfx9 a', 'LAUNCH-02 spi gfx9 b', 'LAUNCH-02 spi gfx9 c'];
  const rules = ['LAUNCH-02 spi', 'EXP-03 sx'];
  const fired = { [both]: rules, [again]: rules, [alone]: ['LAUNCH-02 spi'] };
  const failures = { [both]: 3, [again]: 4, [alone]: 5 };
  writeRun(folder, 'run', { day: 1, tests: 9, end: 'count', seconds: 1, failures, fired });
  const findTests = (group: string): string[] =>
    listFailedTestsOfGroup(openPastRun(join(folder, 'run')), group).map(formatTestId);
  expect(findTests('EXP-03 sx')).toEqual(['rmw_buffer.0', 'rmw_buffer.1']);
  expect(findTests('LAUNCH-02*')).toEqual(['rmw_buffer.0', 'rmw_buffer.1', 'rmw_buffer.2']);
});
