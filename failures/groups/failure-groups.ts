import { groupBy } from '../../arch/index.js';
import type { Bucket } from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import type { RuleId } from '../../transactions/index.js';
import {
  type FiredError,
  findRuleId,
  getCauseKind,
  getErrorKind,
  getErrorRule,
  isConsequence,
  isError,
  isInFamily,
  mayBeSameBug,
  mayFollow,
} from './one-bug-rules.js';

/** A bug that another caused first in every failure that shows it, and one of these failures. */
interface MaskedBug {
  /** The rule that the failures were grouped by. */
  readonly cause: RuleId;
  /** The rule that also fired. */
  readonly other: RuleId;
  readonly signature: string;
  readonly test: string;
}

/** Returns the key of a masked bug's smallest failure in `RunReport.shrunk`. */
export function getMaskedKey({ signature, test, other }: MaskedBug): string {
  return `${signature}/${test}/${other}`;
}

/** Failures most likely caused by one bug, on any program, chip or generation. */
export interface FailureGroup {
  /**
   * The rule and unit of the most frequent cause, such as `ORD-06 spi`, or of the error that led to it. If no rule
   * fired, the bucket's signature.
   */
  readonly signature: string;
  readonly rule: string;
  /** The hardware unit, `program`, or empty if no rule fired. */
  readonly unit: string;
  readonly count: number;
  /**
   * The buckets, largest first. A bucket with several causes belongs to the group of its most frequent cause. For a
   * masked bug, the buckets in which it was seen, each with the number of failures that show it.
   */
  readonly buckets: readonly Bucket[];
  /** Set for a bug seen only in failures that another bug caused first. Those are the only evidence for the group. */
  readonly maskedBy?: MaskedBug;
}

/** If a cause fires in at least this fraction of another's failures, both are attributed to the same bug. */
const MIN_COOCCURRENCE = 0.5;

/**
 * If a cause fires alongside another at least this many times as often as it fires alone, both are attributed to the
 * same bug.
 */
const RARELY_ALONE_FACTOR = 2;

/**
 * Two unrelated rules (see `mayBeSameBug`) count as two bugs if they fired together in at least this number of
 * failures, and in at least `MIN_SEPARATE_FRACTION` of the more frequent rule's failures.
 */
const MIN_SEPARATE_FAILURES = 2;
/** See `MIN_SEPARATE_FAILURES`. */
const MIN_SEPARATE_FRACTION = 0.05;

/** The failures in a bucket that fired the same errors. */
interface Cell {
  readonly bucket: Bucket;
  readonly count: number;
  /** The rules and units, cause first, or the bucket's signature if no rule fired. */
  readonly fired: readonly string[];
  /** The error of the bug that these failures are attributed to, if another bug caused them first. */
  readonly attributedTo?: FiredError;
}

/** Returns whether two errors were caused by two different bugs. */
type SeparationTest = (a: FiredError, b: FiredError) => boolean;

interface BugCandidate {
  readonly cells: readonly Cell[];
  readonly count: number;
  /** The number of failures in which each kind of cause fired (see `getCauseKind`). */
  readonly tallies: ReadonlyMap<string, number>;
  readonly causes: ReadonlySet<FiredError>;
  /** A tie-breaker for candidates of the same size that does not depend on bucket order. */
  readonly name: string;
}

/**
 * Groups buckets by the cause of their failures, largest group first. Failures belong together if they were caused by
 * the same rule or family of rules. Two groups are merged if one's cause fired in at least half of the other's
 * failures, or fired at least twice as often in the other group as in its own. However, two unrelated rules that fired
 * together still indicate two bugs.
 *
 * Example: a fault that lets ids run ahead fires ORD-06 in 40 tests, and ORD-01 followed by ORD-06 in 9 more, using
 * programs from four generations. All 49 failures end up in one group, `ORD-06 spi`.
 */
export function groupFailures(buckets: Iterable<Bucket>): FailureGroup[] {
  const cells = [...buckets].flatMap(makeCells);
  const unrelated = findUnrelatedPairs(cells);
  const areSeparate: SeparationTest = (a, b) => unrelated.has(`${getErrorKind(a)}, ${getErrorKind(b)}`);
  const splitCells = cells.flatMap((fullCell) => splitBugs(fullCell, areSeparate));
  const hasCause = ({ fired }: Cell): boolean => isError(fired[0]!);
  const byCause = groupBy(splitCells.filter(hasCause), ({ fired }) => getCauseKind(fired[0]!));
  const candidates = [
    ...mergeCandidates(Array.from(byCause.values(), makeCandidate), areSeparate),
    ...splitCells.filter((cell) => !hasCause(cell)).map((cell) => makeCandidate([cell])),
  ];
  const assignments = assignBuckets(candidates);
  return candidates
    .flatMap((candidate) => {
      const assigned = assignments.get(candidate);
      return assigned === undefined ? makeMaskedGroups(candidate) : [makeGroup(candidate.cells, assigned)];
    })
    .sort(
      (a, b) =>
        b.count - a.count || getMaskedRank(a) - getMaskedRank(b) || (a.signature < b.signature ? -1 : 1),
    );
}

