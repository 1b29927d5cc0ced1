import { parseArgs } from 'node:util';
import { generateSeed } from '../../base/basics/index.js';
import { FAULTS, formatSeed } from '../../transactions/index.js';
import { type FaultResult, measureTimeToFind, warmUp } from './time-to-find.js';

/** Maximum median time to find a fault, in CPU seconds. */
const MEDIAN_LIMIT = 1;
/** Maximum time to find any fault, in CPU seconds. */
const WORST_LIMIT = 120;
const WARM_UP_TESTS = 100;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: formatSeed(generateSeed()) },
    limit: { type: 'string', default: '240' },
    steer: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
});
const { seed, only, steer } = values;
const faults = FAULTS.filter(({ id }) => only.length === 0 || only.includes(id));
console.log(`${faults.length} faults, each in a ${steer ? 'steered ' : ''}nightly run with seed ${seed}`);
warmUp(seed, WARM_UP_TESTS);
const results = faults.map(({ id }) => {
  const result = measureTimeToFind(id, { seed, steer, limit: Number(values.limit) });
  console.log(formatResult(result));
  return result;
});
summarize(results);

function formatResult({ fault, tests, seconds, rule }: FaultResult): string {
  return `${fault.padEnd(5)} ${seconds.toFixed(2).padStart(7)} s  ${String(tests).padStart(5)} tests  ${rule ?? 'not found'}`;
}

function summarize(results: readonly FaultResult[]): void {
  const times = results.map(({ rule, seconds }) => (rule === undefined ? Number.POSITIVE_INFINITY : seconds));
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1];
  const worst = sorted.at(-1)!;
  const missed = results.filter(({ rule }) => rule === undefined).map(({ fault }) => fault);
  console.log(
    `median ${median.toFixed(2)} s (limit ${MEDIAN_LIMIT}), worst ${worst.toFixed(2)} s (limit ${WORST_LIMIT})`,
  );
  if (missed.length > 0) console.log(`not found within ${values.limit} s: ${missed.join(', ')}`);
  if (median > MEDIAN_LIMIT || worst > WORST_LIMIT) process.exitCode = 1;
}
