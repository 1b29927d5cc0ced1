import { z } from 'zod';
import { isRuleId, type RuleId, type Scenario, type Verdict } from '../../transactions/index.js';
import { natural } from '../basics/number-schemas.js';
import type { PlannedTest } from '../selection/plan.js';
import { getBucket, lineSchema } from './finding.js';
import { findKnownIssue, type KnownIssue } from './known-issues.js';
import { plannedTestSchema } from './manifest.js';

/** How often warnings of a rule fired at each place, by signature (as for failures), and the first test with one. */
export const warningCountsSchema = z.record(
  lineSchema,
  z.strictObject({
    rule: z.custom<RuleId>(isRuleId, 'a rule id'),
    times: natural,
    first: plannedTestSchema.strict(),
  }),
);

/** Counts of warnings by signature. */
export type WarningCounts = z.infer<typeof warningCountsSchema>;

/** Counts the warnings of a test, except those of rules that it expects to fire. */
export function countWarnings(
  counts: WarningCounts,
  scenario: Scenario,
  { violations }: Verdict,
  first: PlannedTest,
): void {
  for (const violation of violations) {
    const { rule, severity } = violation;
    if (severity === 'error' || scenario.expects.includes(rule)) continue;
    const signature = getBucket(scenario, violation);
    counts[signature] ??= { rule, times: 0, first };
    counts[signature].times++;
  }
}

/** Adds the counts of later tests. */
export function addWarningCounts(totals: WarningCounts, others: Readonly<WarningCounts>): void {
  for (const [signature, { times, ...entry }] of Object.entries(others)) {
    totals[signature] ??= { ...entry, times: 0 };
    totals[signature].times += times;
  }
}

/** The warnings of a rule in a run. */
export interface RuleWarnings {
  readonly rule: RuleId;
  readonly times: number;
  /** How many of them no known issue excuses. */
  readonly unknown: number;
  /** The signatures, which name the places, and the issues that excuse them. */
  readonly places: readonly {
    readonly signature: string;
    readonly times: number;
    readonly first: PlannedTest;
    readonly known?: KnownIssue;
  }[];
}

/** Groups warnings by rule, in order of the rules' names. */
export function listWarnings(counts: Readonly<WarningCounts>, issues: readonly KnownIssue[]): RuleWarnings[] {
  const rules = [...new Set(Object.values(counts).map(({ rule }) => rule))].sort();
  return rules.map((rule) => {
    const places = Object.entries(counts)
      .filter(([, entry]) => entry.rule === rule)
      .map(([signature, { times, first }]) => {
        const known = findKnownIssue(issues, { signature, rule });
        return { signature, times, first, ...(known === undefined ? {} : { known }) };
      });
    const sum = (entries: typeof places): number => entries.reduce((total, { times }) => total + times, 0);
    return {
      rule,
      times: sum(places),
      unknown: sum(places.filter(({ known }) => known === undefined)),
      places,
    };
  });
}
