import { expect, it } from 'vitest';
import { assembleProgram } from '../../../arch/index.js';
import { drawing } from '../../../cli/public/stimulus.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';

/** Returns the data that rules are missing when a triangle is drawn with the given program. */
function findMissingData(...lines: string[]): readonly string[] {
  const scenario = drawing([[[0, 0, 2048, 0, 0, 2048]]]);
  const words = [...assembleProgram(lines.join('\n'), 'gfx10.3')];
  const { verdict } = runScenarioTest({ ...scenario, programs: [{ ...scenario.programs[0]!, words }] });
  return verdict.unchecked.map(({ rule, missing }) => `${rule}: ${missing}`);
}

it.each([
  [['s_endpgm']],
  [['s_sleep 1', 's_sendmsg 7', 's_waitcnt vmcnt(0)', 's_endpgm']],
  [['s_nop 0', 's_endpgm']],
])('checks every rule for the program %j, even if some kinds of transactions are missing', (lines) => {
  expect(findMissingData(...lines)).toEqual([]);
});
