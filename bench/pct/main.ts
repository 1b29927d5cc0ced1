import { parseArgs } from 'node:util';
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
      : `${(pct / random).toFixed(1)}x the random scheduler (${random})`;
  console.log(
    `depth ${bug.depth}: found in ${pct} of ${seeds} PCT runs, ${(pct / bound).toFixed(2)}x the bound (${bound}); ${comparedWithRandom}`,
  );
}
