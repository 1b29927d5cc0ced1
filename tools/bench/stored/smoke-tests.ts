import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { getKillMatrixPath, readKillMatrix } from '../../../closure/qualify/index.js';
import { createRankedSuite, type PinnedSuiteDocument, rankCoverage } from '../../../closure/rank/index.js';
import { COVERAGE_MODEL, type CoverageData, type TestReference } from '../../../coverage/index.js';
import { deriveTestSeed, readSeed } from '../../../harness/basics/index.js';
import { writeAtomic } from '../../../harness/output/index.js';
import { openCorpus } from '../../../harness/programs/index.js';
import { isRunDirectory, readCoverage } from '../../../harness/run-directory/index.js';
import { NO_OVERRIDES, parseTestName } from '../../../harness/selection/index.js';
import { DEFAULT_LIMITS } from '../../../harness/workers/index.js';
import { runSuite } from '../../../runs/run/run-suite.js';
import { getStoredTestsFile } from '../../../runs/run/stored-scenarios.js';

/** The seed of the steered nightly run that supplies the tests. */
const SEED = '0x7a9c5eed';
const TESTS = 2500;

/** The kill matrix's root seed. */
const KILLERS_SEED = '0x5eed';
/** How many tests of a sequence to search for a killer's seed. */
const MAX_TESTS = 500;

/** Writes `data/smoke-tests.json`, from the run in `--pool`, which it makes first if there is none. */
export async function writeSmokeTests(): Promise<void> {
  const { values } = parseArgs({
    options: {
      pool: { type: 'string', default: 'out/smoke-pool' },
      work: { type: 'string', default: '4000000' },
    },
  });
  if (!isRunDirectory(values.pool)) {
    console.log(`Running ${TESTS} steered tests in ${values.pool}`);
    await runSuite({
      runId: 'smoke-pool',
      suite: 'nightly',
      seed: readSeed(SEED),
      overrides: NO_OVERRIDES,
      count: TESTS,
      steer: true,
      first: [],
      knownIssues: [],
      limits: DEFAULT_LIMITS,
      workers: availableParallelism(),
      outDir: values.pool,
    });
  }
  const description = `tests that kill each fault, plus the tests from a steered nightly run (seed ${SEED}, ${TESTS} tests) that add the most coverage per unit of work; written by npm run bench -- smoke-tests`;
  const pool = { data: readCoverage(values.pool), description, maxWork: Number(values.work) };
  const suite = rankSmokeTests(pool, console.log);
  writeAtomic(getStoredTestsFile(), `${JSON.stringify(suite, undefined, 2)}\n`);
  console.log(`Wrote ${suite.pinned.length} tests to ${getStoredTestsFile()}`);
}

/** The tests to choose from, and the limit on the total work of those chosen. */
interface SmokePool {
  readonly data: CoverageData;
  /** The description to write into the suite. */
  readonly description: string;
  /** Maximum total work of the tests chosen for their coverage alone. */
  readonly maxWork: number;
}

/**
 * Chooses the tests that a smoke run starts with: the killers in the kill matrix, then the pool tests that raise
 * the score most per unit of work.
 */
function rankSmokeTests(
  { data, description, maxWork }: SmokePool,
  print: (line: string) => void,
): PinnedSuiteDocument {
  const { kills, killers } = readKillers();
  const { ranked, reached, covered } = rankCoverage(data, openCorpus(), {
    alwaysRun: killers,
    worth: computeScoreFractions(),
    maxCost: maxWork,
    onStep: (done, total) => {
      if (done % 50 === 0) print(`${done}/${total} candidates`);
    },
  });
  print(
    `${reached} of ${covered} bins in the pool reached by ${killers.length} killers and ${ranked.length} others`,
  );
  const killerRows = killers.map((test) => ({ test, completed: 0, covered: 0, cost: 0 }));
  // The pool was run with another suite, but each test id contains its root seed, so any suite that has these
  // sequences will do.
  const otherRows = ranked.map((row) => ({ ...row, test: { ...row.test, run: toSmokeRun(row.test.run) } }));
  return createRankedSuite({ ranked: [...killerRows, ...otherRows], reached }, kills, description);
}

/** Returns each bin's fraction of the score, over all covergroups in order. */
function computeScoreFractions(): number[] {
  return COVERAGE_MODEL.groups.flatMap(({ compiled }) => {
    const { weight = 1 } = compiled.definition;
    const counted = compiled.items.map(
      ({ first, count }) =>
        compiled.bins.slice(first, first + count).filter(({ kind }) => kind === 'count').length,
    );
    const sum = compiled.items.reduce((all, item, index) => all + (counted[index]! > 0 ? item.weight : 0), 0);
    return compiled.items.flatMap((item, index) =>
      Array.from({ length: item.count }, () => (weight * item.weight) / sum / Math.max(1, counted[index]!)),
    );
  });
}

/** Returns the distinct killing tests in the kill matrix, and which of them kills each fault. */
function readKillers() {
  const killers = new Map<string, TestReference>();
  const kills = readKillMatrix(getKillMatrixPath()).map(({ id: fault, killer }) => {
    const name = killer.replace(/~.*/, '');
    const reference = killers.get(name) ?? createReference(name);
    killers.set(name, reference);
    return { fault, by: reference };
  });
  return { kills, killers: [...killers.values()] };
}

/** Returns a reference to a test in the kill matrix. Uses the seed to look up the test's index within its sequence. */
function createReference(name: string): TestReference {
  const { sequence, seed } = parseTestName(name);
  const root = readSeed(KILLERS_SEED);
  const indexes = Array.from({ length: MAX_TESTS }, (_, index) => index);
  const testIndex = indexes.find((index) => deriveTestSeed(root, sequence, index) === seed);
  if (testIndex === undefined)
    throw new Error(
      `${name} is not among the first ${MAX_TESTS} tests of ${KILLERS_SEED}: the kill matrix was written with a different seed`,
    );
  return { run: `smoke@${KILLERS_SEED} *`, index: 0, name: `${sequence}.${testIndex}` };
}

function toSmokeRun(run: string): string {
  return run.replace(/^[\w-]+@/, 'smoke@');
}