/** Returns a sort rank that puts masked groups after others of the same size. */
function getMaskedRank({ maskedBy }: FailureGroup): number {
  return Number(maskedBy !== undefined);
}

function makeCells(bucket: Bucket): Cell[] {
  return Array.from(bucket.causes, ([fired, count]) => ({
    bucket,
    count,
    fired: fired === '' ? [bucket.signature] : fired.split(', '),
  }));
}

/**
 * Returns the pairs of unrelated error kinds that often fired together. Each pair is listed in both orders, joined by `, `.
 */
function findUnrelatedPairs(cells: readonly Cell[]): ReadonlySet<string> {
  const setCounts = new Map<string, number>();
  for (const { fired, count } of cells) {
    const errorSet = [...new Set(fired.filter(isError).map(getErrorKind))].sort().join(', ');
    setCounts.set(errorSet, (setCounts.get(errorSet) ?? 0) + count);
  }
  const counts = new Map<string, number>();
  const pairs = new Map<string, { a: FiredError; b: FiredError; count: number }>();
  for (const [errorSet, count] of setCounts) {
    const fired = errorSet.split(', ');
    for (const [i, a] of fired.entries()) {
      counts.set(a, (counts.get(a) ?? 0) + count);
      for (const b of fired.slice(i + 1)) {
        const pair = pairs.get(`${a}, ${b}`);
        if (pair !== undefined) pair.count += count;
        else if (!mayBeSameBug(a, b)) pairs.set(`${a}, ${b}`, { a, b, count });
      }
    }
  }
  const frequentPairs = [...pairs.values()].filter(({ a, b, count }) => {
    const minCount = MIN_SEPARATE_FRACTION * Math.max(counts.get(a)!, counts.get(b)!);
    return count >= Math.max(MIN_SEPARATE_FAILURES, minCount);
  });
  return new Set(frequentPairs.flatMap(({ a, b }) => [`${a}, ${b}`, `${b}, ${a}`]));
}

/** Splits a cell into one per bug: first the cause with its consequences, then the errors independent of it. */
function splitBugs(cell: Cell, areSeparate: SeparationTest): Cell[] {
  const [cause, ...others] = cell.fired as [string, ...string[]];
  const separateErrors = others.filter((other) => areSeparate(cause, other));
  if (separateErrors.length === 0) return [cell];
  const consequences = others.filter((other) => !separateErrors.includes(other));
  return [
    { ...cell, fired: [cause, ...consequences] },
    ...splitBugs({ attributedTo: cause, ...cell, fired: separateErrors }, areSeparate),
  ];
}

function makeCandidate(cells: readonly Cell[]): BugCandidate {
  const tallies = new Map<string, number>();
  let name = '';
  for (const { fired, count, bucket } of cells) {
    for (const kind of new Set(fired.map(getCauseKind))) tallies.set(kind, (tallies.get(kind) ?? 0) + count);
    const cellName = [bucket.signature, ...fired].join();
    if (name === '' || cellName < name) name = cellName;
  }
  const causes = new Set(cells.map(({ fired }) => fired[0]!));
  return { cells, count: cells.reduce((sum, { count }) => sum + count, 0), tallies, causes, name };
}

/** Merges candidates, smallest first, until no two belong together. There is at most one candidate per rule. */
function mergeCandidates(
  candidates: readonly BugCandidate[],
  areSeparate: SeparationTest,
): readonly BugCandidate[] {
  const bySize = [...candidates].sort((a, b) => a.count - b.count || (a.name < b.name ? -1 : 1));
  for (const small of bySize) {
    const large = bySize.findLast((other) => other !== small && belongTogether(small, other, areSeparate));
    if (large === undefined) continue;
    const rest = bySize.filter((candidate) => candidate !== small && candidate !== large);
    return mergeCandidates([...rest, makeCandidate([...large.cells, ...small.cells])], areSeparate);
  }
  return bySize;
}

function belongTogether(a: BugCandidate, b: BugCandidate, areSeparate: SeparationTest): boolean {
  if ([...a.causes].some((cause) => [...b.causes].some((other) => areSeparate(cause, other)))) return false;
  const [countInA, countInB] = [countFiring(a, b.causes), countFiring(b, a.causes)];
  if (countInA >= MIN_COOCCURRENCE * a.count || countInB >= MIN_COOCCURRENCE * b.count) return true;
  return countInA >= RARELY_ALONE_FACTOR * b.count || countInB >= RARELY_ALONE_FACTOR * a.count;
}

