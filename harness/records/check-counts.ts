import type { RuleId, Verdict } from '../../transactions/index.js';

/** A rule that could not be checked in some tests because data was missing. */
interface UncheckedRule {
  readonly rule: RuleId;
  /** The data missing from the transactions. */
  readonly missing: string;
  /** The number of tests affected. */
  tests: number;
}

/** The number of memory locations (words or lists) compared at the end of a sequence's tests. */
interface MemoryCounts {
  /** The number compared with the sequential reference (ORD-03). */
  compared: number;
  /** The number skipped because several pixels' invocations access them, or because a warning exempts them. */
  leftOut: number;
}

/** What was and was not checked in a set of tests, as plain data. */
export interface CheckCounts {
  readonly unchecked: UncheckedRule[];
  /** By sequence name. */
  readonly memory: Record<string, MemoryCounts>;
}

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
