import { createHash } from 'node:crypto';
import { testMutants } from './judge.js';
import { getUnit, listMutableFiles, readModule } from './modules.js';
import {
  computeModelScore,
  formatCountTable,
  isKilled,
  type MutantResult,
  OUTCOMES,
  tally,
} from './mutant-result.js';
import { findMutants, getMutantName, type ModelMutant } from './mutants.js';

/** Options for testing model mutants. */
export interface ModelRequest {
  /** The seed for choosing the sample and for all tests. */
  readonly seed: string;
  /** Number of mutants to test. A smaller sample is a subset of a larger one. */
  readonly sample: number;
  /** The units whose mutants are tested, or an empty list for all units. */
  readonly units: readonly string[];
}

/** Minimum fraction of a sample's non-equivalent mutants that must be killed (goals.md, C12). */
const FLOOR = 0.97;

/** Number of mutants between progress lines. */
const PROGRESS_INTERVAL = 20;

/** Tests a sample of the model's mutants and prints the survivors. Returns false if too few are killed. */
export async function runModelMutants({ seed, sample, units }: ModelRequest): Promise<boolean> {
  console.log(`seed ${seed}`);
  const allMutants = listMutableFiles().flatMap((file) => findMutants(file, readModule(file)));
  const chosen = sortByHash(allMutants, seed)
    .filter(({ file }) => units.length === 0 || units.includes(getUnit(file)))
    .slice(0, sample);
  const results: MutantResult[] = [];
  const startTime = performance.now();
  await testMutants(chosen, seed, (result) => {
    results.push(result);
    if (!isKilled(result) && result.outcome !== 'equivalent') console.log(describeResult(result));
    const minutes = Math.floor((performance.now() - startTime) / 60_000);
    if (results.length % PROGRESS_INTERVAL === 0)
      console.error(`${results.length} of ${chosen.length} mutants, ${minutes} min`);
  });
  const score = computeModelScore(results);
  console.log(
    `${formatCounts(results)}\n${results.length} of ${allMutants.length} mutants tested; ${(score * 100).toFixed(2)}% of the non-equivalent mutants were killed`,
  );
  return score >= FLOOR;
}

/** Sorts mutants by hash, so that every prefix is a random sample. */
function sortByHash(mutants: readonly ModelMutant[], seed: string): readonly ModelMutant[] {
  const getRank = (mutant: ModelMutant): string =>
    createHash('sha256')
      .update(`${seed} ${getMutantName(mutant)}`)
      .digest('hex');
  const ranked = mutants.map((mutant) => ({ mutant, rank: getRank(mutant) }));
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ mutant }) => mutant);
}

/** Formats a table that counts the outcomes of each unit's mutants. */
export function formatCounts(results: readonly MutantResult[]): string {
  const createRow = (name: string, mutants: readonly MutantResult[]): (string | number)[] => {
    const counts = tally(mutants.map(({ outcome }) => outcome));
    return [name, ...OUTCOMES.map((outcome) => counts[outcome] ?? 0)];
  };
  const getMutantUnit = ({ mutant }: MutantResult): string => getUnit(mutant.file);
  const units = [...new Set(results.map(getMutantUnit))].sort();
  const rows = units.map((unit) =>
    createRow(
      unit,
      results.filter((mutant) => getMutantUnit(mutant) === unit),
    ),
  );
  return formatCountTable(['unit', ...OUTCOMES], [...rows, createRow('all', results)]);
}

function describeResult({ mutant: { file, operator, change }, outcome }: MutantResult): string {
  return `${outcome}: ${operator} in ${file}: ${change}`;
}
