import { readSeed } from '../../base/basics/index.js';
import {
  checkSuiteOutput,
  EXIT,
  type ExitCode,
  getTableWidth,
  printJson,
  printNote,
  printResult,
  RESULTS,
} from '../../base/terminal/index.js';
import { formatQuantity } from '../../base/text/index.js';
import { type CoverageData, createEmptyCoverage } from '../../coverage/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { readMergedCoverage } from '../../harness/run-directory/index.js';
import { findSuite, NO_OVERRIDES, selectSequences } from '../../harness/selection/index.js';
import { NIGHTLY_SUITE } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import type { CoverageOptions } from '../coverage/coverage-options.js';
import { type AimResult, aim } from './aim.js';
import { formatAimResult } from './aim-text.js';
import {
  formatRerunCommand,
  printRunHint,
  type TargetingSession,
  toTargetedTestJson,
  writeTargetedSuite,
} from './aimed-tests.js';
import { runHoleSearch } from './coverage-aim-holes.js';
import { findKnownTests } from './known-tests.js';
import { getAimTarget } from './target.js';

const DEFAULT_MS = 60_000;
const DEFAULT_SEED = '0x1';
/** Number of tests between progress notes. */
const NOTE_INTERVAL = 50;
/** The wildcard in patterns for bin names. */
const WILDCARD = '*';

/**
 * `coverage aim BIN [RUN…]`: searches for a test that hits a bin or, if the name is a pattern, for tests that hit
 * matching holes. The exit code is 3 if a bin is not hit.
 */
export function runAim([bin, ...runs]: readonly string[], options: CoverageOptions): ExitCode {
  const { time, count, seed = DEFAULT_SEED, out } = options;
  if (out !== undefined) checkSuiteOutput(out);
  const endTime = performance.now() + (time ?? (count === undefined ? DEFAULT_MS : Number.POSITIVE_INFINITY));
  const session: TargetingSession = {
    seed: readSeed(seed),
    suite: NIGHTLY_SUITE,
    sequences: selectSequences(findSuite(NIGHTLY_SUITE), undefined, NO_OVERRIDES),
    corpus: openCorpus(),
    isExhausted: (tried) => tried >= (count ?? Number.POSITIVE_INFINITY) || performance.now() > endTime,
  };
  return bin!.includes(WILDCARD)
    ? runHoleSearch(bin!, runs, session, options)
    : aimAtBin(bin!, runs, session, options);
}

function aimAtBin(
  bin: string,
  runs: readonly string[],
  session: TargetingSession,
  { out, json, waivers }: CoverageOptions,
): ExitCode {
  if (waivers !== undefined)
    throw new UsageError(
      `Cannot use --waivers with a single bin: waivers only apply to patterns (names with ${WILDCARD})`,
    );
  const target = getAimTarget(bin);
  const past: CoverageData = runs.length === 0 ? createEmptyCoverage() : readMergedCoverage(runs);
  const result = aim({
    ...session,
    target,
    known: findKnownTests(target, session.sequences, past),
    shouldStop: (tried) => {
      if (tried > 0 && tried % NOTE_INTERVAL === 0) printNote(`${formatQuantity(tried, 'test')} tried`);
      return session.isExhausted(tried);
    },
  });
  if (json === true) printJson({ bin, ...createDocument(result, session) });
  else
    printResult(
      formatAimResult(bin, result, (test) => formatRerunCommand(test, session), getTableWidth(RESULTS)),
    );
  if (result.found !== undefined && out !== undefined) {
    writeTargetedSuite(out, `hits ${bin}`, [result.found], session);
    printRunHint(out);
  }
  return result.found === undefined ? EXIT.GATE : EXIT.OK;
}

function createDocument(
  { found, nearest, failed, tried, goals }: AimResult,
  session: TargetingSession,
): object {
  return {
    found: found === undefined ? null : toTargetedTestJson(found, session),
    tried,
    nearest:
      nearest === undefined ? null : { ...toTargetedTestJson(nearest.test, session), goals: nearest.goals },
    failed: failed.map((test) => toTargetedTestJson(test, session)),
    goals,
  };
}
