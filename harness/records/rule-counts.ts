import { z } from 'zod';
import type { ByRule, RuleId, Verdict } from '../../transactions/index.js';
import { natural } from '../basics/number-schemas.js';

/** A rule's counts, summed over several tests. */
export const ruleCountsSchema = z.strictObject({
  armed: natural,
  /** The number of violations of any kind. */
  fired: natural,
  /**
   * The number of violations that do not fail a test: warnings and expected ones. Absent if zero, or in older logs.
   */
  excused: natural.exactOptional(),
});

/** A rule's counts, summed over several tests. */
export type RuleCounts = z.infer<typeof ruleCountsSchema>;

/** Counts by rule. Rules that never had anything to check and never fired are absent. */
export type RuleTotals = ByRule<RuleCounts>;

/** Returns a rule's counts, creating them if necessary. */
function ensureCounts(totals: RuleTotals, rule: RuleId): RuleCounts {
  totals[rule] ??= { armed: 0, fired: 0 };
  return totals[rule];
}

/** Adds the rules that a test checked and those that fired. `expects` lists the rules that must fire in the test. */
export function countVerdict(
  totals: RuleTotals,
  { armed, violations }: Verdict,
  expects: readonly RuleId[],
): void {
  for (const [rule, count] of Object.entries(armed) as [RuleId, number][]) {
    ensureCounts(totals, rule).armed += count;
  }
  for (const { rule, severity } of violations) {
    const counts = ensureCounts(totals, rule);
    counts.fired++;
    if (severity === 'warning' || expects.includes(rule)) counts.excused = (counts.excused ?? 0) + 1;
  }
}

/** Adds the totals from other tests. */
export function addTotals(totals: RuleTotals, others: Readonly<RuleTotals>): void {
  for (const [rule, { armed, fired, excused }] of Object.entries(others) as [RuleId, RuleCounts][]) {
    const counts = ensureCounts(totals, rule);
    counts.armed += armed;
    counts.fired += fired;
    if (excused !== undefined) counts.excused = (counts.excused ?? 0) + excused;
  }
}

/**
 * Returns how often a rule was checked and how often it fired, and how many of its violations fail a test
 * (`violations`) or do not (`excused`: warnings and expected ones). All are zero for a rule that is not in the table.
 */
export function getRuleCounts(
  rules: Readonly<RuleTotals>,
  id: string,
): { readonly armed: number; readonly fired: number; readonly violations: number; readonly excused: number } {
  const { armed, fired, excused = 0 } = (rules as Record<string, RuleCounts>)[id] ?? { armed: 0, fired: 0 };
  return { armed, fired, violations: fired - excused, excused };
}
