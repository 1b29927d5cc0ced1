import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupBy } from '../../../arch/index.js';
import { formatTextTable, makeColumns } from '../../../harness/text/index.js';
import { judgeMutants, reachWithTests } from './judge.js';
import { getUnit, listMutableFiles, readModule } from './modules.js';
import { findMutants, getMutantName, type ModelMutant } from './mutants.js';
import { ALIVE, findReason, isMeasured } from './not-measured.js';
import { chooseTests, listNightlyTests, TEST_OUTCOMES, type TestOutcome } from './pool.js';

/** Options for measuring what a night's tests would notice in the model. */
export interface ActivationRequest {
  /** The seed of the tests, and for choosing the sample. */
  readonly seed: string;
  /** Number of nightly tests. */
  readonly count: number;
  /** Number of reached mutants to run tests on. A smaller sample is a subset of a larger one. */
  readonly sample: number;
  /** The units whose mutants are measured, or an empty list for all units. */
  readonly units: readonly string[];
}

/** Minimum fraction of mutants that the tests must reach, and of those reached that rules must kill. */
const FLOOR = 0.97;

/**
 * What became of a mutant. `equivalent`: no passing test can tell, for a stated reason. `not reached`: in no test
 * would its change have given another value, so no rule can detect it. `not run`: it was reached, but is not in the
 * sample. Otherwise, the strongest outcome of its tests.
 */
export type Outcome = 'equivalent' | 'not reached' | 'not run' | TestOutcome;

/** A mutant's unit, and what became of it. */
export interface MutantResult {
  readonly mutant: Pick<ModelMutant, 'file'>;
  readonly outcome: Outcome;
}

/**
 * Runs nightly tests once on a model that contains all mutants' changes beside the original expressions, and then tests
 * that reach a mutant on a sample of those that are reached. Prints the mutants that no test reaches and those that
 * none sees, and the counts by unit. Returns false if there are too many of either.
 */
export async function printActivation({ seed, count, sample, units }: ActivationRequest): Promise<boolean> {
  console.log(`seed ${seed}`);
  const all = listMutableFiles()
    .filter((file) => units.length === 0 || units.includes(getUnit(file)))
    .flatMap((file) => findMutants(file, readModule(file)))
    .filter(isMeasured);
  const mutants = all.filter(({ isTie }) => !isTie);
  const outcomes = new Map<ModelMutant, Outcome>(
    all.map((mutant) => [mutant, mutant.isTie ? 'equivalent' : 'not run']),
  );
  const settle = (mutant: ModelMutant, outcome: Outcome): void => {
    outcomes.set(mutant, outcome);
    const { operator, file, change } = mutant;
    const reason = outcome === 'not reached' ? undefined : findReason(mutant, ALIVE)?.reason;
    if (outcome !== 'rule' && outcome !== 'equivalent')
      console.log(`${outcome}${reason ? ` (${reason})` : ''}: ${operator} in ${file}: ${change}`);
  };
  const folder = mkdtempSync(join(tmpdir(), 'pops-mutants-'));
  let testsRun = 0;
  try {
    const pool = await reachWithTests(mutants, listNightlyTests(seed, count), folder);
    testsRun = pool.length;
    const tasks = mutants.map((mutant, index) => ({ mutant, tests: chooseTests(pool, index) }));
    for (const { mutant, tests } of tasks)
      if (tests.length === 0) settle(mutant, findReason(mutant) === undefined ? 'not reached' : 'equivalent');
    const reached = tasks.filter(({ tests }) => tests.length > 0);
    const judged = sortByHash(reached, seed).slice(0, sample);
    const sampled = judged.values();
    for await (const results of judgeMutants(judged, folder))
      settle(sampled.next().value!.mutant, TEST_OUTCOMES.find((outcome) => results.includes(outcome))!);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const results = [...outcomes].map(([mutant, outcome]) => ({ mutant, outcome }));
  console.log(formatActivation(results));
  const excused = mutants.filter((mutant) => outcomes.get(mutant) === 'equivalent');
  for (const [reason, group] of groupBy(excused, (mutant) => findReason(mutant)?.reason))
    console.log(`equivalent: ${group.length} of ${reason}`);
  console.log(`equivalent: ${all.length - mutants.length} that only pick between two equal numbers`);
  const { reached, rule, failed } = computeFractions(results);
  const format = (fraction: number): string => `${(100 * fraction).toFixed(2)}%`;
  console.log(
    `${testsRun} of ${count} nightly tests ran, and reach ${format(reached)} of ${mutants.length} mutants. Of a sample of at most ${sample} reached, rules kill ${format(rule)}, and other failures ${format(failed)}.`,
  );
  return reached >= FLOOR && rule >= FLOOR;
}

/** Sorts by the mutants' hashes, so that every prefix is a random sample. */
function sortByHash<T extends { readonly mutant: ModelMutant }>(
  tasks: readonly T[],
  seed: string,
): readonly T[] {
  const rank = ({ mutant }: T): string =>
    createHash('sha256')
      .update(`${seed} ${getMutantName(mutant)}`)
      .digest('hex');
  const ranked = tasks.map((task) => ({ task, rank: rank(task) }));
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ task }) => task);
}

/**
 * Returns the fraction of mutants, less the equivalent, that tests reach, and the fractions of those run that rules and
 * only other failures kill.
 */
export function computeFractions(results: readonly MutantResult[]) {
  const countOf = (...wanted: readonly Outcome[]): number =>
    results.filter(({ outcome }) => wanted.includes(outcome)).length;
  const run = countOf(...TEST_OUTCOMES);
  const reached = run + countOf('not run');
  return {
    reached: reached / Math.max(1, reached + countOf('not reached')),
    rule: countOf('rule') / Math.max(1, run),
    failed: countOf('failed') / Math.max(1, run),
  };
}

const COLUMNS = ['not reached', ...TEST_OUTCOMES, 'equivalent', 'not run'] as const;

/** Formats a table of what became of each unit's mutants. */
export function formatActivation(results: readonly MutantResult[]): string {
  const format = (name: string, group: readonly MutantResult[]): string[] => [
    name,
    `${group.length}`,
    ...COLUMNS.map((column) => `${group.filter(({ outcome }) => outcome === column).length}`),
  ];
  const byUnit = [...groupBy(results, ({ mutant }) => getUnit(mutant.file))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return formatTextTable(makeColumns('unit', '>mutants', ...COLUMNS.map((column) => `>${column}`)), [
    ...byUnit.map(([unit, group]) => format(unit, group)),
    format('all', results),
  ]);
}
