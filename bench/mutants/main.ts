import { openCorpus } from '../../regression/index.js';
import type { Judged } from './judge.js';
import { type JudgedVariation, runVariations } from './judge-variation.js';
import { runModelMutants } from './model/main.js';
import { modelRequest, programRequest, readOptions, USAGE, type Values } from './requests.js';
import { writeProgramResults } from './results.js';
import { runMutants } from './run.js';
import { formatSoleKills, keptSoleKills, soleShare } from './sole-killers.js';
import { printKiller, renewKillers } from './statements/killers.js';
import { countByOperator, countByVariation, formatCounts, mutationScore } from './table.js';

/** Scenes of a variation: one with a small `count`, one with a large one. */
const VARIATION_SCENES = 2;

/** Share of the mutants that are not equivalent which has to be killed (goals.md, C1). */
const FLOOR = 0.95;

/** Share of the rules that have to be the only ones to see some fault or mutant (goals.md, C9). */
const SOLE_FLOOR = 0.6;

function runPrograms({ write, sample, scenes }: ReturnType<typeof programRequest>): boolean {
  const request = { sample, scenes };
  const corpus = openCorpus();
  const judged = printEach(runMutants({ ...request, corpus }), describeMutant);
  const operators = countByOperator(judged);
  const score = mutationScore(operators);
  console.log(
    `${formatCounts(operators)}\n${(score * 100).toFixed(2)} % of those that can be told are killed`,
  );
  const legal = { ...request, scenes: VARIATION_SCENES };
  const varied = printEach(runVariations({ ...legal, corpus }), describeVariation);
  const variations = countByVariation(varied);
  const failed = varied.filter(({ verdict }) => verdict !== 'pass').length;
  console.log(`${varied.length} legal variations, of which ${failed} do not pass`);
  if (write) writeProgramResults({ ...request, mutants: judged.length, score, operators, variations });
  return score >= FLOOR && failed === 0;
}

/** All of a list, with a line for each that has something to say as soon as it is known. */
function printEach<Item>(
  items: Iterable<Item>,
  describe: (item: Item) => string | undefined,
): readonly Item[] {
  const all: Item[] = [];
  for (const item of items) {
    all.push(item);
    const line = describe(item);
    if (line !== undefined) console.log(line);
  }
  return all;
}

function describeMutant({ outcome, operator, program, pc, rules }: Judged): string | undefined {
  if (outcome === 'killed' || outcome === 'equivalent') return undefined;
  return `${outcome}: ${operator} of ${program} at pc 0x${pc.toString(16)} ${rules.join(' ')}`.trimEnd();
}

function describeVariation({ verdict, variation, program, rules }: JudgedVariation): string | undefined {
  return verdict === 'pass'
    ? undefined
    : `${verdict}: ${variation} of ${program} ${rules.join(' ')}`.trimEnd();
}

function printRules(): boolean {
  const kills = keptSoleKills();
  console.log(formatSoleKills(kills));
  return soleShare(kills) >= SOLE_FLOOR;
}

/** Does what the options ask for; false where a floor is missed. */
async function run(values: Values): Promise<boolean> {
  if (values.rules) return printRules();
  if (values.statement !== undefined) return printKiller(values.statement);
  if (!values.statements)
    return values.model ? runModelMutants(modelRequest(values)) : runPrograms(programRequest(values));
  const { lost, text } = await renewKillers();
  console.log(text);
  return lost.length === 0;
}

try {
  if (!(await run(readOptions(process.argv.slice(2))))) process.exitCode = 1;
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 2;
}
