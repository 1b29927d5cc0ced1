import type { Bucket } from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import type { Separation } from '../../harness/triage-findings/index.js';
import {
  type FiredError,
  findRuleId,
  getCauseKind,
  getErrorKind,
  getErrorRule,
  getFamily,
  isConsequence,
  isError,
  isInFamily,
  mayBeOneBug,
} from './one-bug-rules.js';
import { mayFollow } from './rules-of-group.js';

/** Failures most likely caused by one bug, on any program, chip or generation. */
export interface FailureGroup {
  /**
   * The rule and unit of the error that caused most of the failures, such as `ORD-06 spi`, or of an error that often
   * caused that error in turn. If no rule fired, the bucket's signature.
   */
  readonly signature: string;
  readonly rule: string;
  /** The hardware unit, `program`, or empty if no rule fired. */
  readonly unit: string;
  readonly count: number;
  /**
   * The buckets, largest first. A bucket whose failures have several causes belongs to the group of the most frequent
   * one. For a bug seen only in another's failures, these are the buckets in which it is visible, with the number of
   * such failures.
   */
  readonly buckets: readonly Bucket[];
  /**
   * Present for a bug seen only in failures that another bug caused first. They are then the only evidence for the
   * group.
   */
  readonly maskedBy?: Separation;
}

/** If a cause fired together with another in at least half of its failures, both are attributed to the same bug. */
const MIN_TOGETHER_FRACTION = 0.5;

/** If a cause fires at least twice as often with another as alone, both are attributed to the same bug. */
const RARELY_ALONE_FACTOR = 2;

/**
 * Two rules that no known bug fires together count as two bugs if they fired together in at least this number of
 * failures, and in at least `MIN_SEPARATE_FRACTION` of the more frequent rule's failures.
 */
const MIN_SEPARATE_FAILURES = 2;
/** The minimum fraction of the more frequent rule's failures. */
const MIN_SEPARATE_FRACTION = 0.05;

/** The failures in one bucket that fired the same errors. */
interface Cell {
  readonly bucket: Bucket;
  readonly count: number;
  /** The rules and units, cause first, or the bucket's signature if no rule fired. */
  readonly fired: readonly string[];
  /** The error of the other bug, to which these failures are attributed. */
  readonly attributedTo?: FiredError;
}

/** Returns whether two errors were caused by two different bugs. */
type SeparationTest = (a: FiredError, b: FiredError) => boolean;

/** The failures that are counted as one bug so far. */
interface BugCandidate {
  readonly cells: readonly Cell[];
  readonly count: number;
  /** The number of failures in which each kind of cause fired (see `getCauseKind`). */
  readonly firing: ReadonlyMap<string, number>;
  /** The errors that caused the failures. */
  readonly causes: ReadonlySet<FiredError>;
  /** A name that orders candidates of the same size independently of bucket order. */
  readonly name: string;
}

/**
 * Groups buckets by the cause of their failures, largest group first. Failures belong together if they were caused by
 * the same rule or family of rules. Two groups are merged if the cause of one also fired in half of the other's
 * failures, or fired there twice as often as in its own. However, two rules that fired together still indicate two bugs
 * if `separations` lists them or if no known bug fires both.
 *
 * Example: a fault that lets ids run ahead fires ORD-06 in 40 tests, and ORD-01 followed by ORD-06 in 9 more, in
 * programs of four generations. These 49 buckets become one group, `ORD-06 spi`.
 */
export function groupFailures(
  buckets: Iterable<Bucket>,
  separations: readonly Separation[] = [],
): FailureGroup[] {
  const cells = [...buckets].flatMap(makeCells);
  const areSeparate = makeSeparationTest(cells, separations);
  const byCause = new Map<string, Cell[]>();
  const withoutError: BugCandidate[] = [];
  for (const cell of cells.flatMap((fullCell) => splitBugs(fullCell, areSeparate))) {
    const [cause] = cell.fired as [string];
    if (!isError(cause)) {
      withoutError.push(makeCandidate([cell]));
      continue;
    }
    const key = getCauseKind(cause);
    const sameCause = byCause.get(key);
    if (sameCause === undefined) byCause.set(key, [cell]);
    else sameCause.push(cell);
  }
  const candidates = [
    ...mergeCandidates(Array.from(byCause.values(), makeCandidate), areSeparate),
    ...withoutError,
  ];
  const assignments = assignBuckets(candidates);
  return candidates
    .flatMap((candidate) => {
      const assigned = assignments.get(candidate);
      return assigned === undefined
        ? makeSecondaryGroup(candidate, separations)
        : [makeGroup(candidate.cells, assigned)];
    })
    .sort(
      (a, b) =>
        b.count - a.count || getMaskedRank(a) - getMaskedRank(b) || (a.signature < b.signature ? -1 : 1),
    );
}

