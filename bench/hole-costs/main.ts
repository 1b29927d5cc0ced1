import { parseArgs } from 'node:util';
import type { CoverageData } from '../../coverage/index.js';
import { UsageError } from '../../transactions/index.js';
import { measureGrowth, STEP } from '../steering/growth.js';
import { compareWithActualHits, type HoleHits, isWithinFactor } from './hole-hits.js';

/** How far expected and actual hits may differ for goal C18, as a factor: the requirement and the target. */
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
  const hits = measureNight(`${values.seed}${night}`);
  console.log(`night ${night + 1}, ${tests} + ${tests} tests: ${formatHits(hits)}`);
  return hits;
});
const sum = (key: keyof HoleHits): number => nights.reduce((total, night) => total + night[key], 0);
const totals = { holes: sum('holes'), expected: sum('expected'), hit: sum('hit') };
console.log(`C18: ${formatHits(totals)} (must be within ${FLOOR}x, target ${TARGET}x)`);
process.exitCode = isWithinFactor(totals, FLOOR) ? 0 : 1;

/** Compares the hits predicted from the first half of a night with the hits of the second half. */
function measureNight(seed: string): HoleHits {
  let half: CoverageData | undefined;
  let full: CoverageData | undefined;
  for (const point of measureGrowth({ suite: 'nightly', seed, steer: values.steer, tests: 2 * tests })) {
    if (point.tests <= tests) half = point.coverage;
    full = point.coverage;
  }
  return compareWithActualHits(half!, full!);
}

function formatHits({ holes, expected, hit }: HoleHits): string {
  if (holes === 0) return `no holes with a cost below ${tests}`;
  return `${holes} holes with a cost below ${tests}: expected ${expected.toFixed(1)} hits, got ${hit}, ratio ${(hit / expected).toFixed(2)}`;
}
