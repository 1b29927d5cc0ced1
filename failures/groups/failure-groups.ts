import type { Bucket } from '../../harness/run-directory/index.js';
import { testId } from '../../harness/selection/index.js';
import type { Separation } from '../../harness/triage-findings/index.js';
import {
  errorKind,
  type FiredError,
  familyOf,
  isConsequence,
  isError,
  isInFamily,
  kindOfCause,
  mayBeOneBug,
  ruleNamed,
  ruleOf,
} from './one-bug-rules.js';
import { follows } from './rules-of-group.js';

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
   * one. In a group with `shownBy`, these are the buckets in which its bug is also visible, with the number of such
   * failures.
   */
  readonly buckets: readonly Bucket[];
  /**
   * Present for a bug seen only in failures that another bug caused first. They are then the only evidence for the
   * group.
   */
  readonly shownBy?: Separation;
}

/** If a cause fired together with another in at least half of its failures, both are attributed to the same bug. */
const TOGETHER_SHARE = 0.5;

/** If a cause fires at least twice as often with another as alone, both are attributed to the same bug. */
const SELDOM_ALONE_FACTOR = 2;

/**
 * Two rules that no known bug fires together count as two bugs if they fired together in at least this number of
 * failures, and in at least `MIN_APART_SHARE` of the more frequent rule's failures.
 */
const MIN_APART_FAILURES = 2;
/** The minimum share of the failures of the more frequent rule. */
const MIN_APART_SHARE = 0.05;

/** The failures in one bucket that fired the same errors. */
interface Cell {
  readonly bucket: Bucket;
  readonly count: number;
  /** The rules and units, cause first, or the bucket's signature if no rule fired. */
  readonly fired: readonly string[];
  /** The error of the other bug, to which these failures are attributed. */
  readonly countedFor?: FiredError;
}

/** Returns whether two errors were caused by two different bugs. */
type ApartTest = (a: FiredError, b: FiredError) => boolean;

/** The failures that are counted as one bug so far. */
interface Part {
  readonly cells: readonly Cell[];
  readonly count: number;
  /** The number of failures in which each kind of cause fired (see `kindOfCause`). */
  readonly firing: ReadonlyMap<string, number>;
  /** The errors that caused the failures. */
  readonly causes: ReadonlySet<FiredError>;
  /** A name that orders parts of the same size independently of bucket order. */
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
  const areApart = makeApartTest(cells, separations);
  const byCause = new Map<string, Cell[]>();
  const withoutError: Part[] = [];
  for (const cell of cells.flatMap((whole) => splitBugs(whole, areApart))) {
    const [cause] = cell.fired as [string];
    if (!isError(cause)) {
      withoutError.push(makePart([cell]));
      continue;
    }
    const key = kindOfCause(cause);
    const sameCause = byCause.get(key);
    if (sameCause === undefined) byCause.set(key, [cell]);
    else sameCause.push(cell);
  }
  const parts = [...mergeParts(Array.from(byCause.values(), makePart), areApart), ...withoutError];
  const homes = assignBuckets(parts);
  return parts
    .flatMap((part) => {
      const home = homes.get(part);
      return home === undefined ? makeSecondaryGroup(part, separations) : [makeGroup(part.cells, home)];
    })
    .sort(
      (a, b) => b.count - a.count || shownByRank(a) - shownByRank(b) || (a.signature < b.signature ? -1 : 1),
    );
}

/** Returns a rank that puts groups with failures of their own before others of the same size. */
function shownByRank({ shownBy }: FailureGroup): number {
  return Number(shownBy !== undefined);
}

function makeCells(bucket: Bucket): Cell[] {
  return Array.from(bucket.causes, ([fired, count]) => ({
    bucket,
    count,
    fired: fired === '' ? [bucket.signature] : fired.split(', '),
  }));
}

