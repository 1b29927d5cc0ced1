import { Progress } from '../progress.js';
import { EQUIVALENT_MUTANTS } from './equivalents/index.js';
import { allMutants, inSampleOrder, judgeMutants, nameOf, type SampleRequest } from './judge-sample.js';
import { isAlive, type JudgedMutant, knownEquivalent, staleEquivalents } from './judged.js';
import type { ModelMutant } from './mutants.js';
import { readModelResults, stillTrue, writeModelResults } from './results.js';
import { countBy, formatStatuses, isKilledInRuns, killedShare, outcomesText } from './table.js';
import { unitOfFile } from './units.js';

/** What to judge, and what to keep. */
export interface ModelRequest extends SampleRequest {
  /** Go on from `bench/results/model-mutants.json` and keep what is judged there. */
  readonly write: boolean;
  /** Judge those again that lived before. */
  readonly again: boolean;
}

/** Share of the mutants that are not equivalent which has to be killed (goals.md, C1). */
const FLOOR = 0.95;

/** The same of a fresh sample. */
const FRESH_FLOOR = 0.97;

/** Mutants after which the file is written, and progress shown. */
const KEPT_EVERY = 20;

/** Judges a sample of the model's mutants and prints what became of them; false where the floor is missed or the table is wrong. */
export async function runModelMutants(request: ModelRequest): Promise<boolean> {
  const { fresh, seed } = request;
  if (fresh) console.log(`seed ${seed}; again: npm run mutants -- ${freshLine(request)}`);
  const all = allMutants();
  const wanted = inSampleOrder(all, request.seed)
    .filter(({ file }) => request.units.length === 0 || request.units.includes(unitOfFile(file)))
    .filter((mutant) => !request.equivalents || knownEquivalent(mutant, EQUIVALENT_MUTANTS) !== undefined)
    .slice(0, request.equivalents ? undefined : request.sample);
  const before = request.write ? stillTrue(readModelResults()) : [];
  const judged = new Map(before.flatMap(asKnown).map((each) => [nameOf(each), each]));
  const due = wanted.filter((mutant) => isDue(judged.get(nameOf(mutant)), request.again));
  const keep = (): void => {
    if (request.write) writeModelResults({ ...headOf(request, all), judged: inOrder(all, judged) });
  };
  const progress = new Progress('mutants', due.length, KEPT_EVERY);
  await judgeMutants(due, request, (each) => {
    judged.set(nameOf(each), each);
    if (isAlive(each)) console.log(describe(each));
    if (progress.step()) keep();
  });
  keep();
  return report(all, inOrder(wanted, judged), fresh ? FRESH_FLOOR : FLOOR);
}

/** Arguments that draw the same sample and judge it in the same way. */
function freshLine({ sample, seed, pool, budget, units, unitTests }: ModelRequest): string {
  const words = ['--model', '--fresh', sample, '--seed', seed, '--tests', pool, '--budget', budget];
  const more = [...units.flatMap((unit) => ['--unit', unit]), ...(unitTests ? [] : ['--random-only'])];
  return [...words, ...more].join(' ');
}

/** What was judged before by what is known of it now; nothing where it was called equivalent and no longer is. */
function asKnown(mutant: JudgedMutant): readonly JudgedMutant[] {
  if (mutant.status === 'killed') return [mutant];
  const known = knownEquivalent(mutant, EQUIVALENT_MUTANTS);
  if (known !== undefined) return [{ ...mutant, status: 'equivalent', reason: known.reason }];
  return mutant.status === 'equivalent' ? [] : [mutant];
}

function isDue(before: JudgedMutant | undefined, again: boolean): boolean {
  return before === undefined || (again && before.status !== 'killed');
}

function inOrder(
  mutants: readonly ModelMutant[],
  judged: ReadonlyMap<string, JudgedMutant>,
): readonly JudgedMutant[] {
  return mutants.flatMap((mutant) => judged.get(nameOf(mutant)) ?? []);
}

function headOf({ seed, pool, budget }: SampleRequest, all: readonly ModelMutant[]) {
  const mutants: Record<string, number> = {};
  for (const { file } of all) mutants[unitOfFile(file)] = (mutants[unitOfFile(file)] ?? 0) + 1;
  return { seed, pool, budget, mutants };
}

function describe({ status, file, line, operator, change }: JudgedMutant): string {
  return `${status}: ${operator} at ${file}.ts:${line}: ${change}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

function report(all: readonly ModelMutant[], judged: readonly JudgedMutant[], floor: number): boolean {
  console.log(
    formatStatuses(
      'unit',
      countBy(judged, ({ file }) => unitOfFile(file)),
    ),
  );
  console.log(
    `\n${formatStatuses(
      'operator',
      countBy(judged, ({ operator }) => operator),
    )}`,
  );
  const share = killedShare(judged);
  console.log(
    `${judged.length} of ${all.length} mutants judged: ${outcomesText(judged)}\n${percent(share)} of those that can be told are killed, ${percent(killedShare(judged, isKilledInRuns))} by random tests alone`,
  );
  const wrong = [
    ...staleEquivalents(all, EQUIVALENT_MUTANTS).map((entry) => `No mutant any more: ${nameOf(entry)}`),
    ...judged
      .filter(({ status }) => status === 'killed')
      .filter((each) => EQUIVALENT_MUTANTS.some((entry) => nameOf(entry) === nameOf(each)))
      .map((each) => `Called equivalent, but killed by ${each.rules.join(' ') || each.by}: ${nameOf(each)}`),
  ];
  for (const line of wrong) console.log(line);
  return share >= floor && wrong.length === 0;
}
