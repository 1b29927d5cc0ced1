import { quoteShellWord } from '../../base/basics/index.js';
import { writeAtomic } from '../../base/output/index.js';
import {
  checkSuiteOutput,
  makeStepProgress,
  printJson,
  printNote,
  printResult,
} from '../../base/terminal/index.js';
import type { CoverageData, TestReference } from '../../coverage/index.js';
import { readOverrides } from '../../harness/options/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { formatCommand } from '../../harness/selection/index.js';
import { type FaultId, PROJECT_FAULTS } from '../../transactions/index.js';
import type { CoverageOptions } from '../coverage/coverage-options.js';
import { formatFirstHitCommand } from '../coverage/first-hit.js';
import { formatRanking } from './difference-text.js';
import { type CoverageRanking, findRankCandidates, rankCoverage } from './rank-coverage.js';
import { createRankedSuite, requireOneSuite } from './ranked-suite.js';

/** The `--fault` value that selects every fault. */
const EVERY_FAULT = 'all';
/** The `--fault` value that selects no fault. */
const NO_FAULT = 'none';

/** Runs `coverage rank`: finds the cheapest tests that reach the coverage in `data`, merged from `paths`. */
export function rank(
  data: CoverageData,
  paths: readonly string[],
  { out, fault, json }: CoverageOptions,
): void {
  if (out !== undefined) {
    checkSuiteOutput(out);
    requireOneSuite(findRankCandidates(data));
  }
  const faults = fault === undefined && out === undefined ? [] : selectFaultsToKill(fault);
  const progress = makeStepProgress('rank');
  const ranking = rankCoverage(data, openCorpus(), { faults, onStep: progress.update });
  progress.stop();
  if (out !== undefined) writeSuite(out, ranking, paths);
  const formatTest = (test: TestReference): string => formatFirstHitCommand(test) ?? test.name;
  if (json === true) {
    printJson({ ...ranking, ranked: ranking.ranked.map((row) => ({ ...row, repro: formatTest(row.test) })) });
  } else printResult(formatRanking(ranking, formatTest));
}

/** Returns the faults that a ranked suite must still kill: all, none, or those named. */
function selectFaultsToKill([...names]: readonly string[] = [EVERY_FAULT]): readonly FaultId[] {
  if (names.length > 1 || (names[0] !== EVERY_FAULT && names[0] !== NO_FAULT))
    return readOverrides({ fault: names }).faults;
  return names[0] === NO_FAULT ? [] : PROJECT_FAULTS.map(({ id }) => id);
}

/** Writes a suite file that runs only the ranked tests. */
function writeSuite(file: string, ranking: CoverageRanking, paths: readonly string[]): void {
  const suite = createRankedSuite(ranking, `${ranking.reached} bins covered by ${paths.join(', ')}`);
  writeAtomic(file, `${JSON.stringify(suite, null, 2)}\n`);
  printNote(`Wrote ${file}: run it with ${formatCommand('run', quoteShellWord(file))}`);
}
