import {
  type BinRow,
  type CoverageData,
  createEmptyCoverage,
  getBinRows,
  withoutUnknownGroups,
} from '../../coverage/index.js';
import { matchesGlob, quoteShellWord, readSeed } from '../../harness/basics/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { readMergedCoverage } from '../../harness/run-directory/index.js';
import {
  findSuite,
  formatCommand,
  formatReproLine,
  formatTestId,
  hasNoOverrides,
  NO_OVERRIDES,
  type PlannedTest,
  parseTestId,
  selectSequences,
  type WeightedSequence,
} from '../../harness/selection/index.js';
import {
  type AimResult,
  type AimSource,
  type AimTarget,
  aim,
  aimAtHoles,
  getAimTarget,
} from '../../harness/steering/index.js';
import {
  checkSuiteOutput,
  EXIT,
  type ExitCode,
  getTableWidth,
  printJson,
  printNote,
  printResult,
  RESULTS,
} from '../../harness/terminal/index.js';
import { formatNumber, formatQuantity } from '../../harness/text/index.js';
import { NIGHTLY_SUITE } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import { type CoverageOptions, getFirstHitTest, readCheckedWaivers } from '../coverage/coverage-options.js';
import { createPinnedSuite } from '../rank/pinned-suite.js';
import { formatAimedHoles, formatAimResult } from './aim-text.js';
import { listHolesByCost } from './hole-ways.js';

/** Maximum number of known tests to try. */
const MAX_TESTS = 20;

/**
 * Returns the tests that were the first in past runs to hit the target or reach one of its goals, rarest bins first.
 * Includes only tests from the given sequences (in any suite) that have no fixed knobs, chips or faults.
 */
export function findKnownTests(
  { bin, goals }: AimTarget,
  sequences: readonly WeightedSequence[],
  data: CoverageData,
): PlannedTest[] {
  const names = new Set(sequences.map(({ sequence }) => sequence.name));
  const rows = getBinRows(data);
  const binsByRarity = goals
    .flatMap(({ bins }) => bins)
    .sort((a, b) => rows[a]!.passed.tests - rows[b]!.passed.tests);
  const tests = new Map<string, PlannedTest>();
  for (const binIndex of [bin, ...binsByRarity]) {
    const { first } = rows[binIndex]!.passed;
    const test = first && getFirstHitTest(first);
    if (first === undefined || test === undefined) continue;
    if (!names.has(test.sequence) || !hasNoOverrides(test.overrides)) continue;
    const { index } = parseTestId(first.name);
    tests.set(test.seed, { sequence: test.sequence, index, root: test.root, seed: test.seed });
  }
  return [...tests.values()].slice(0, MAX_TESTS);
}

/** The source of a command's tests, plus its time and test budget. */
interface TargetingSession extends AimSource {
  readonly suite: string;
  /** Returns whether the time or test budget is used up. */
  readonly isExhausted: (testsTried: number) => boolean;
}

/** Writes the tests to a suite file, along with a description of what they target. */
function writeTargetedSuite(
  file: string,
  text: string,
  tests: readonly PlannedTest[],
  { suite, seed }: TargetingSession,
): void {
  const document = createPinnedSuite({ suite, seed, overrides: NO_OVERRIDES }, tests.map(formatTestId));
  writeAtomic(file, `${JSON.stringify({ text, ...document }, null, 2)}\n`);
}

function printRunHint(file: string): void {
  printNote(`Wrote ${file}: run it with ${formatCommand('run', quoteShellWord(file))}`);
}

/** Returns a test as it appears in JSON output. */
function toTargetedTestJson(
  test: PlannedTest,
  session: TargetingSession,
): { readonly test: string; readonly repro: string } {
  return { test: formatTestId(test), repro: formatRerunCommand(test, session) };
}

