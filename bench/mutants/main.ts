import { openCorpus } from '../../regression/index.js';
import { type ProgramRequest, parseRequest, USAGE } from './arguments.js';
import type { Judged } from './judge.js';
import { type JudgedVariation, runVariations } from './judge-variation.js';
import { runModelMutants } from './model/main.js';
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

function runPrograms({ write, sample, scenes }: ProgramRequest): void {
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
  if (score < FLOOR || failed > 0) process.exitCode = 1;
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

function printRules(): void {
  const kills = keptSoleKills();
  console.log(formatSoleKills(kills));
  if (soleShare(kills) < SOLE_FLOOR) process.exitCode = 1;
}

const request = parseRequest(process.argv.slice(2));
if (typeof request === 'string') {
  console.error(`${request}\n${USAGE}`);
  process.exitCode = 2;
} else if (request.kind === 'model') {
  if (!(await runModelMutants(request))) process.exitCode = 1;
} else if (request.kind === 'rules') {
  printRules();
} else if (request.kind === 'statement') {
  if (!(await printKiller(request.id))) process.exitCode = 1;
} else if (request.kind === 'statements') {
  const { lost, text } = await renewKillers();
  console.log(text);
  if (lost.length > 0) process.exitCode = 1;
} else {
  runPrograms(request);
}