/** Returns how many of the candidate's failures fired the most common of `errors`, counted by kind. */
function countFiring({ tallies }: BugCandidate, errors: ReadonlySet<FiredError>): number {
  let maxFailures = 0;
  for (const error of errors) maxFailures = Math.max(maxFailures, tallies.get(getCauseKind(error)) ?? 0);
  return maxFailures;
}

/** Assigns each bucket to the candidate with the most of its failures. A failure counts only towards its first bug. */
function assignBuckets(candidates: readonly BugCandidate[]): ReadonlyMap<BugCandidate, readonly Bucket[]> {
  const best = new Map<Bucket, { candidate: BugCandidate; count: number }>();
  for (const candidate of candidates) {
    const counts = new Map<Bucket, number>();
    for (const { bucket, count, attributedTo } of candidate.cells)
      if (attributedTo === undefined) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
    for (const [bucket, count] of counts)
      if (count > (best.get(bucket)?.count ?? 0)) best.set(bucket, { candidate, count });
  }
  return groupBy([...best.keys()], (bucket) => best.get(bucket)!.candidate);
}

/**
 * Returns a group for a bug seen only in failures that other bugs caused, or an empty list if nothing shows that it is
 * a different bug.
 */
function makeMaskedGroups({ cells }: BugCandidate): FailureGroup[] {
  const counts = new Map<Bucket, number>();
  for (const { bucket, count } of cells) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
  const buckets = Array.from(counts, ([bucket, count]) => ({ ...bucket, count }));
  const group = makeGroup(cells, buckets);
  const maskedBy = findMaskedBug(group, cells);
  return maskedBy === undefined ? [] : [{ ...group, maskedBy }];
}

/**
 * Returns the masking bug and a failure from the group's largest bucket, preferably one that shows both bugs. Returns
 * undefined unless both errors come from rules.
 */
function findMaskedBug(
  { rule, buckets: [bucket] }: FailureGroup,
  cells: readonly Cell[],
): MaskedBug | undefined {
  const { attributedTo = '' } = cells.find((cell) => cell.bucket.signature === bucket!.signature)!;
  const [cause, other] = [findRuleId(getErrorRule(attributedTo)), findRuleId(rule)];
  if (cause === undefined || other === undefined) return undefined;
  const example = bucket!.examples.find(({ fired = [] }) =>
    [cause, other].every((id) => fired.some((error) => isInFamily(error, id))),
  );
  const test = example === undefined ? bucket!.first : formatTestId(example.test);
  return { cause, other, signature: bucket!.signature, test };
}

const MIN_NAMING_FRACTION = 0.25;

/**
 * Traces the most frequent cause back to the error that led to it: a race that makes many waves hang should not be
 * called a hang. If all candidates are common consequences of ordering bugs, returns the most frequent one.
 */
function findEarliestCause(frequent: string, cells: readonly Cell[]): string {
  const tallies = new Map<string, number>();
  let count = 0;
  for (const cell of cells) {
    count += cell.count;
    for (const error of cell.fired) tallies.set(error, (tallies.get(error) ?? 0) + cell.count);
  }
  return sortByCount(tallies)
    .filter(([, failures]) => failures >= MIN_NAMING_FRACTION * count)
    .filter(([error]) => !isConsequence(error) || !isConsequence(frequent))
    .reduce((name, [error]) => (mayFollow(name, error) ? error : name), frequent);
}

/** Returns the buckets, largest first. */
export function sortBySize(buckets: readonly Bucket[]): Bucket[] {
  return [...buckets].sort((a, b) => b.count - a.count || (a.signature < b.signature ? -1 : 1));
}

/** Sorts names by count, highest first. */
export function sortByCount(counts: ReadonlyMap<string, number>): [name: string, count: number][] {
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function makeGroup(cells: readonly Cell[], buckets: readonly Bucket[]): FailureGroup {
  const causes = new Map<string, number>();
  for (const { fired, count } of cells) causes.set(fired[0]!, (causes.get(fired[0]!) ?? 0) + count);
  const [frequent] = sortByCount(causes)[0]!;
  const signature = findEarliestCause(frequent, cells);
  const bySize = sortBySize(buckets);
  const hasFired = bySize.some(({ causes: sets }) => [...sets.keys()].some((fired) => fired !== ''));
  return {
    signature,
    rule: hasFired ? getErrorRule(signature) : (bySize[0]?.rule ?? ''),
    unit: hasFired ? signature.slice(getErrorRule(signature).length + 1) : '',
    count: bySize.reduce((sum, { count }) => sum + count, 0),
    buckets: bySize,
  };
}