/** Returns 0 for a group with its own failures, and 1 for a masked one, which comes later if it has the same size. */
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

function makeSeparationTest(cells: readonly Cell[], separations: readonly Separation[]): SeparationTest {
  const separatedPairs = new Set(
    separations.flatMap(({ cause, other }) => [
      `${getFamily(cause)} ${getFamily(other)}`,
      `${getFamily(other)} ${getFamily(cause)}`,
    ]),
  );
  const unrelated = findUnrelatedPairs(cells);
  if (separatedPairs.size === 0 && unrelated.size === 0) return () => false;
  const known = new Map<string, boolean>();
  return (a, b) => {
    const pair = `${a}, ${b}`;
    const knownResult = known.get(pair);
    if (knownResult !== undefined) return knownResult;
    const areSeparate =
      unrelated.has(`${getErrorKind(a)}, ${getErrorKind(b)}`) ||
      separatedPairs.has(`${getFamily(getErrorRule(a))} ${getFamily(getErrorRule(b))}`);
    known.set(pair, areSeparate);
    return areSeparate;
  };
}

/**
 * Returns the pairs of error kinds that fired together often enough although no known bug fires both. Each pair is
 * listed in both orders, separated by `, `.
 */
function findUnrelatedPairs(cells: readonly Cell[]): ReadonlySet<string> {
  const sets = new Map<string, number>();
  for (const { fired, count } of cells) {
    const text = [...new Set(fired.filter(isError).map(getErrorKind))].sort().join(', ');
    sets.set(text, (sets.get(text) ?? 0) + count);
  }
  const single = new Map<string, number>();
  const pairs = new Map<string, { a: FiredError; b: FiredError; count: number }>();
  for (const [text, count] of sets) {
    const fired = text.split(', ');
    for (const [i, a] of fired.entries()) {
      single.set(a, (single.get(a) ?? 0) + count);
      for (const b of fired.slice(i + 1)) {
        const pair = pairs.get(`${a}, ${b}`);
        if (pair !== undefined) pair.count += count;
        else if (!mayBeOneBug(a, b)) pairs.set(`${a}, ${b}`, { a, b, count });
      }
    }
  }
  const frequentPairs = [...pairs.values()].filter(({ a, b, count }) => {
    const minCount = MIN_SEPARATE_FRACTION * Math.max(single.get(a)!, single.get(b)!);
    return count >= Math.max(MIN_SEPARATE_FAILURES, minCount);
  });
  return new Set(frequentPairs.flatMap(({ a, b }) => [`${a}, ${b}`, `${b}, ${a}`]));
}

/**
 * Returns a cell for each bug visible in the given failures: first the cause with its consequences, then the errors
 * independent of it.
 */
function splitBugs(cell: Cell, areSeparate: SeparationTest): Cell[] {
  const [cause, ...others] = cell.fired as [string, ...string[]];
  const separate = others.filter((other) => areSeparate(cause, other));
  if (separate.length === 0) return [cell];
  const consequences = others.filter((other) => !separate.includes(other));
  return [
    { ...cell, fired: [cause, ...consequences] },
    ...splitBugs({ attributedTo: cause, ...cell, fired: separate }, areSeparate),
  ];
}

function makeCandidate(cells: readonly Cell[]): BugCandidate {
  const firing = new Map<string, number>();
  let name = '';
  for (const { fired, count, bucket } of cells) {
    for (const kind of new Set(fired.map(getCauseKind))) firing.set(kind, (firing.get(kind) ?? 0) + count);
    const cellName = [bucket.signature, ...fired].join();
    if (name === '' || cellName < name) name = cellName;
  }
  const causes = new Set(cells.map(({ fired }) => fired[0]!));
  return { cells, count: cells.reduce((sum, { count }) => sum + count, 0), firing, causes, name };
}

/** Merges candidates, smallest first, until no two belong together. There are never more candidates than rules. */
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
  if (countInA >= MIN_TOGETHER_FRACTION * a.count || countInB >= MIN_TOGETHER_FRACTION * b.count) return true;
  return countInA >= RARELY_ALONE_FACTOR * b.count || countInB >= RARELY_ALONE_FACTOR * a.count;
}

/** Returns the number of failures in which the most frequent kind of the given errors fired. */
function countFiring({ firing }: BugCandidate, errors: ReadonlySet<FiredError>): number {
  let maxFailures = 0;
  for (const error of errors) maxFailures = Math.max(maxFailures, firing.get(getCauseKind(error)) ?? 0);
  return maxFailures;
}

