import {
  type BinRow,
  type CoverageData,
  type CoverageModel,
  createEmptyCoverage,
  findCheapestHoles,
  findHoles,
  getBinRows,
  summariseCoverage,
  withoutUnknownGroups,
} from '../../coverage/index.js';
import { matchesGlob, quoteShellWord, readSeed } from '../../harness/basics/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { formatBinName } from '../../harness/records/index.js';
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
  type AimTarget,
  getAimTarget,
  type SearchResult,
  searchForHoles,
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
import { type Seed, UsageError } from '../../transactions/index.js';
import { type CoverageOptions, getFirstHitTest, readCheckedWaivers } from '../coverage/coverage-options.js';
import { createPinnedSuite } from '../rank/pinned-suite.js';
import { formatAimedHoles, formatAimResult } from './aim-text.js';

/** Maximum number of known tests to try. */
const MAX_TESTS = 20;

/**
 * Returns the tests that were the first in past runs to hit the target or reach one of its goals, rarest bins first.
 * Includes only tests from the given sequences (in any suite) that have no fixed knobs, chips or faults. `rows` are those
 * of the whole coverage model.
 */
export function findKnownTests(
  { bin, goals }: AimTarget,
  sequences: readonly WeightedSequence[],
  data: CoverageData,
  rows: readonly BinRow[] = getBinRows(data),
): PlannedTest[] {
  const names = new Set(sequences.map(({ sequence }) => sequence.name));
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

/**
 * Returns the names of the holes, cheapest first, with the number of further tests expected to hit half of the similar
 * ones. Holes with an unknown likelihood come last.
 */
export function rankHolesByCost(
  data: CoverageData,
  model: CoverageModel,
): ReadonlyMap<string, number | undefined> {
  const cheapest = findCheapestHoles(data, summariseCoverage(data, model).tests.passed, model);
  const costs = new Map(cheapest.map(({ row, tests }) => [formatBinName(row), tests]));
  for (const name of findHoles(data, model).map(formatBinName))
    if (!costs.has(name)) costs.set(name, undefined);
  return costs;
}

/** What every search of a command or a night draws tests from. */
export function openSource(seed: Seed) {
  return {
    seed,
    sequences: selectSequences(findSuite(NIGHTLY_SUITE), undefined, NO_OVERRIDES),
    corpus: openCorpus(),
  };
}

/** Writes the tests to a suite file, along with a description of what they target. */
export function writeTargetedSuite(file: string, text: string, tests: readonly string[], seed: Seed): void {
  const document = createPinnedSuite({ suite: NIGHTLY_SUITE, seed, overrides: NO_OVERRIDES }, tests);
  writeAtomic(file, `${JSON.stringify({ text, ...document }, null, 2)}\n`);
}

/** Returns the command that reruns a test. */
export function formatRerunCommand({ sequence, seed }: PlannedTest): string {
  return formatReproLine({ suite: NIGHTLY_SUITE, sequence, seed }, NO_OVERRIDES);
}

/** Returns a test as it appears in JSON output, or null if there is none. */
function toTestJson(test: PlannedTest | undefined): object | null {
  return test === undefined ? null : { test: formatTestId(test), repro: formatRerunCommand(test) };
}

const DEFAULT_MS = 60_000;
const DEFAULT_SEED = '0x1';
/** The wildcard in patterns for bin names. */
const WILDCARD = '*';

/** How a search for one bin differs from a search for the holes of runs that match a pattern. */
interface AimObjective {
  readonly bins: readonly string[];
  /** Coverage of past runs, whose tests are tried first. */
  readonly past: CoverageData;
  /** Number of tests between progress notes, and the note. */
  readonly noteInterval: number;
  readonly formatNote: (tried: number, hits: number) => string;
  /** The purpose of the suite file. */
  readonly formatPurpose: (hits: number) => string;
  readonly toJson: (result: SearchResult) => object;
  readonly format: (result: SearchResult, width: number) => string;
}

/**
 * `coverage aim BIN [RUN…]`: searches for a test that hits a bin or, if the name is a pattern, for tests that hit
 * matching holes. Rewrites the suite file whenever it finds a test, so an interrupted search loses nothing. The exit code
 * is 3 if a bin is not hit.
 */
export function runAim([bin, ...runs]: readonly string[], options: CoverageOptions): ExitCode {
  const { time, count = Number.POSITIVE_INFINITY, seed = DEFAULT_SEED, out, json } = options;
  if (out !== undefined) checkSuiteOutput(out);
  const endTime =
    performance.now() + (time ?? (options.count === undefined ? DEFAULT_MS : Number.POSITIVE_INFINITY));
  const source = openSource(readSeed(seed));
  const { bins, past, ...objective } = bin!.includes(WILDCARD)
    ? aimAtHoles(bin!, runs, options)
    : aimAtBin(bin!, runs, options);
  const hitTests: PlannedTest[] = [];
  let hitCount = 0;
  let lastNoted = 0;
  const result = searchForHoles({
    ...source,
    findKnown: (target) => findKnownTests(target, source.sequences, past),
    targets: bins.map((name) => getAimTarget(name)),
    onHit: (test, newHitCount) => {
      hitTests.push(test);
      hitCount += newHitCount;
      if (out !== undefined)
        writeTargetedSuite(out, objective.formatPurpose(hitCount), hitTests.map(formatTestId), source.seed);
    },
    shouldStop: (tried) => {
      if (tried - lastNoted === objective.noteInterval) {
        lastNoted = tried;
        printNote(objective.formatNote(tried, hitCount));
      }
      return tried >= count || performance.now() > endTime;
    },
  });
  if (json === true) printJson(objective.toJson(result));
  else printResult(objective.format(result, getTableWidth(RESULTS)));
  if (out !== undefined && hitCount > 0)
    printNote(`Wrote ${out}: run it with ${formatCommand('run', quoteShellWord(out))}`);
  return hitCount === bins.length ? EXIT.OK : EXIT.GATE;
}

function aimAtHoles(pattern: string, runs: readonly string[], { waivers }: CoverageOptions): AimObjective {
  if (runs.length === 0)
    throw new UsageError(
      `Missing run: pattern "${pattern}" selects holes, so it needs at least one run directory after it`,
    );
  checkPattern(pattern);
  const past = readMergedCoverage(runs);
  const model = withoutUnknownGroups(past, readCheckedWaivers(waivers, past).model);
  const bins = [...rankHolesByCost(past, model).keys()].filter((bin) => matchesGlob(bin, pattern));
  const nameHoles = ({ holes }: SearchResult) => holes.map((hole, index) => ({ bin: bins[index]!, ...hole }));
  return {
    ...{ bins, past, noteInterval: 200 },
    formatNote: (tried, hits) =>
      `${formatQuantity(tried, 'test')} tried, ${formatNumber(hits)} of ${formatQuantity(bins.length, 'hole')} hit`,
    formatPurpose: (hits) => `hits ${formatQuantity(hits, 'hole')} of ${runs.join(', ')}`,
    toJson: (result) => ({
      holes: nameHoles(result).map(({ bin, tried, reached, missing, found }) => ({
        ...{ bin, tried, goals: reached, missing, steps: reached + missing.length },
        found: toTestJson(found),
      })),
      tried: result.tried,
      failed: result.failed.map(toTestJson),
    }),
    format: (result, width) => formatAimedHoles(nameHoles(result), result, formatRerunCommand, width),
  };
}

function aimAtBin(bin: string, runs: readonly string[], { waivers }: CoverageOptions): AimObjective {
  if (waivers !== undefined)
    throw new UsageError(
      `Cannot use --waivers with a single bin: waivers only apply to patterns (names with ${WILDCARD})`,
    );
  getAimTarget(bin);
  return {
    ...{ bins: [bin], noteInterval: 50 },
    past: runs.length === 0 ? createEmptyCoverage() : readMergedCoverage(runs),
    formatNote: (tried) => `${formatQuantity(tried, 'test')} tried`,
    formatPurpose: () => `hits ${bin}`,
    toJson: ({ holes: [hole], tried, failed, goals }) => {
      const { found, nearest, reached } = hole!;
      return {
        ...{ bin, found: toTestJson(found), tried },
        nearest: nearest === undefined ? null : { ...toTestJson(nearest), goals: reached },
        ...{ failed: failed.map(toTestJson), goals },
      };
    },
    format: (result, width) => formatAimResult(bin, result, formatRerunCommand, width),
  };
}

/** Throws `UsageError` if no bin that counts towards the score matches the pattern. */
function checkPattern(pattern: string): void {
  const matching = getBinRows(createEmptyCoverage()).filter((row) =>
    matchesGlob(formatBinName(row), pattern),
  );
  if (matching.length === 0)
    throw new UsageError(
      `Unknown bins "${pattern}": no bin matches; "pops-tb coverage holes RUN --all" lists the unhit bins of a run`,
    );
  if (matching.every(({ kind }) => kind !== 'count'))
    throw new UsageError(
      `Cannot target "${pattern}": ${matching.length === 1 ? 'the only matching bin is' : `all ${formatNumber(matching.length)} matching bins are`} excluded from the score; "pops-tb coverage show RUN --group ${matching[0]!.group}" shows why`,
    );
}
