import { parseArgs } from 'node:util';
import { formatPercentage } from '../../coverage/index.js';
import { measureDetection, PLANTED_BUGS } from './planted-bugs.js';

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '100000' } } });
const seeds = Number(values.seeds);
if (!Number.isInteger(seeds) || seeds < 1)
  throw new Error(`Invalid --seeds ${values.seeds}: expected a positive integer`);

for (const bug of PLANTED_BUGS) {
  const { pct, random, bound } = measureDetection(bug, seeds);
  const comparedWithRandom =
    random === 0
      ? 'never found by the random scheduler'
      : `${(pct / random).toFixed(1)}x the random scheduler (${formatPercentage(100 * random, 3)})`;
  console.log(
    `depth ${bug.depth}: found in ${formatPercentage(100 * pct, 3)} of ${seeds} PCT runs, ${(pct / bound).toFixed(2)}x the bound (${formatPercentage(100 * bound, 3)}); ${comparedWithRandom}`,
  );
}