/** Returns the command that reruns a test. */
export function formatRerunCommand(
  { sequence, seed }: PlannedTest,
  { suite }: { readonly suite: string },
): string {
  return formatReproLine({ suite, sequence, seed }, NO_OVERRIDES);
}

/** Number of tests between progress notes of a search for several bins. */
const HOLES_NOTE_INTERVAL = 200;

/**
 * `coverage aim PATTERN RUN…`: searches for tests that hit the matching holes of the runs. Rewrites the suite file
 * whenever it finds a test, so an interrupted search loses nothing. The exit code is 3 if holes remain.
 */
function runHoleSearch(
  pattern: string,
  runs: readonly string[],
  session: TargetingSession,
  { out, json, waivers }: CoverageOptions,
): ExitCode {
  if (runs.length === 0)
    throw new UsageError(
      `Missing run: pattern "${pattern}" selects holes, so it needs at least one run directory after it`,
    );
  checkPattern(pattern);
  const past = readMergedCoverage(runs);
  const bins = listHolesByCost(
    past,
    withoutUnknownGroups(past, readCheckedWaivers(waivers, past).model),
  ).filter((bin) => matchesGlob(bin, pattern));
  const hitTests: PlannedTest[] = [];
  let hitCount = 0;
  let lastNotedCount = 0;
  const result = aimAtHoles({
    ...session,
    findKnown: (target) => findKnownTests(target, session.sequences, past),
    targets: bins.map((bin) => getAimTarget(bin)),
    onHit: (test, newHitCount) => {
      hitTests.push(test);
      hitCount += newHitCount;
      if (out !== undefined)
        writeTargetedSuite(
          out,
          `hits ${formatQuantity(hitCount, 'hole')} of ${runs.join(', ')}`,
          hitTests,
          session,
        );
    },
    shouldStop: (tried) => {
      if (tried - lastNotedCount === HOLES_NOTE_INTERVAL) {
        lastNotedCount = tried;
        printNote(
          `${formatQuantity(tried, 'test')} tried, ${formatNumber(hitCount)} of ${formatQuantity(bins.length, 'hole')} hit`,
        );
      }
      return session.isExhausted(tried);
    },
  });
  const rows = result.holes.map((hole, index) => ({ bin: bins[index]!, ...hole }));
  if (json === true) {
    const describeTest = (test: PlannedTest): object => toTargetedTestJson(test, session);
    const documentRows = rows.map((row) => ({
      ...row,
      found: row.found === undefined ? null : describeTest(row.found),
    }));
    printJson({ holes: documentRows, tried: result.tried, failed: result.failed.map(describeTest) });
  } else {
    const formatRerunLine = (test: PlannedTest): string => formatRerunCommand(test, session);
    printResult(formatAimedHoles({ ...result, holes: rows }, formatRerunLine, getTableWidth(RESULTS)));
  }
  if (out !== undefined && hitCount > 0) printRunHint(out);
  return hitCount === bins.length ? EXIT.OK : EXIT.GATE;
}

/** Throws `UsageError` if no bin that counts towards the score matches the pattern. */
function checkPattern(pattern: string): void {
  const matching = getBinRows(createEmptyCoverage()).filter((row) => matchesGlob(formatName(row), pattern));
  if (matching.length === 0)
    throw new UsageError(
      `Unknown bins "${pattern}": no bin matches; "pops-tb coverage holes RUN --all" lists the unhit bins of a run`,
    );
  if (matching.every(({ kind }) => kind !== 'count'))
    throw new UsageError(
      `Cannot target "${pattern}": ${matching.length === 1 ? 'the only matching bin is' : `all ${formatNumber(matching.length)} matching bins are`} excluded from the score; "pops-tb coverage show RUN --group ${matching[0]!.group}" shows why`,
    );
}

function formatName({ group, item, bin }: BinRow): string {
  return `${group}/${item}/${bin}`;
}

const DEFAULT_MS = 60_000;
const DEFAULT_SEED = '0x1';
/** Number of tests between progress notes of a search for one bin. */
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