function makeApartTest(cells: readonly Cell[], separations: readonly Separation[]): ApartTest {
  const seen = new Set(
    separations.flatMap(({ cause, other }) => [
      `${familyOf(cause)} ${familyOf(other)}`,
      `${familyOf(other)} ${familyOf(cause)}`,
    ]),
  );
  const unrelated = unrelatedPairs(cells);
  if (seen.size === 0 && unrelated.size === 0) return () => false;
  const known = new Map<string, boolean>();
  return (a, b) => {
    const pair = `${a}, ${b}`;
    const before = known.get(pair);
    if (before !== undefined) return before;
    const areApart =
      unrelated.has(`${errorKind(a)}, ${errorKind(b)}`) ||
      seen.has(`${familyOf(ruleOf(a))} ${familyOf(ruleOf(b))}`);
    known.set(pair, areApart);
    return areApart;
  };
}

/**
 * Returns the pairs of error kinds that fired together often enough although no known bug fires both. Each pair is
 * listed in both orders, separated by `, `.
 */
function unrelatedPairs(cells: readonly Cell[]): ReadonlySet<string> {
  const sets = new Map<string, number>();
  for (const { fired, count } of cells) {
    const text = [...new Set(fired.filter(isError).map(errorKind))].sort().join(', ');
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
    const share = MIN_APART_SHARE * Math.max(single.get(a)!, single.get(b)!);
    return count >= Math.max(MIN_APART_FAILURES, share);
  });
  return new Set(frequentPairs.flatMap(({ a, b }) => [`${a}, ${b}`, `${b}, ${a}`]));
}

/**
 * Returns a cell for each bug visible in the given failures: first the cause with its consequences, then the errors
 * independent of it.
 */
function splitBugs(cell: Cell, areApart: ApartTest): Cell[] {
  const [cause, ...others] = cell.fired as [string, ...string[]];
  const apart = others.filter((other) => areApart(cause, other));
  if (apart.length === 0) return [cell];
  const consequences = others.filter((other) => !apart.includes(other));
  return [
    { ...cell, fired: [cause, ...consequences] },
    ...splitBugs({ countedFor: cause, ...cell, fired: apart }, areApart),
  ];
}

function makePart(cells: readonly Cell[]): Part {
  const firing = new Map<string, number>();
  let name = '';
  for (const { fired, count, bucket } of cells) {
    for (const kind of new Set(fired.map(kindOfCause))) firing.set(kind, (firing.get(kind) ?? 0) + count);
    const cellName = [bucket.signature, ...fired].join();
    if (name === '' || cellName < name) name = cellName;
  }
  const causes = new Set(cells.map(({ fired }) => fired[0]!));
  return { cells, count: cells.reduce((sum, { count }) => sum + count, 0), firing, causes, name };
}

/** Merges parts, starting with the smallest, until no two belong together. There are never more parts than rules. */
function mergeParts(parts: readonly Part[], areApart: ApartTest): readonly Part[] {
  const bySize = [...parts].sort((a, b) => a.count - b.count || (a.name < b.name ? -1 : 1));
  for (const small of bySize) {
    const large = bySize.findLast((other) => other !== small && areTogether(small, other, areApart));
    if (large === undefined) continue;
    const rest = bySize.filter((part) => part !== small && part !== large);
    return mergeParts([...rest, makePart([...large.cells, ...small.cells])], areApart);
  }
  return bySize;
}

function areTogether(a: Part, b: Part, areApart: ApartTest): boolean {
  if ([...a.causes].some((cause) => [...b.causes].some((other) => areApart(cause, other)))) return false;
  const [shown, alsoShown] = [countFiring(a, b.causes), countFiring(b, a.causes)];
  if (shown >= TOGETHER_SHARE * a.count || alsoShown >= TOGETHER_SHARE * b.count) return true;
  return shown >= SELDOM_ALONE_FACTOR * b.count || alsoShown >= SELDOM_ALONE_FACTOR * a.count;
}

/** Returns the number of failures in which the most frequent kind of the given errors fired. */
function countFiring({ firing }: Part, errors: ReadonlySet<FiredError>): number {
  let maxFailures = 0;
  for (const error of errors) maxFailures = Math.max(maxFailures, firing.get(kindOfCause(error)) ?? 0);
  return maxFailures;
}

/**
 * Returns each part's buckets. A bucket belongs to the part with most of its failures. Each failure counts for its
 * first bug.
 */
