import type { CompiledGroup } from '../dsl/compile-group.js';
/** Counts for all tests with the same outcome, one element per bin. */
export interface Outcome {
  /** The number of samples that hit the bin: an integer, exact up to 2^53. */
  readonly hits: Float64Array;
  /** The number of tests that hit the bin at least once. */
  readonly tests: Uint32Array;
  /** The smallest index of a test that hit the bin, or -1 if none did. */
  readonly first: Int32Array;
}

/** The counts of a covergroup, valid only for the definition with this hash. */
export interface GroupCounts {
  readonly name: string;
  readonly hash: string;
  readonly passed: Outcome;
  readonly failed: Outcome;
}

/** The index and name of a test. */
export type TestName = readonly [index: number, name: string];

function createEmptyOutcome(bins: number): Outcome {
  return { hits: new Float64Array(bins), tests: new Uint32Array(bins), first: new Int32Array(bins).fill(-1) };
}

/** Creates a covergroup's counts, all zero. */
export function createEmptyCounts({ definition: { name }, hash, bins }: CompiledGroup): GroupCounts {
  const { length } = bins;
  return { name, hash, passed: createEmptyOutcome(length), failed: createEmptyOutcome(length) };
}

/** Adds up a covergroup's counts for two disjoint sets of tests. Both must have the same definition. */
export function addCounts(a: GroupCounts, b: GroupCounts): GroupCounts {
  return { ...a, passed: addOutcomes(a.passed, b.passed), failed: addOutcomes(a.failed, b.failed) };
}

function addOutcomes(a: Outcome, b: Outcome): Outcome {
  return {
    hits: a.hits.map((hits, i) => hits + b.hits[i]!),
    tests: a.tests.map((tests, i) => tests + b.tests[i]!),
    first: a.first.map((first, i) => minIndex(first, b.first[i]!)),
  };
}

function minIndex(a: number, b: number): number {
  if (a < 0) return b;
  return b < 0 ? a : Math.min(a, b);
}

/** Returns whether two covergroups have the same definition and the same counts. */
export function areCountsEqual(a: GroupCounts, b: GroupCounts): boolean {
  return (
    a.name === b.name &&
    a.hash === b.hash &&
    areOutcomesEqual(a.passed, b.passed) &&
    areOutcomesEqual(a.failed, b.failed)
  );
}

function areOutcomesEqual(a: Outcome, b: Outcome): boolean {
  return (
    areColumnsEqual(a.hits, b.hits) && areColumnsEqual(a.tests, b.tests) && areColumnsEqual(a.first, b.first)
  );
}

function areColumnsEqual(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Returns the names of the tests that were the first to hit a bin, without duplicates, sorted by index. */
export function findNamesInUse(groups: readonly GroupCounts[], names: readonly TestName[]): TestName[] {
  const usedIndices = new Set<number>();
  for (const { passed, failed } of groups)
    for (const { first } of [passed, failed]) for (const index of first) usedIndices.add(index);
  const usedNames = new Map(names.filter(([index]) => usedIndices.has(index)));
  return [...usedNames].sort((a, b) => a[0] - b[0]);
}
