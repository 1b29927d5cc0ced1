import { createHash } from 'node:crypto';
import { storeRun } from '../sole-killers.js';
import { formatTable, tally } from '../table.js';
import { judgeMutants } from './judge.js';
import { computeKilledShare, isKilled, type JudgedMutant, OUTCOMES } from './judged.js';
import { findMutants, getMutantName, type ModelMutant } from './mutants.js';
import { getUnit, listMutableFiles, readModule } from './units.js';

/** Which mutants to judge, and how. */
export interface ModelRequest {
  /** The seed for choosing the sample and for all tests. */
  readonly seed: string;
  /** Number of mutants to judge. A smaller sample is a subset of a larger one. */
  readonly sample: number;
  /** The units whose mutants to judge, or all of them if the list is empty. */
  readonly units: readonly string[];
  /** Whether to store which mutants were detected by only one rule. */
  readonly write: boolean;
}

/** Minimum killed fraction of a sample, not counting equivalent mutants (goals.md, C12). */
const FLOOR = 0.97;

/** Number of mutants between progress lines. */
const PROGRESS_INTERVAL = 20;

/** Judges a sample of the model's mutants and prints the survivors. Returns false if too few are killed. */
export async function runModelMutants({ seed, sample, units, write }: ModelRequest): Promise<boolean> {
  console.log(`seed ${seed}`);
  const all = listMutableFiles().flatMap((file) => findMutants(file, readModule(file)));
  const chosen = sortByHash(all, seed)
    .filter(({ file }) => units.length === 0 || units.includes(getUnit(file)))
    .slice(0, sample);
  const judged: JudgedMutant[] = [];
  const started = performance.now();
  await judgeMutants(chosen, seed, write, (result) => {
    judged.push(result);
    if (!isKilled(result) && result.outcome !== 'equivalent') console.log(describe(result));
    const minutes = Math.floor((performance.now() - started) / 60_000);
    if (judged.length % PROGRESS_INTERVAL === 0)
      console.error(`${judged.length} of ${chosen.length} mutants, ${minutes} min`);
  });
  const score = computeKilledShare(judged);
  console.log(
    `${formatCounts(judged)}\n${judged.length} of ${all.length} mutants judged; ${(score * 100).toFixed(2)}% of the distinguishable ones are killed`,
  );
  if (write)
    storeRun('model', {
      mutants: judged.length,
      score,
      alone: tally(judged.flatMap(({ alone }) => alone ?? [])),
    });
  return score >= FLOOR;
}

/** Sorts mutants by hash, so every prefix is a fair sample. */
function sortByHash(mutants: readonly ModelMutant[], seed: string): readonly ModelMutant[] {
  const getRank = (mutant: ModelMutant): string =>
    createHash('sha256')
      .update(`${seed} ${getMutantName(mutant)}`)
      .digest('hex');
  const ranked = mutants.map((mutant) => ({ mutant, rank: getRank(mutant) }));
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ mutant }) => mutant);
}

/** Formats the outcomes of each unit's mutants as a table. */
export function formatCounts(judged: readonly JudgedMutant[]): string {
  const row = (name: string, mutants: readonly JudgedMutant[]): (string | number)[] => {
    const counts = tally(mutants.map(({ outcome }) => outcome));
    return [name, ...OUTCOMES.map((outcome) => counts[outcome] ?? 0)];
  };
  const getMutantUnit = ({ mutant }: JudgedMutant): string => getUnit(mutant.file);
  const units = [...new Set(judged.map(getMutantUnit))].sort();
  const rows = units.map((unit) =>
    row(
      unit,
      judged.filter((mutant) => getMutantUnit(mutant) === unit),
    ),
  );
  return formatTable(['unit', ...OUTCOMES], [...rows, row('all', judged)]);
}

function describe({ mutant: { file, operator, change }, outcome }: JudgedMutant): string {
  return `${outcome}: ${operator} in ${file}: ${change}`;
}
