import { formatMessageLine } from '../../transactions/index.js';
import { addCounts, areCountsEqual, findNamesInUse, type GroupCounts, type TestName } from './counts.js';
import { compareIntervals, formatIntervals, type Intervals, uniteIntervals } from './intervals.js';

/** Version of the `CoverageData` format. */
export const COVERAGE_FORMAT = 1;

/**
 * The coverage of some of a run's tests. Since tests are reproducible, `run` and `tests` together determine the counts;
 * merging relies on this.
 */
export interface CoveragePart {
  readonly run: string;
  /** The indices of the tests counted here. */
  readonly tests: Intervals;
  /** The indices of those tests that failed. */
  readonly failed: Intervals;
  /** Names of the tests that were the first to hit a bin, sorted by index. */
  readonly names: readonly TestName[];
  readonly groups: readonly GroupCounts[];
}

/**
 * The coverage of any number of runs: plain data and typed arrays, ready for `structuredClone` and `postMessage`.
 * `packCoverage` converts it to the file format. Parts are sorted by run and first test, and no two contain the same
 * test.
 */
export interface CoverageData {
  readonly format: typeof COVERAGE_FORMAT;
  readonly parts: readonly CoveragePart[];
}

/** Returns the coverage of no tests, the identity element of merging. */
export function createEmptyCoverage(): CoverageData {
  return { format: COVERAGE_FORMAT, parts: [] };
}

/** Thrown if two coverage files count the same tests and cannot be merged. */
export class CoverageConflict extends Error {
  override readonly name = 'CoverageConflict';

  constructor(message: string) {
    super(formatMessageLine(message));
  }
}

/**
 * Merges coverage from different runs, shards, machines or versions, or from parts of one run.
 *
 * Invariant: the result is the union of both lists of parts, without parts whose tests are all in another part of the
 * same run. Merging is therefore associative, commutative and idempotent, and a test counts once, no matter how many
 * inputs contain it.
 *
 * @throws CoverageConflict for parts that overlap partially (such parts were folded, so their counts cannot be
 * separated), or for the same tests with different counts
 */
export function mergeCoverage(a: CoverageData, b: CoverageData): CoverageData {
  let parts = a.parts;
  for (const part of b.parts) parts = addPart(parts, part);
  return { format: COVERAGE_FORMAT, parts: [...parts].sort(compareParts) };
}

/**
 * Adds up the disjoint parts of each run, so that memory use does not grow with the number of parts. Merging still
 * counts folded parts only once, but they conflict with parts that fold the same tests differently. So fold only the
 * parts of one run directory, and merge everything else. Parts with different covergroup definitions stay separate.
 */
export function foldCoverage(data: CoverageData): CoverageData {
  const folded: CoveragePart[] = [];
  for (const part of data.parts) {
    const index = folded.findIndex((other) => other.run === part.run && haveSameDefinitions(other, part));
    if (index < 0) folded.push(part);
    else folded[index] = addParts(folded[index]!, part);
  }
  return { format: COVERAGE_FORMAT, parts: folded.sort(compareParts) };
}

function addPart(parts: readonly CoveragePart[], part: CoveragePart): readonly CoveragePart[] {
  const keptParts: CoveragePart[] = [];
  for (const other of parts) {
    const relation = other.run === part.run ? compareIntervals(part.tests, other.tests) : 'disjoint';
    if (relation === 'equal') rejectDifferentCounts(part, other);
    if (relation === 'partial') {
      throw new CoverageConflict(
        `Coverage of run '${part.run}' overlaps: one part has tests ${formatIntervals(part.tests)}, ` +
          `another ${formatIntervals(other.tests)}. Merge their original parts instead.`,
      );
    }
    if (relation === 'inside' || relation === 'equal') return parts;
    if (relation === 'disjoint') keptParts.push(other);
  }
  return [...keptParts, part];
}

function rejectDifferentCounts(a: CoveragePart, b: CoveragePart): void {
  const isEqual =
    a.groups.length === b.groups.length && a.groups.every((group, i) => areCountsEqual(group, b.groups[i]!));
  if (isEqual) return;
  throw new CoverageConflict(
    `Coverage of run '${a.run}', tests ${formatIntervals(a.tests)}, appears twice with different counts. ` +
      'Run ids must be unique.',
  );
}

function addParts(a: CoveragePart, b: CoveragePart): CoveragePart {
  const groups = a.groups.map((group, i) => addCounts(group, b.groups[i]!));
  return {
    run: a.run,
    tests: uniteIntervals(a.tests, b.tests),
    failed: uniteIntervals(a.failed, b.failed),
    names: findNamesInUse(groups, [...a.names, ...b.names]),
    groups,
  };
}

function haveSameDefinitions(a: CoveragePart, b: CoveragePart): boolean {
  return (
    a.groups.length === b.groups.length && a.groups.every((group, i) => group.hash === b.groups[i]!.hash)
  );
}

function compareParts(a: CoveragePart, b: CoveragePart): number {
  if (a.run !== b.run) return a.run < b.run ? -1 : 1;
  return (a.tests[0] ?? -1) - (b.tests[0] ?? -1);
}
