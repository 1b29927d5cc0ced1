import { parseArgs } from 'node:util';
import { leastOf } from '../../arch/index.js';
import { readSeed } from '../../base/basics/index.js';
import { LITMUS_NAMES, litmusRuns } from '../../transactions/index.js';
import { isFarBelow, measureCell } from './measure-cell.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    tests: { type: 'string', default: '60' },
    seed: { type: 'string', default: '0x11' },
  },
});
const names = LITMUS_NAMES.filter((name) => values.only?.includes(name) ?? true);
if (names.length === 0) throw new Error(`Invalid --only: expected one of ${LITMUS_NAMES.join(', ')}`);
const tests = Number(values.tests);
if (!Number.isSafeInteger(tests) || tests < 1)
  throw new Error(`Invalid --tests ${values.tests}: expected 1 or more`);
let allFarEnough = true;
for (const name of names) {
  const chips = measureCell(name, readSeed(values.seed), tests);
  const { chip, share, runs } = chips[0]!;
  const fewest = leastOf(chips.map((chip) => chip.fewest));
  const isFar = fewest > 0 && isFarBelow(name, chips[0]!);
  allFarEnough &&= isFar;
  console.log(
    `${name.padEnd(20)} ${share.toFixed(3)} of ${runs} runs on ${chip}, least of ${chips.length} chips; ` +
      `${fewest} or more of ${litmusRuns(name)} in each test${isFar ? '' : '; too close to the bound'}`,
  );
}
process.exitCode = allFarEnough ? 0 : 1;
