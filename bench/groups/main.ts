import { parseArgs } from 'node:util';
import { FAULTS } from '../../transactions/index.js';
import { loneText, triedText } from './groups-text.js';
import { splitFaults } from './split-faults.js';
import { tryPairs } from './try-pairs.js';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '40' },
    seed: { type: 'string', default: '0x32' },
    tests: { type: 'string', default: '100' },
    /** Try every nth pair only, so that several processes can share the work: `1/2` and `2/2`. */
    part: { type: 'string', default: '1/1' },
    /** Try single faults instead of pairs: all of them, or those listed with `--only`. */
    alone: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
});
const { pairs, seed, only } = values;
if (values.alone) {
  const faults = FAULTS.map(({ id }) => id);
  let [failing, oneGroup] = [0, 0];
  for (const lone of splitFaults(
    only.length === 0 ? faults : faults.filter((id) => only.includes(id)),
    seed,
  )) {
    failing++;
    if (lone.groups.length === 1) oneGroup++;
    else console.log(loneText(lone));
  }
  console.log(`${oneGroup} of ${failing} faults that fail on their own form one group`);
} else {
  const [part = 1, parts = 1] = values.part.split('/').map(Number);
  const triageMs = Number.POSITIVE_INFINITY;
  const options = { seed, tests: Number(values.tests), triageMs, part: part - 1, parts };
  for await (const tried of tryPairs(Number(pairs), options)) console.log(triedText(tried));
}
