import { parseArgs } from 'node:util';
import { parseShard } from '../../harness/options/index.js';
import { FAULTS } from '../../transactions/index.js';
import { formatLoneFault, formatTrial } from './groups-text.js';
import { findLoneFaults } from './lone-faults.js';
import { tryPairs } from './try-pairs.js';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '40' },
    seed: { type: 'string', default: '0x32' },
    tests: { type: 'string', default: '100' },
    /** Try only shard i of n, written as i/n. */
    shard: { type: 'string', default: '1/1' },
    /** Try single faults instead of pairs: those listed with `--only`, or else all of them. */
    alone: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
});
const { pairs, seed, only } = values;
if (values.alone) {
  const faults = FAULTS.map(({ id }) => id);
  let [failing, oneGroup] = [0, 0];
  for (const single of findLoneFaults(
    only.length === 0 ? faults : faults.filter((id) => only.includes(id)),
    seed,
  )) {
    failing++;
    if (single.groups.length === 1) oneGroup++;
    else console.log(formatLoneFault(single));
  }
  console.log(`${oneGroup} of ${failing} faults that are detectable on their own form a single group`);
} else {
  const shard = parseShard(values.shard);
  const options = { seed, tests: Number(values.tests), triageMs: Number.POSITIVE_INFINITY, shard };
  for await (const trial of tryPairs(Number(pairs), options)) console.log(formatTrial(trial));
}
