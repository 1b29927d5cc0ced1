import { parseArgs } from 'node:util';
import { searchExcluded } from '../../../closure/aim/search-holes.js';
import { collectGeneratedValues, isGenerated } from '../../../closure/reachability/drawn-values.js';
import { type ExcludedBin, writeExcludedBins } from '../../../closure/reachability/excluded-bins.js';
import { readExcludedBins } from '../../../closure/reachability/index.js';
import { proveExcluded } from '../../../closure/reachability/prove.js';
import { createEmptyCoverage } from '../../../coverage/index.js';
import { openCorpus } from '../../../harness/programs/index.js';
import { readMergedCoverage } from '../../../harness/run-directory/index.js';

/**
 * Matches bins of the coverpoints, but not the crosses, in `registers`. The crosses also depend on the generation.
 */
const FIELD_BIN = /^registers\/(?!generation x )([^/]*)\/(.*)$/;

/** Writes `data/excluded-bins.json`: why each excluded bin cannot be hit, or the tests that tried. */
export function writeReachability(): void {
  const { values, positionals: paths } = parseArgs({
    options: { aim: { type: 'string' }, draw: { type: 'string' } },
    allowPositionals: true,
  });
  const corpus = openCorpus();
  const earlierRows = new Map(readExcludedBins().map((row) => [row.bin, row]));
  const rows = proveExcluded(
    paths.length === 0 ? createEmptyCoverage() : readMergedCoverage(paths),
    corpus,
    earlierRows,
  ).map((row) => keepEarlierResults(row, earlierRows.get(row.bin), paths.length === 0));
  const drawnValues =
    values.draw === undefined ? undefined : collectGeneratedValues(Number(values.draw), corpus);

  for (const [index, row] of rows.entries()) {
    if (row.proof !== undefined) continue;
    const [, field, bin] = FIELD_BIN.exec(row.bin) ?? [];
    if (field !== undefined && bin !== undefined) {
      if (drawnValues === undefined) continue;
      if (isGenerated(drawnValues, field, bin))
        throw new Error(`${row.bin} is excluded, but random draws hit it`);
      rows[index] = { ...row, drawn: drawnValues.scenarios };
    } else if (values.aim !== undefined) {
      rows[index] = { ...row, aimed: searchExcluded(row.bin, Number(values.aim)) };
      console.log(`${row.bin}: ${values.aim} tests`);
    }
    writeExcludedBins(rows);
  }
  writeExcludedBins(rows);
  for (const kind of ['facts', 'descriptors', 'rule', undefined]) {
    const count = rows.filter(({ proof }) => proof?.by === kind).length;
    console.log(`${count} excluded bins, proof: ${kind ?? 'none (tests only)'}`);
  }
}

/** Copies earlier results that this run does not replace, and the test counts if `keepsCounts` is set. */
function keepEarlierResults(
  row: ExcludedBin,
  earlierRow: ExcludedBin | undefined,
  keepsCounts: boolean,
): ExcludedBin {
  if (earlierRow === undefined) return row;
  const { tests, hit, aimed, drawn: drawnScenarios } = earlierRow;
  return {
    ...row,
    ...(keepsCounts ? { tests, hit } : {}),
    ...(aimed === undefined || row.proof !== undefined ? {} : { aimed }),
    ...(drawnScenarios === undefined || row.proof !== undefined ? {} : { drawn: drawnScenarios }),
  };
}
