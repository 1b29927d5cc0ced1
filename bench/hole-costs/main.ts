import { parseArgs } from 'node:util';
import type { CoverageData } from '../../coverage/index.js';
import { UsageError } from '../../transactions/index.js';
import { measureGrowth, STEP } from '../steering/growth.js';
import { compareWithActualHits, type HoleCosts, isWithin } from './promise.js';

/** Maximum ratio, either way, of hit to expected holes: the floor and the aim of goal C18. */
const [FLOOR, AIM] = [1.5, 1.1];

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
  const promise = measureNight(`${values.seed}${night}`);
  console.log(`night ${night + 1}, ${tests} tests and ${tests} more: ${format(promise)}`);
  return promise;
});
const sum = (key: keyof HoleCosts): number => nights.reduce((total, night) => total + night[key], 0);
const all = { holes: sum('holes'), promised: sum('promised'), hit: sum('hit') };
console.log(`C18: ${format(all)} (floor within ${FLOOR}, aim within ${AIM})`);
process.exitCode = isWithin(all, FLOOR) ? 0 : 1;

/** Compares the hole costs after the first half of a night with the hits in the second half. */
function measureNight(seed: string): HoleCosts {
  let half: CoverageData | undefined;
  let whole: CoverageData | undefined;
  for (const point of measureGrowth({ suite: 'nightly', seed, steer: values.steer, tests: 2 * tests })) {
    if (point.tests <= tests) half = point.coverage;
    whole = point.coverage;
  }
  return compareWithActualHits(half!, whole!);
}

function format({ holes, promised, hit }: HoleCosts): string {
  if (holes === 0) return `no holes with a cost below ${tests}`;
  return `${holes} holes with a cost below ${tests}, ${promised.toFixed(1)} of them promised, ${hit} hit, ratio ${(hit / promised).toFixed(2)}`;
}
