import { RULE_IDS } from '../../transactions/index.js';
import type { Separation } from './separation.js';
import type { Bucket } from './tally.js';

/** Failures that most likely come from one bug, whatever program, chip and generation it showed in. */
export interface FailureGroup {
  /** Rule and unit of the error that caused most of its failures, such as `ORD-06 spi`; the bucket's own where no rule fired. */
  readonly signature: string;
  readonly rule: string;
  /** Unit of the hardware, or `program`; empty where no rule fired. */
  readonly unit: string;
  readonly count: number;
  /**
   * Largest first. A bucket whose failures have several causes is in the group of most of them. Of a group with `shownBy`, those in
   * which its bug shows too, with the number of such failures.
   */
  readonly buckets: readonly Bucket[];
  /** Present for a bug that shows only in failures which another bug causes first: the group is known by this alone. */
  readonly shownBy?: Separation;
}

/**
 * Rules that report one mistake in different ways, depending on timing: which wave is reported to overlap which, and that something
 * never goes on. A bug fires now one, now another of a row.
 */
const FAMILIES: readonly RegExp[] = [/^ORD-(?:04|05|07|08|11)$/, /^(?:IDLE-\d+|HANG-(?:01|06|07|08|09))$/];

/** A cause that fired together with another in this share of its failures comes from the same bug. */
const TOGETHER = 0.5;

/** Failures of one bucket that fired the same errors. */
interface Cell {
  readonly bucket: Bucket;
  readonly count: number;
  /** Rules and units, the cause first; the bucket's signature where no rule fired. */
  readonly fired: readonly string[];
  /** Whether another bug is what these failures are counted for. */
  readonly isSecond: boolean;
}

/** Whether two errors are known to come from two bugs. */
type AreApart = (a: string, b: string) => boolean;

/** Failures that are taken for one bug so far. */
interface Part {
  readonly cells: readonly Cell[];
  readonly count: number;
  /** In how many of them each rule fired. */
  readonly firing: ReadonlyMap<string, number>;
  /** Rules that caused any of them. */
  readonly causes: ReadonlySet<string>;
  /** Tells parts of one size apart, whatever the order of the buckets. */
  readonly name: string;
}

/**
 * Groups buckets by the cause of their failures, largest group first. Failures belong together that have one causing rule or one
 * family of rules; two groups are one where the cause of the one also fired in half of the failures of the other. Rules that
 * `separations` name come from two bugs, however often they fired together.
 *
 * A fault that lets ids run ahead fires ORD-06 in 40 tests, and in 9 more ORD-01 first with ORD-06 beside it, in programs of
 * four generations: 49 buckets, one group `ORD-06 spi`.
 */
export function groupFailures(
  buckets: Iterable<Bucket>,
  separations: readonly Separation[] = [],
): FailureGroup[] {
  const areApart = apartBy(separations);
  const byCause = new Map<string, Cell[]>();
  const alone: Part[] = [];
  for (const cell of [...buckets].flatMap(cellsOf).flatMap((each) => bugsOf(each, areApart))) {
    const [cause] = cell.fired as [string];
    if (!isError(cause)) {
      alone.push(partOf([cell]));
      continue;
    }
    const key = familyOf(ruleOf(cause));
    const cells = byCause.get(key);
    if (cells === undefined) byCause.set(key, [cell]);
    else cells.push(cell);
  }
  const parts = [...joined(Array.from(byCause.values(), partOf), areApart), ...alone];
  const homes = homesOf(parts);
  return parts
    .flatMap((part) => {
      const own = homes.get(part);
      return own === undefined ? secondGroup(part, separations) : [groupOf(part.cells, own)];
    })
    .sort((a, b) => b.count - a.count || isShown(a) - isShown(b) || (a.signature < b.signature ? -1 : 1));
}

/** Of groups of one size, those with failures of their own come first. */
function isShown({ shownBy }: FailureGroup): number {
  return Number(shownBy !== undefined);
}

function cellsOf(bucket: Bucket): Cell[] {
  return Array.from(bucket.causes, ([fired, count]) => ({
    bucket,
    count,
    fired: fired === '' ? [bucket.signature] : fired.split(', '),
    isSecond: false,
  }));
}

function apartBy(separations: readonly Separation[]): AreApart {
  const pairs = new Set(
    separations.flatMap(({ cause, other }) => [
      `${familyOf(cause)} ${familyOf(other)}`,
      `${familyOf(other)} ${familyOf(cause)}`,
    ]),
  );
  if (pairs.size === 0) return () => false;
  return (a, b) => pairs.has(`${familyOf(ruleOf(a))} ${familyOf(ruleOf(b))}`);
}

