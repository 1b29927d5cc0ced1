import { readSeed, testSeed } from '../../base/basics/index.js';
import { killMatrixFile, readKillMatrix } from '../../closure/qualify/index.js';
import { type PinnedSuiteDocument, rankCoverage, rankedSuite } from '../../closure/rank/index.js';
import { COVERAGE_MODEL, type CoverageData, type TestReference } from '../../coverage/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { parseTestName } from '../../harness/selection/index.js';

/** The root seed of the tests in the kill matrix. */
const KILLERS_SEED = '0x5eed';
/** Upper bound on the number of tests of one sequence in the kill matrix. */
const KILLERS_MAX = 500;

/** Where the tests come from, and how many to choose. */
export interface SmokePool {
  readonly data: CoverageData;
  /** The description of the suite. */
  readonly text: string;
  /** Maximum work of the tests that are included only for coverage. */
  readonly work: number;
}

/**
 * Chooses the tests that a smoke run begins with: the killers in the kill matrix, then the tests of the pool
 * that raise the score most for their work.
 */
export function rankedSmoke(
  { data, text, work }: SmokePool,
  print: (line: string) => void,
): PinnedSuiteDocument {
  const { kills, killers } = killTests();
  const { ranked, reached, covered } = rankCoverage(data, openCorpus(), {
    given: killers,
    worth: shareOfScore(),
    costMax: work,
    faults: [],
    onStep: (done, total) => {
      if (done % 50 === 0) print(`${done}/${total} candidates`);
    },
  });
  print(
    `${reached} of ${covered} bins of the pool, with ${killers.length} killers and ${ranked.length} others`,
  );
  const first = killers.map((test) => ({ test, completed: 0, covered: 0, cost: 0 }));
  // The pool was run with another suite, but each id names its root seed, so any suite with these sequences
  // will do.
  const others = ranked.map((row) => ({ ...row, test: { ...row.test, run: inSmoke(row.test.run) } }));
  return rankedSuite({ ranked: [...first, ...others], reached, kills }, text);
}

/** The share of each bin in the score, with all covergroups concatenated. */
function shareOfScore(): number[] {
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

/** Returns the killing tests in the kill matrix, without repeats, and the faults that each one kills. */
function killTests() {
  const killers = new Map<string, TestReference>();
  const kills = readKillMatrix(killMatrixFile()).map(({ id: fault, killer }) => {
    const name = killer.replace(/~.*/, '');
    const by = killers.get(name) ?? referenceOf(name);
    killers.set(name, by);
    return { fault, by };
  });
  return { kills, killers: [...killers.values()] };
}

/**
 * Refers to a test in the kill matrix by its name. Its number within its sequence is the one that produces
 * its seed.
 */
function referenceOf(name: string): TestReference {
  const { sequence, seed } = parseTestName(name);
  const root = readSeed(KILLERS_SEED);
  const numbers = Array.from({ length: KILLERS_MAX }, (_, index) => index);
  const number = numbers.find((index) => testSeed(root, sequence, index) === seed);
  if (number === undefined)
    throw new Error(
      `${name} is not among the first ${KILLERS_MAX} tests of ${KILLERS_SEED}: qualify wrote the kill matrix with another seed`,
    );
  return { run: `smoke@${KILLERS_SEED} *`, index: 0, name: `${sequence}.${number}` };
}

function inSmoke(run: string): string {
  return run.replace(/^[\w-]+@/, 'smoke@');
}
