import { openCorpus, readMergedCoverage } from '../../regression/index.js';
import { writeLeftOutBins } from '../../regression/reachability/left-out-bins.js';
import { proveLeftOut } from '../../regression/reachability/prove.js';

const paths = process.argv.slice(2);
if (paths.length === 0) throw new Error('Missing paths: expected run directories whose tests were tried');
const rows = proveLeftOut(readMergedCoverage(paths), openCorpus());
writeLeftOutBins(rows);
for (const kind of ['facts', 'descriptors', 'rule', undefined]) {
  const own = rows.filter(({ proof }) => proof?.by === kind).length;
  console.log(`${own} bins: ${kind ?? 'tests alone'}`);
}