/**
 * Returns each candidate's buckets. A bucket belongs to the candidate with most of its failures. Each failure counts
 * for its first bug.
 */
function assignBuckets(candidates: readonly BugCandidate[]): ReadonlyMap<BugCandidate, readonly Bucket[]> {
  const best = new Map<Bucket, { candidate: BugCandidate; count: number }>();
  for (const candidate of candidates) {
    const counts = new Map<Bucket, number>();
    for (const { bucket, count, attributedTo } of candidate.cells)
      if (attributedTo === undefined) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
    for (const [bucket, count] of counts)
      if (count > (best.get(bucket)?.count ?? 0)) best.set(bucket, { candidate, count });
  }
  const assignments = new Map<BugCandidate, Bucket[]>();
  for (const [bucket, { candidate }] of best) {
    const assigned = assignments.get(candidate);
    if (assigned === undefined) assignments.set(candidate, [bucket]);
    else assigned.push(bucket);
  }
  return assignments;
}

/**
 * Returns the group of a bug seen only in failures caused by others, or an empty list if there is no evidence of a
 * different bug.
 */
function makeSecondaryGroup({ cells }: BugCandidate, separations: readonly Separation[]): FailureGroup[] {
  const counts = new Map<Bucket, number>();
  for (const { bucket, count } of cells) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
  const buckets = Array.from(counts, ([bucket, count]) => ({ ...bucket, count }));
  const group = makeGroup(cells, buckets);
  const rules = new Set(cells.flatMap(({ fired }) => fired.map((error) => getFamily(getErrorRule(error)))));
  const matching = separations.filter(({ other }) => rules.has(getFamily(other)));
  const maskedBy =
    matching.find(({ other }) => other === group.rule) ?? matching[0] ?? findSeparation(group, cells);
  return maskedBy === undefined ? [] : [{ ...group, maskedBy: maskedBy }];
}

/**
 * Returns where a bug was seen together with another: a stored failure in its largest bucket. Returns undefined unless
 * both are errors of rules.
 */
function findSeparation(
  { rule, buckets: [bucket] }: FailureGroup,
  cells: readonly Cell[],
): Separation | undefined {
  const { attributedTo = '' } = cells.find((cell) => cell.bucket.signature === bucket!.signature)!;
  const [cause, other] = [findRuleId(getErrorRule(attributedTo)), findRuleId(rule)];
  if (cause === undefined || other === undefined) return undefined;
  const example = bucket!.examples.find(({ fired = [] }) =>
    [cause, other].every((id) => fired.some((error) => isInFamily(error, id))),
  );
  const test = example === undefined ? bucket!.first : formatTestId(example.test);
  return { cause, other, signature: bucket!.signature, test };
}

/** The minimum fraction of a group's failures in which an error must fire to name the group. */
const MIN_NAMING_FRACTION = 0.25;

/**
 * Returns the most frequent cause, or its own cause: a race that makes many waves hang should not be called a hang. If
 * all candidates are common consequences of ordering bugs, the most frequent one names the group.
 */
function findEarliestCause(frequent: string, cells: readonly Cell[]): string {
  const firing = new Map<string, number>();
  let count = 0;
  for (const cell of cells) {
    count += cell.count;
    for (const error of cell.fired) firing.set(error, (firing.get(error) ?? 0) + cell.count);
  }
  return [...firing]
    .filter(([, failures]) => failures >= MIN_NAMING_FRACTION * count)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .filter(([error]) => !isConsequence(error) || !isConsequence(frequent))
    .reduce((name, [error]) => (mayFollow(name, error) ? error : name), frequent);
}

function makeGroup(cells: readonly Cell[], buckets: readonly Bucket[]): FailureGroup {
  const causes = new Map<string, number>();
  for (const { fired, count } of cells) causes.set(fired[0]!, (causes.get(fired[0]!) ?? 0) + count);
  const [frequent] = [...causes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]!;
  const signature = findEarliestCause(frequent, cells);
  const bySize = [...buckets].sort((a, b) => b.count - a.count || (a.signature < b.signature ? -1 : 1));
  const hasFired = bySize.some(({ causes: sets }) => [...sets.keys()].some((fired) => fired !== ''));
  return {
    signature,
    rule: hasFired ? getErrorRule(signature) : (bySize[0]?.rule ?? ''),
    unit: hasFired ? signature.slice(getErrorRule(signature).length + 1) : '',
    count: bySize.reduce((sum, { count }) => sum + count, 0),
    buckets: bySize,
  };
}
