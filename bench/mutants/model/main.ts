import { progressOf } from '../progress.js';
import { allMutants, inSampleOrder, judgeMutants, nameOf, type SampleRequest } from './judge-sample.js';
import { isAlive, type JudgedMutant } from './judged.js';
import type { ModelMutant } from './mutants.js';
import { readModelResults, stillTrue, writeModelResults } from './results.js';
import { killedShare, outcomesText } from './table.js';
import { unitOfFile } from './units.js';

/** What to judge, and what to keep. */
export interface ModelRequest extends SampleRequest {
  /** Go on from `bench/results/model-mutants.json` and keep what is judged there. */
  readonly write: boolean;
}

/** Share of a fresh sample that has to be killed, of those for which no rule says that they make no difference (goals.md, C12). */
const FRESH_FLOOR = 0.97;

/** Mutants after which the file is written, and progress shown. */
const KEPT_EVERY = 20;

/**
 * Judges a sample of the model's mutants and prints those that live and did not when the results were stored; false where there are some,
 * or where a fresh sample misses its floor.
 */
export async function runModelMutants(request: ModelRequest): Promise<boolean> {
  const { fresh, seed, units, write } = request;
  if (fresh) console.log(`seed ${seed}; again: npm run mutants -- ${freshLine(request)}`);
  const all = allMutants();
  const wanted = inSampleOrder(all, seed)
    .filter(({ file }) => units.length === 0 || units.includes(unitOfFile(file)))
    .slice(0, request.sample);
  const stored = readModelResults();
  const lived = new Set(stored?.judged.filter(({ status }) => status !== 'killed').map(nameOf));
  const judged = new Map((write ? stillTrue(stored) : []).map((each) => [nameOf(each), each]));
  const due = wanted.filter((mutant) => !judged.has(nameOf(mutant)));
  const keep = (): void => {
    if (write) writeModelResults({ ...headOf(request, all), judged: inOrder(all, judged) });
  };
  const step = progressOf('mutants', due.length, KEPT_EVERY);
  let survivors = 0;
  await judgeMutants(due, request, (each) => {
    judged.set(nameOf(each), each);
    if (isAlive(each) && !lived.has(nameOf(each))) {
      survivors++;
      console.log(describe(each));
    }
    if (step()) keep();
  });
  keep();
  const results = inOrder(wanted, judged);
  const share = killedShare(results);
  console.log(
    `${results.length} of ${all.length} mutants judged: ${outcomesText(results)}, ${survivors} of them new; ${(share * 100).toFixed(2)} % of those that can be told are killed`,
  );
  return fresh ? share >= FRESH_FLOOR : survivors === 0;
}

/** Arguments that draw the same sample and judge it in the same way. */
function freshLine({ sample, seed, pool, units, unitTests }: ModelRequest): string {
  const words = ['--model', '--fresh', sample, '--seed', seed, '--tests', pool];
  const more = [...units.flatMap((unit) => ['--unit', unit]), ...(unitTests ? [] : ['--random-only'])];
  return [...words, ...more].join(' ');
}

function inOrder(
  mutants: readonly ModelMutant[],
  judged: ReadonlyMap<string, JudgedMutant>,
): readonly JudgedMutant[] {
  return mutants.flatMap((mutant) => judged.get(nameOf(mutant)) ?? []);
}

function headOf({ seed, pool }: SampleRequest, all: readonly ModelMutant[]) {
  const mutants: Record<string, number> = {};
  for (const { file } of all) mutants[unitOfFile(file)] = (mutants[unitOfFile(file)] ?? 0) + 1;
  return { seed, pool, mutants };
}

function describe({ status, file, line, operator, change }: JudgedMutant): string {
  return `${status}: ${operator} at ${file}.ts:${line}: ${change}`;
}
