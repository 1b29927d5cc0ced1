import { openCorpus } from '../../../harness/programs/index.js';
import { checkProgram } from '../../../shaders/check/index.js';
import {
  type Corpus,
  type CorpusRecord,
  decodeRecord,
  MUTANT_OPERATORS,
  PROGRAM_VARIATIONS,
  type ProgramVariation,
  replaceWords,
} from '../../../stimulus/index.js';
import { formatSeed, type RuleId } from '../../../transactions/index.js';
import { storeRun } from '../sole-killers.js';
import { formatTable, tally } from '../table.js';
import { checkMutant, findPathViolations, type ProgramMutantResult, ROOT } from './judge.js';

/** The chips and wave sizes whose programs to mutate, one pair per generation. */
const TARGETS = [
  ['vega10', 64],
  ['navi10', 32],
  ['navi21', 32],
  ['navi31', 32],
] as const;

/** Maximum number of scenes for each variant of a mutant. */
const SCENES = 8;
/** Number of scenes for each variation: one with a small `count` and one with a large `count`. */
const VARIATION_SCENES = 2;

/** Minimum fraction of the non-equivalent mutants that must be killed (goals.md, C1). */
const FLOOR = 0.95;

/**
 * Checks all mutants and all legal variations of all programs, or of `sample` programs per chip. Returns
 * false if too many mutants survive or a variation fails.
 */
export function runProgramMutants(sample: number | undefined, write: boolean): boolean {
  const corpus = openCorpus();
  const records = choosePrograms(corpus, sample);
  const judged = records.flatMap((record) => {
    const program = decodeRecord(record);
    return MUTANT_OPERATORS.flatMap((operator) =>
      operator.mutants(program).map((mutant) => {
        const result = checkMutant(record, operator, mutant, corpus, SCENES);
        if (result.outcome === 'survived' || result.outcome === 'misjudged')
          console.log(
            `${result.outcome}: ${operator.name} of ${record.id} at pc 0x${mutant.pc.toString(16)} ${result.rules.join(' ')}`,
          );
        return result;
      }),
    );
  });
  const score = computeMutationScore(judged);
  console.log(`${formatCounts(judged)}\n${(score * 100).toFixed(2)}% of the distinguishable ones are killed`);
  let [varied, failed] = [0, 0];
  for (const record of records)
    for (const variation of PROGRAM_VARIATIONS) {
      const found = checkVariation(record, variation, corpus, VARIATION_SCENES);
      if (found === undefined) continue;
      varied++;
      if (found.verdict === 'pass') continue;
      failed++;
      console.log(`${found.verdict}: ${variation.name} of ${record.id} ${found.rules.join(' ')}`.trimEnd());
    }
  console.log(`${varied} legal variations, of which ${failed} do not pass`);
  const soleDetectors = judged.flatMap(({ outcome, rules }) =>
    outcome === 'killed' && rules.length === 1 ? rules : [],
  );
  if (write) storeRun('programs', { mutants: judged.length, score, alone: tally(soleDetectors) });
  return score >= FLOOR && failed === 0;
}

/** Returns the programs of all targets in file order, except those that already violate a rule. */
function choosePrograms(corpus: Corpus, sample = Number.POSITIVE_INFINITY): readonly CorpusRecord[] {
  return TARGETS.flatMap(([chip, wave]) => {
    const clean = corpus.records(chip, wave).filter((record) => findPathViolations(record).length === 0);
    const count = Math.min(sample, clean.length);
    return Array.from({ length: count }, (_, index) => clean[Math.floor((index * clean.length) / count)]!);
  });
}

/** Returns the fraction of the non-equivalent mutants that were killed, from 0 to 1. */
export function computeMutationScore(judged: readonly ProgramMutantResult[]): number {
  const effective = judged.filter(({ outcome }) => outcome !== 'equivalent');
  return effective.filter(({ outcome }) => outcome === 'killed').length / effective.length;
}

/** Formats the outcomes of each operator's mutants as a table. */
export function formatCounts(judged: readonly ProgramMutantResult[]): string {
  const outcomes = ['killed', 'equivalent', 'misjudged', 'survived'] as const;
  const rows = [...new Set(judged.map(({ operator }) => operator))].map((operator) => {
    const counts = tally(
      judged.filter((mutant) => mutant.operator === operator).map(({ outcome }) => outcome),
    );
    return [operator, ...outcomes.map((outcome) => counts[outcome] ?? 0)];
  });
  return formatTable(['operator', ...outcomes], rows);
}

/**
 * Runs `check` on a variation of a program's first variant, and returns the verdict and the errors. Returns
 * undefined if the variation does not apply to the program.
 */
export function checkVariation(
  record: CorpusRecord,
  variation: ProgramVariation,
  corpus: Corpus,
  scenes: number,
): { readonly verdict: string; readonly rules: readonly RuleId[] } | undefined {
  const words = variation.vary(decodeRecord(record));
  if (words === undefined) return undefined;
  const { id, gfx, variants } = record;
  const varied = { ...replaceWords(record, words), variants: [variants[0]!] };
  const subject = { id, gfx, file: id, record: varied, assumed: [] };
  const { verdict, violations } = checkProgram(subject, { seeds: scenes, seed: formatSeed(ROOT) }, corpus);
  const errors = violations.filter(({ violation }) => violation.severity === 'error');
  const rules = errors.map(({ violation }) => violation.rule as RuleId);
  return { verdict, rules };
}
