import { z } from 'zod';
import { createDocumentListSchema, isRuleId, type RuleId, type Verdict } from '../../transactions/index.js';
import { natural } from '../basics/number-schemas.js';
import { lineSchema } from './finding.js';

/** What was and was not checked in a set of tests, as plain data. */
export const checkCountsSchema = z.strictObject({
  /** Rules that could not be checked in some tests, the data missing from the transactions, and the number of tests. */
  unchecked: createDocumentListSchema(
    z.strictObject({ rule: z.custom<RuleId>(isRuleId, 'a rule id'), missing: lineSchema, tests: natural }),
  ),
  /**
   * By sequence name, the number of memory locations (words or lists) compared with the sequential reference (ORD-03) at
   * the end of its tests, and the number left out because several pixels' invocations access them, or a warning exempts
   * them.
   */
  memory: z.record(z.string(), z.strictObject({ compared: natural, leftOut: natural })),
});

/** What was and was not checked in a set of tests. */
export type CheckCounts = z.infer<typeof checkCountsSchema>;

/** Creates empty counts. */
export function makeEmptyCheckCounts(): CheckCounts {
  return { unchecked: [], memory: {} };
}

/** Adds the counts from a test's verdict. */
export function countChecks(counts: CheckCounts, sequence: string, verdict: Verdict): void {
  const memory = { compared: verdict.armed['ORD-03'] ?? 0, leftOut: verdict.uncompared };
  const unchecked = verdict.unchecked.map(({ rule, missing }) => ({ rule, missing, tests: 1 }));
  addCheckCounts(counts, { unchecked, memory: { [sequence]: memory } });
}

/** Adds the counts from other tests. */
export function addCheckCounts({ unchecked, memory }: CheckCounts, others: Readonly<CheckCounts>): void {
  for (const { rule, missing, tests } of others.unchecked) {
    const entry = unchecked.find((other) => other.rule === rule && other.missing === missing);
    if (entry === undefined) unchecked.push({ rule, missing, tests });
    else entry.tests += tests;
  }
  for (const [sequence, { compared, leftOut }] of Object.entries(others.memory)) {
    memory[sequence] ??= { compared: 0, leftOut: 0 };
    memory[sequence].compared += compared;
    memory[sequence].leftOut += leftOut;
  }
}
