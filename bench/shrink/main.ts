import { parseArgs } from 'node:util';
import { getKillMatrixPath, readKillMatrix } from '../../closure/qualify/index.js';
import { getMedian, LIMITS, writeShrinkResults } from './results.js';
import { type ShrinkBenchResult, shrinkKill } from './shrink-kill.js';
import { C5_FAULTS } from './twenty.js';

function isWithinLimits({ ratio, seconds }: ShrinkBenchResult): boolean {
  return ratio <= LIMITS.ratio && seconds <= LIMITS.seconds;
}

function formatKill(kill: ShrinkBenchResult): string {
  const { fault, rule, shrunk, hand: handwritten, ratio, seconds } = kill;
  const size = `${shrunk.waves} + ${shrunk.primitives} + ${shrunk.choices}`;
  const suffix = isWithinLimits(kill) ? '' : '  over the limit';
  return `${fault.padEnd(5)} ${rule.padEnd(10)} ${size.padStart(10)}  handwritten: ${handwritten}  ${ratio.toFixed(2)}  ${seconds.toFixed(1)} s${suffix}`;
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    all: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    date: { type: 'string' },
  },
});
const { only, all, write, date } = values;
const chosenFaults: readonly string[] = only ?? C5_FAULTS;
const rows = readKillMatrix(getKillMatrixPath()).filter(({ id }) => all || chosenFaults.includes(id));
const kills: ShrinkBenchResult[] = [];
for (const row of rows) {
  const kill = await shrinkKill(row);
  console.log(
    kill === undefined
      ? `the test that kills ${row.id} now passes; find a new one with pops-tb qualify`
      : formatKill(kill),
  );
  if (kill !== undefined) kills.push(kill);
}
// Only a run over the whole set of faults counts as a measurement of C5.
if (write && only === undefined) writeShrinkResults(kills, date);
const [ratio, seconds] = [getMedian(kills, 'ratio'), getMedian(kills, 'seconds')];
const passing = kills.filter(isWithinLimits);
console.log(
  `${passing.length} of ${rows.length} cases are within ${LIMITS.ratio}x the handwritten size and ${LIMITS.seconds} s (medians: ${ratio.toFixed(2)}x, ${seconds.toFixed(1)} s)`,
);
process.exitCode = passing.length === rows.length && seconds <= LIMITS.medianSeconds ? 0 : 1;
