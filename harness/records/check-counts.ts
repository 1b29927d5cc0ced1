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
type UncheckedRule = CheckCounts['unchecked'][number];
type MemoryCounts = CheckCounts['memory'][string];

/** Creates empty counts. */
export function makeEmptyCheckCounts(): CheckCounts {
  return { unchecked: [], memory: {} };
}

/** Adds the counts from a test's verdict. */
export function countChecks(counts: CheckCounts, sequence: string, verdict: Verdict): void {
  for (const { rule, missing } of verdict.unchecked) addUnchecked(counts, { rule, missing, tests: 1 });
  const compared = verdict.armed['ORD-03'] ?? 0;
  addMemory(counts, sequence, { compared, leftOut: verdict.uncompared });
}

/** Adds the counts from other tests. */
export function addCheckCounts(counts: CheckCounts, others: Readonly<CheckCounts>): void {
  for (const entry of others.unchecked) addUnchecked(counts, entry);
  for (const [sequence, memory] of Object.entries(others.memory)) addMemory(counts, sequence, memory);
}

function addUnchecked({ unchecked }: CheckCounts, { rule, missing, tests }: UncheckedRule): void {
  const entry = unchecked.find((other) => other.rule === rule && other.missing === missing);
  if (entry === undefined) unchecked.push({ rule, missing, tests });
  else entry.tests += tests;
}

function addMemory({ memory }: CheckCounts, sequence: string, { compared, leftOut }: MemoryCounts): void {
  memory[sequence] ??= { compared: 0, leftOut: 0 };
  memory[sequence].compared += compared;
  memory[sequence].leftOut += leftOut;
}