/** A cell for each bug that shows in failures: that of the cause with its consequences, then that of what is apart from it. */
function bugsOf(cell: Cell, areApart: AreApart): Cell[] {
  const [cause, ...others] = cell.fired as [string, ...string[]];
  const apart = others.filter((other) => areApart(cause, other));
  if (apart.length === 0) return [cell];
  const own = others.filter((other) => !apart.includes(other));
  return [
    { ...cell, fired: [cause, ...own] },
    ...bugsOf({ ...cell, fired: apart, isSecond: true }, areApart),
  ];
}

function partOf(cells: readonly Cell[]): Part {
  const firing = new Map<string, number>();
  let name = '';
  for (const { fired, count, bucket } of cells) {
    for (const error of fired) firing.set(ruleOf(error), (firing.get(ruleOf(error)) ?? 0) + count);
    const own = [bucket.signature, ...fired].join();
    if (name === '' || own < name) name = own;
  }
  const causes = new Set(cells.map(({ fired }) => ruleOf(fired[0]!)));
  return { cells, count: cells.reduce((sum, { count }) => sum + count, 0), firing, causes, name };
}

/** Joins parts, the smallest first, as long as two belong together. There are no more of them than rules. */
function joined(parts: readonly Part[], areApart: AreApart): readonly Part[] {
  const bySize = [...parts].sort((a, b) => a.count - b.count || (a.name < b.name ? -1 : 1));
  for (const small of bySize) {
    const large = bySize.findLast((other) => other !== small && areTogether(small, other, areApart));
    if (large === undefined) continue;
    const rest = bySize.filter((part) => part !== small && part !== large);
    return joined([...rest, partOf([...large.cells, ...small.cells])], areApart);
  }
  return bySize;
}

function areTogether(a: Part, b: Part, areApart: AreApart): boolean {
  if ([...a.causes].some((one) => [...b.causes].some((other) => areApart(one, other)))) return false;
  return shareFiring(a, b.causes) >= TOGETHER || shareFiring(b, a.causes) >= TOGETHER;
}

/** Share of the failures in which the most frequent of these rules fired. */
function shareFiring({ firing, count }: Part, rules: ReadonlySet<string>): number {
  let most = 0;
  for (const rule of rules) most = Math.max(most, firing.get(rule) ?? 0);
  return most / count;
}

/** The buckets of each part: a bucket goes to the part that has most of its failures, each counted for its first bug. */
function homesOf(parts: readonly Part[]): ReadonlyMap<Part, readonly Bucket[]> {
  const best = new Map<Bucket, { part: Part; count: number }>();
  for (const part of parts) {
    const counts = new Map<Bucket, number>();
    for (const { bucket, count, isSecond } of part.cells)
      if (!isSecond) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
    for (const [bucket, count] of counts)
      if (count > (best.get(bucket)?.count ?? 0)) best.set(bucket, { part, count });
  }
  const homes = new Map<Part, Bucket[]>();
  for (const [bucket, { part }] of best) {
    const own = homes.get(part);
    if (own === undefined) homes.set(part, [bucket]);
    else own.push(bucket);
  }
  return homes;
}

/** The group of a bug that shows only in failures of others; none where nothing shows it by itself. */
function secondGroup({ cells }: Part, separations: readonly Separation[]): FailureGroup[] {
  const counts = new Map<Bucket, number>();
  for (const { bucket, count } of cells) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
  const buckets = Array.from(counts, ([bucket, count]) => ({ ...bucket, count }));
  const group = groupOf(cells, buckets);
  const rules = new Set(cells.flatMap(({ fired }) => fired.map((error) => familyOf(ruleOf(error)))));
  const shown = separations.filter(({ other }) => rules.has(familyOf(other)));
  const shownBy = shown.find(({ other }) => other === group.rule) ?? shown[0];
  return shownBy === undefined ? [] : [{ ...group, shownBy }];
}

function groupOf(cells: readonly Cell[], buckets: readonly Bucket[]): FailureGroup {
  const causes = new Map<string, number>();
  for (const { fired, count } of cells) causes.set(fired[0]!, (causes.get(fired[0]!) ?? 0) + count);
  const [signature] = [...causes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]!;
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

/** What failures are grouped by: the rule, or the family that it is of. */
export function familyOf(rule: string): string {
  const family = FAMILIES.findIndex((pattern) => pattern.test(rule));
  return family < 0 ? rule : `family ${family}`;
}

/** Whether an error as `firedErrors` gives it is of the rule or its family. */
export function isOfFamily(error: string, rule: string): boolean {
  return familyOf(ruleOf(error)) === familyOf(rule);
}

/** The rule of an error as `firedErrors` gives it; a signature stands for itself. */
export function ruleOf(error: string): string {
  return isError(error) ? error.slice(0, error.indexOf(' ')) : error;
}

const KNOWN: ReadonlySet<string> = new Set(RULE_IDS);

/** Whether a text is a rule that there is and a unit, as `firedErrors` gives them; logs of others may name any number of rules. */
function isError(text: string): boolean {
  const [, rule] = /^(\S+) \S+$/.exec(text) ?? [];
  return rule !== undefined && KNOWN.has(rule);
}
