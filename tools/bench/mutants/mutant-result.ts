import { formatTextTable, makeColumns } from '../../../harness/text/index.js';
import type { ModelMutant } from './mutants.js';
import type { TestOutcome } from './pool.js';

/** Formats a table of counts. The first column is left-aligned and all others are right-aligned. */
export function formatCountTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const [first, ...counts] = head;
  const columns = makeColumns(first!, ...counts.map((title) => `>${title}`));
  return formatTextTable(
    columns,
    rows.map((row) => row.map(String)),
  );
}

/** Counts the occurrences of each key, in order of first occurrence. */
export function tally<Key extends string>(keys: readonly Key[]): Record<Key, number> {
  const counts = {} as Record<Key, number>;
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

/**
 * The possible outcomes of testing a mutant. It is killed if a rule fired (`rule`), if tests in the pool failed
 * without a rule firing (`no rule`), or if only the project's own tests failed (`unit tests`). It is `equivalent`
 * if no test could distinguish it from the model. Otherwise it is alive: only the model's own invariants detected
 * it (`DEVICE only`), no test runs its code (`unreached`), every stream matches the model's (`no difference`), or at least
 * one run differs but no rule fires (`survived`).
 */
export const OUTCOMES = [
  'rule',
  'no rule',
  'unit tests',
  'equivalent',
  'DEVICE only',
  'unreached',
  'no difference',
  'survived',
] as const;

/** A mutant with its result. */
export interface MutantResult {
  readonly mutant: ModelMutant;
  readonly outcome: (typeof OUTCOMES)[number];
}

/** Classifies a mutant by its test outcomes or, if all tests pass, by whether it only changes how a tie is broken. */
export function classifyMutant(mutant: ModelMutant, outcomes: readonly TestOutcome[]): MutantResult {
  const causes = new Set(outcomes.flatMap((outcome) => outcome.killedBy ?? []));
  const rules = new Set(outcomes.flatMap((outcome) => outcome.rules));
  if (causes.has('unit tests')) return { mutant, outcome: 'unit tests' };
  if (causes.size > 0) return { mutant, outcome: rules.size > 0 ? 'rule' : 'no rule' };
  if (mutant.isTie) return { mutant, outcome: 'equivalent' };
  if (outcomes.length === 0) return { mutant, outcome: 'unreached' };
  if (outcomes.some(({ device }) => device === true)) return { mutant, outcome: 'DEVICE only' };
  return { mutant, outcome: outcomes.some(({ differs }) => differs) ? 'survived' : 'no difference' };
}

/** Returns the fraction of non-equivalent mutants that were killed, or 1 if there are none. */
export function computeModelScore(results: readonly MutantResult[]): number {
  const distinguishable = results.filter(({ outcome }) => outcome !== 'equivalent');
  return distinguishable.length === 0 ? 1 : distinguishable.filter(isKilled).length / distinguishable.length;
}

/** Whether the outcome counts as a kill. */
export function isKilled({ outcome }: MutantResult): boolean {
  return OUTCOMES.indexOf(outcome) < OUTCOMES.indexOf('equivalent');
}
