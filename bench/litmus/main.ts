import { parseArgs } from 'node:util';
import { findMin } from '../../arch/index.js';
import { readSeed } from '../../base/basics/index.js';
import { countLitmusRuns, LITMUS_NAMES } from '../../transactions/index.js';
import { hasEnoughMargin, measureLitmusCell } from './measure-cell.js';

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
let allPassed = true;
for (const name of names) {
  const chips = measureLitmusCell(name, readSeed(values.seed), tests);
  const { chip, fraction, runs } = chips[0]!;
  const minimum = findMin(chips.map((chip) => chip.minCount));
  const hasMargin = minimum > 0 && hasEnoughMargin(name, chips[0]!);
  allPassed &&= hasMargin;
  console.log(
    `${name.padEnd(20)} seen in ${(100 * fraction).toFixed(1)}% of ${runs} runs on ${chip} (lowest ` +
      `of ${chips.length} chips); every test had at least ${minimum} hits in ${countLitmusRuns(name)} runs` +
      (hasMargin ? '' : '; not enough margin'),
  );
}
process.exitCode = allPassed ? 0 : 1;