function assignBuckets(parts: readonly Part[]): ReadonlyMap<Part, readonly Bucket[]> {
  const best = new Map<Bucket, { part: Part; count: number }>();
  for (const part of parts) {
    const counts = new Map<Bucket, number>();
    for (const { bucket, count, countedFor } of part.cells)
      if (countedFor === undefined) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
    for (const [bucket, count] of counts)
      if (count > (best.get(bucket)?.count ?? 0)) best.set(bucket, { part, count });
  }
  const homes = new Map<Part, Bucket[]>();
  for (const [bucket, { part }] of best) {
    const home = homes.get(part);
    if (home === undefined) homes.set(part, [bucket]);
    else home.push(bucket);
  }
  return homes;
}

/**
 * Returns the group of a bug seen only in failures caused by others, or an empty list if there is no evidence of a
 * different bug.
 */
function makeSecondaryGroup({ cells }: Part, separations: readonly Separation[]): FailureGroup[] {
  const counts = new Map<Bucket, number>();
  for (const { bucket, count } of cells) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
  const buckets = Array.from(counts, ([bucket, count]) => ({ ...bucket, count }));
  const group = makeGroup(cells, buckets);
  const rules = new Set(cells.flatMap(({ fired }) => fired.map((error) => familyOf(ruleOf(error)))));
  const shown = separations.filter(({ other }) => rules.has(familyOf(other)));
  const shownBy = shown.find(({ other }) => other === group.rule) ?? shown[0] ?? findSeparation(group, cells);
  return shownBy === undefined ? [] : [{ ...group, shownBy }];
}

/**
 * Returns where a bug was seen together with another: a stored failure in its largest bucket. Returns undefined unless
 * both are errors of rules.
 */
function findSeparation(
  { rule, buckets: [bucket] }: FailureGroup,
  cells: readonly Cell[],
): Separation | undefined {
  const { countedFor = '' } = cells.find((cell) => cell.bucket.signature === bucket!.signature)!;
  const [cause, other] = [ruleNamed(ruleOf(countedFor)), ruleNamed(rule)];
  if (cause === undefined || other === undefined) return undefined;
  const example = bucket!.examples.find(({ fired = [] }) =>
    [cause, other].every((id) => fired.some((error) => isInFamily(error, id))),
  );
  const test = example === undefined ? bucket!.first : testId(example.test);
  return { cause, other, signature: bucket!.signature, test };
}

/** The minimum share of a group's failures in which an error must fire to name the group. */
const NAMING_SHARE = 0.25;

/**
 * Returns the most frequent cause, or its own cause: a race that makes many waves hang should not be called a hang. If
 * all candidates are common consequences of ordering bugs, the most frequent one names the group.
 */
function earliestCause(frequent: string, cells: readonly Cell[]): string {
  const firing = new Map<string, number>();
  let count = 0;
  for (const cell of cells) {
    count += cell.count;
    for (const error of cell.fired) firing.set(error, (firing.get(error) ?? 0) + cell.count);
  }
  return [...firing]
    .filter(([, failures]) => failures >= NAMING_SHARE * count)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .filter(([error]) => !isConsequence(error) || !isConsequence(frequent))
    .reduce((name, [error]) => (follows(name, error) ? error : name), frequent);
}

function makeGroup(cells: readonly Cell[], buckets: readonly Bucket[]): FailureGroup {
  const causes = new Map<string, number>();
  for (const { fired, count } of cells) causes.set(fired[0]!, (causes.get(fired[0]!) ?? 0) + count);
  const [frequent] = [...causes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]!;
  const signature = earliestCause(frequent, cells);
  const bySize = [...buckets].sort((a, b) => b.count - a.count || (a.signature < b.signature ? -1 : 1));
  const hasFired = bySize.some(({ causes: sets }) => [...sets.keys()].some((fired) => fired !== ''));
  return {
    signature,
    rule: hasFired ? ruleOf(signature) : (bySize[0]?.rule ?? ''),
    unit: hasFired ? signature.slice(ruleOf(signature).length + 1) : '',
    count: bySize.reduce((sum, { count }) => sum + count, 0),
    buckets: bySize,
  };
}
