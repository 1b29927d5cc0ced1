import { type CoverageData, emptyCoverage } from '../coverage/index.js';
import {
  type Aimed,
  aim,
  aimTarget,
  findSuite,
  knownTests,
  lineToPaste,
  NO_OVERRIDES,
  openCorpus,
  type PlannedTest,
  pinnedSuite,
  readMergedCoverage,
  readSeed,
  reproLine,
  selectSequences,
  shellWord,
  testId,
  writeWhole,
} from '../regression/index.js';
import { aimText, counted } from '../report/index.js';
import { NIGHTLY_SUITE } from '../stimulus/index.js';
import { UsageError } from '../transactions/index.js';
import type { CoverageOptions } from './coverage-options.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { printJson, printNote, printResult, tableWidth } from './terminal.js';

const DEFAULT_MS = 60_000;
const DEFAULT_SEED = '0x1';
/** Tests between two notes of how far the search is. */
const NOTE_EVERY = 50;

/** `coverage aim BIN [RUN…]`: searches for a test that hits a bin. Exit code 3 where it finds none. */
export function runAim([bin, ...runs]: readonly string[], options: CoverageOptions): ExitCode {
  const { time, count, seed = DEFAULT_SEED, out, json } = options;
  if (out?.endsWith('.json') === false)
    throw new UsageError(`Invalid --out ${out}: expected a name that ends in .json`);
  const target = aimTarget(bin!);
  const past: CoverageData = runs.length === 0 ? emptyCoverage() : readMergedCoverage(runs);
  const root = readSeed(seed);
  const sequences = selectSequences(findSuite(NIGHTLY_SUITE), undefined, NO_OVERRIDES);
  const ends = performance.now() + (time ?? (count === undefined ? DEFAULT_MS : Number.POSITIVE_INFINITY));
  const aimed = aim({
    target,
    seed: root,
    suite: NIGHTLY_SUITE,
    sequences,
    known: knownTests(target, sequences, past),
    corpus: openCorpus(),
    ended: (tried) => {
      if (tried > 0 && tried % NOTE_EVERY === 0) printNote(`${counted(tried, 'test')} tried`);
      return tried >= (count ?? Number.POSITIVE_INFINITY) || performance.now() > ends;
    },
  });
  if (json === true) printJson({ bin, ...documentOf(aimed) });
  else printResult(aimText(bin!, aimed, lineOf, tableWidth(process.stdout)));
  if (aimed.found !== undefined && out !== undefined) {
    const suite = { suite: NIGHTLY_SUITE, seed: root, overrides: NO_OVERRIDES };
    writeWhole(
      out,
      `${JSON.stringify({ text: `hits ${bin}`, ...pinnedSuite(suite, [testId(aimed.found)]) }, null, 2)}\n`,
    );
    printNote(`Wrote ${out}: run it with ${lineToPaste('run', shellWord(out))}`);
  }
  return aimed.found === undefined ? EXIT.GATE : EXIT.OK;
}

function documentOf({ found, nearest, failed, tried, goals }: Aimed): object {
  const told = (test: PlannedTest): object => ({ test: testId(test), repro: lineOf(test) });
  return {
    found: found === undefined ? null : told(found),
    tried,
    nearest: nearest === undefined ? null : { ...told(nearest.test), goals: nearest.goals },
    failed: failed.map(told),
    goals,
  };
}

function lineOf({ sequence, seed }: PlannedTest): string {
  return reproLine({ suite: NIGHTLY_SUITE, sequence, seed }, NO_OVERRIDES);
}
