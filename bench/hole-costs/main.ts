import { parseArgs } from 'node:util';
import type { CoverageData } from '../../coverage/index.js';
import { UsageError } from '../../transactions/index.js';
import { measureGrowth, STEP } from '../steering/growth.js';
import { compareWithActualHits, type HoleHits, isWithinFactor } from './hole-hits.js';

/** Maximum factor between the numbers of expected and actual hits for goal C18: the required one and the target. */
const [FLOOR, TARGET] = [1.5, 1.1];

const { values } = parseArgs({
  options: {
    nights: { type: 'string', default: '5' },
    tests: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '0xc18' },
    steer: { type: 'boolean', default: false },
  },
});
const tests = Number(values.tests);
if (!(tests >= STEP)) throw new UsageError(`Invalid --tests "${values.tests}": expected at least ${STEP}`);
const nights = Array.from({ length: Number(values.nights) }, (_, night) => {
  const costs = measureNight(`${values.seed}${night}`);
  console.log(`night ${night + 1}, ${tests} tests and ${tests} more: ${formatCosts(costs)}`);
  return costs;
});
const sum = (key: keyof HoleHits): number => nights.reduce((total, night) => total + night[key], 0);
const totals = { holes: sum('holes'), expected: sum('expected'), hit: sum('hit') };
console.log(`C18: ${formatCosts(totals)} (floor within ${FLOOR}, target within ${TARGET})`);
process.exitCode = isWithinFactor(totals, FLOOR) ? 0 : 1;

/** Compares the hole costs after the first half of a night with the actual hits in the second half. */
function measureNight(seed: string): HoleHits {
  let half: CoverageData | undefined;
  let full: CoverageData | undefined;
  for (const point of measureGrowth({ suite: 'nightly', seed, steer: values.steer, tests: 2 * tests })) {
    if (point.tests <= tests) half = point.coverage;
    full = point.coverage;
  }
  return compareWithActualHits(half!, full!);
}

function formatCosts({ holes, expected, hit }: HoleHits): string {
  if (holes === 0) return `no holes with a cost below ${tests}`;
  return `${holes} holes with a cost below ${tests}, ${expected.toFixed(1)} of them expected, ${hit} hit, ratio ${(hit / expected).toFixed(2)}`;
}
