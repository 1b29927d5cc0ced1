import { openCorpus } from '../../../harness/programs/index.js';
import { checkProgram } from '../../../shaders/check/check-program.js';
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
import { checkMutant, findPathViolations, type ProgramMutantResult, ROOT_SEED } from './judge.js';

/** The chips and wave sizes whose programs are mutated, one pair per generation. */
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
  const results = records.flatMap((record) => {
    const program = decodeRecord(record);
    return MUTANT_OPERATORS.flatMap((operator) =>
      operator.mutants(program).map((mutant) => {
        const result = checkMutant(record, operator, mutant, corpus, SCENES);
        if (result.outcome === 'survived' || result.outcome === 'misjudged')
          console.log(
            `${result.outcome}: ${operator.name} in ${record.id} at pc 0x${mutant.pc.toString(16)} ${result.rules.join(' ')}`,
          );
        return result;
      }),
    );
  });
  const score = computeMutationScore(results);
  console.log(
    `${formatCounts(results)}\n${(score * 100).toFixed(2)}% of the non-equivalent mutants were killed`,
  );
  let [variationCount, failureCount] = [0, 0];
  for (const record of records)
    for (const variation of PROGRAM_VARIATIONS) {
      const result = checkVariation(record, variation, corpus, VARIATION_SCENES);
      if (result === undefined) continue;
      variationCount++;
      if (result.verdict === 'pass') continue;
      failureCount++;
      console.log(`${result.verdict}: ${variation.name} of ${record.id} ${result.rules.join(' ')}`.trimEnd());
    }
  console.log(`${variationCount} legal variations, ${failureCount} did not pass`);
  const soleDetectors = results.flatMap(({ outcome, rules }) =>
    outcome === 'killed' && rules.length === 1 ? rules : [],
  );
  if (write) storeRun('programs', { mutants: results.length, score, alone: tally(soleDetectors) });
  return score >= FLOOR && failureCount === 0;
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
export function computeMutationScore(results: readonly ProgramMutantResult[]): number {
  const distinguishable = results.filter(({ outcome }) => outcome !== 'equivalent');
  return distinguishable.filter(({ outcome }) => outcome === 'killed').length / distinguishable.length;
}

/** Formats a table that counts the outcomes of each operator's mutants. */
export function formatCounts(results: readonly ProgramMutantResult[]): string {
  const outcomes = ['killed', 'equivalent', 'misjudged', 'survived'] as const;
  const rows = [...new Set(results.map(({ operator }) => operator))].map((operator) => {
    const counts = tally(
      results.filter((mutant) => mutant.operator === operator).map(({ outcome }) => outcome),
    );
    return [operator, ...outcomes.map((outcome) => counts[outcome] ?? 0)];
  });
  return formatTable(['operator', ...outcomes], rows);
}

/**
 * Runs `check` on a variation of a program's first variant, and returns the verdict and the rules of its errors.
 * Returns undefined if the variation does not apply to the program.
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
  const variedRecord = { ...replaceWords(record, words), variants: [variants[0]!] };
  const subject = { id, gfx, file: id, record: variedRecord, assumed: [] };
  const { verdict, violations } = checkProgram(
    subject,
    { seeds: scenes, seed: formatSeed(ROOT_SEED) },
    corpus,
  );
  const errors = violations.filter(({ violation }) => violation.severity === 'error');
  const rules = errors.map(({ violation }) => violation.rule as RuleId);
  return { verdict, rules };
}
