import type { CoverageData, TestReference } from '../../coverage/index.js';
import { formatKnobSettings, quoteShellWord, readSeed } from '../../harness/basics/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import type { FaultKill } from '../../harness/run-directory/index.js';
import { formatCommand } from '../../harness/selection/index.js';
import {
  checkSuiteOutput,
  formatStepLine,
  makeStepProgress,
  printJson,
  printNote,
  printResult,
} from '../../harness/terminal/index.js';
import { UsageError } from '../../transactions/index.js';
import {
  type CoverageOptions,
  type FirstHitTest,
  formatFirstHitCommand,
  getFirstHitTest,
} from '../coverage/coverage-options.js';
import { formatRanking } from './difference-text.js';
import { createPinnedSuite, type PinnedSuiteDocument, pinTestId } from './pinned-suite.js';
import { type CoverageRanking, findRankCandidates, rankCoverage } from './rank-coverage.js';

/**
 * Creates a suite file that runs only the ranked tests. The file records their kills and their coverage, which every run
 * of the suite checks. Throws `UsageError` if the tests come from different suites or selections, which one run
 * cannot mix.
 */
export function createRankedSuite(
  { ranked, reached }: Pick<CoverageRanking, 'ranked' | 'reached'>,
  kills: readonly FaultKill<TestReference>[],
  text: string,
): PinnedSuiteDocument {
  const tests = ranked.map(({ test }) => test);
  const firstHits = tests.map((test) => getFirstHitTest(test)!);
  const { suite, root, overrides } = requireOneSuite(tests);
  const idByTest = new Map(firstHits.map((hit, i) => [tests[i]!, pinTestId(tests[i]!.name, hit.root)]));
  const killerIds = Object.fromEntries(kills.map(({ fault, by }) => [fault, idByTest.get(by)!]));
  return {
    text,
    ...createPinnedSuite({ suite, seed: readSeed(root), overrides }, [...idByTest.values()]),
    ranked: { bins: reached, kills: killerIds },
  };
}

/**
 * Returns the first of the given tests that can be rerun. Throws `UsageError` if there is none, or if those that can be
 * rerun differ in suite or selection.
 */
function requireOneSuite(tests: readonly TestReference[]): FirstHitTest {
  const hits = tests.map(getFirstHitTest).filter((hit) => hit !== undefined);
  const [first] = hits;
  if (first === undefined)
    throw new UsageError(
      tests.length === 0
        ? 'No test to write: no passing test covers a bin'
        : 'No test to write: none of the tests can be rerun by name, because they come from a suite file or from outside "pops-tb run"',
    );
  const selections = [...new Set(hits.map(formatSelection))];
  if (selections.length > 1)
    throw new UsageError(
      `Cannot write one suite from runs that differ in suite, chips, knobs or faults (${selections.join('; ')}): rank only runs with the same settings`,
    );
  return first;
}

function formatSelection({ suite, overrides: { chips, knobs, faults } }: FirstHitTest): string {
  return [suite, ...chips, ...formatKnobSettings(knobs), ...faults].join(' ');
}

/** Runs `coverage rank`: finds the cheapest tests that reach the coverage in `data`, merged from `paths`. */
export function rank(data: CoverageData, paths: readonly string[], { out, json }: CoverageOptions): void {
  if (out !== undefined) {
    checkSuiteOutput(out);
    requireOneSuite(findRankCandidates(data));
  }
  const progress = makeStepProgress();
  const startedAt = performance.now();
  const ranking = rankCoverage(data, openCorpus(), {
    onStep: (done, total) => {
      const seconds = (performance.now() - startedAt) / 1000;
      progress.update(formatStepLine('rank', { done, total, unit: 'candidates' }, seconds));
    },
  });
  progress.stop();
  if (out !== undefined) writeSuite(out, ranking, paths);
  const formatTest = (test: TestReference): string => formatFirstHitCommand(test) ?? test.name;
  if (json === true) {
    printJson({ ...ranking, ranked: ranking.ranked.map((row) => ({ ...row, repro: formatTest(row.test) })) });
  } else printResult(formatRanking(ranking, formatTest));
}

function writeSuite(file: string, ranking: CoverageRanking, paths: readonly string[]): void {
  const suite = createRankedSuite(ranking, [], `${ranking.reached} bins covered by ${paths.join(', ')}`);
  writeAtomic(file, `${JSON.stringify(suite, null, 2)}\n`);
  printNote(`Wrote ${file}: run it with ${formatCommand('run', quoteShellWord(file))}`);
}
