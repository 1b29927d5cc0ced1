import { parseArgs } from 'node:util';
import { detectionOf, PLANTED_BUGS } from './planted-bugs.js';

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '100000' } } });
const seeds = Number(values.seeds);
if (!Number.isInteger(seeds) || seeds < 1)
  throw new Error(`Invalid --seeds ${values.seeds}: expected a number of seeds`);

for (const bug of PLANTED_BUGS) {
  const { pct, random, bound } = detectionOf(bug, seeds);
  const times = random === 0 ? 'random never' : `${(pct / random).toFixed(1)} times random (${random})`;
  console.log(
    `depth ${bug.depth}: ${pct} of ${seeds} PCT runs, ${(pct / bound).toFixed(2)} times the bound (${bound}); ${times}`,
  );
}
