import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openCorpus } from '../../regression/index.js';
import { projectRoot } from '../project-root.js';
import type { Judged } from './judge.js';
import { type JudgedVariation, runVariations } from './judge-variation.js';
import { type MutantsRequest, runMutants } from './run.js';
import { countByOperator, countByVariation, formatCounts, mutationScore } from './table.js';

const USAGE = 'Usage: npm run mutants -- [--sample PROGRAMS] [--scenes N] [--write]';
const DEFAULT_SCENES = 8;

/** Scenes of a variation: one with a small `count`, one with a large one. */
const VARIATION_SCENES = 2;

/** Share of the mutants that are not equivalent which has to be killed (goals.md, C1). */
const FLOOR = 0.95;

interface Request extends Omit<MutantsRequest, 'corpus'> {
  /** Keep the table in `bench/results/mutants.json`. */
  readonly write: boolean;
}

function parseRequest(args: readonly string[]): Request | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        sample: { type: 'string' },
        scenes: { type: 'string', default: String(DEFAULT_SCENES) },
        write: { type: 'boolean', default: false },
      },
    });
    const sample = values.sample === undefined ? undefined : Number(values.sample);
    if (sample !== undefined && !isCount(sample))
      return `Invalid --sample: expected 1 or more, got ${values.sample}`;
    const scenes = Number(values.scenes);
    if (!isCount(scenes)) return `Invalid --scenes: expected 1 or more, got ${values.scenes}`;
    return { sample, scenes, write: values.write };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}

function run({ write, ...request }: Request): void {
  const corpus = openCorpus();
  const judged = printEach(runMutants({ ...request, corpus }), describeMutant);
  const operators = countByOperator(judged);
  const score = mutationScore(operators);
  console.log(
    `${formatCounts(operators)}\n${(score * 100).toFixed(2)} % of those that can be told are killed`,
  );
  const lawful = { ...request, scenes: VARIATION_SCENES };
  const varied = printEach(runVariations({ ...lawful, corpus }), describeVariation);
  const variations = countByVariation(varied);
  const failed = varied.filter(({ verdict }) => verdict !== 'pass').length;
  console.log(`${varied.length} lawful variations, of which ${failed} do not pass`);
  if (write) keep({ ...request, mutants: judged.length, score, operators, variations });
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

function keep(table: object): void {
  const folder = join(projectRoot(), 'bench', 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'mutants.json'), `${JSON.stringify(table, null, 2)}\n`);
}

const request = parseRequest(process.argv.slice(2));
if (typeof request === 'string') {
  console.error(`${request}\n${USAGE}`);
  process.exitCode = 2;
} else {
  run(request);
}
