import { counted } from '../../base/text/index.js';
import { knownIssueOf } from '../../harness/records/index.js';
import type { Bucket, RunReport } from '../../harness/run-directory/index.js';
import type { LikeFault, ShrunkFailure } from '../../harness/triage-findings/index.js';
import type { FailureGroup } from './failure-groups.js';
import { groupsOfRun, smallestFailure } from './groups-of-run.js';
import type { JudgedBucket } from './judged-bucket.js';
import { type RuleOfGroup, rulesOfGroup } from './rules-of-group.js';
import { placeOf, type SignaturePlace } from './signature-place.js';

/** A failure group for readers. */
export interface JudgedGroup extends Omit<FailureGroup, 'buckets'> {
  readonly buckets: readonly JudgedBucket[];
  /** Whether known issues excuse all its failures. */
  readonly known: boolean;
  /** Generations and programs with their tests, most first. */
  readonly generations: readonly (readonly [name: string, tests: number])[];
  readonly programs: readonly (readonly [name: string, tests: number])[];
  /** Rules that fired in addition to the one that names it; none for a bug found alongside another one. */
  readonly rules: readonly RuleOfGroup[];
  /** The failure with the fewest waves in all its buckets; read this one first. */
  readonly smallest: JudgedBucket['smallest'];
  /** The smallest form found by triage; absent if triage shrank none of its failures. */
  readonly shrunk?: ShrunkFailure;
  /** The library faults that it resembles, nearest first; absent if it was not compared. */
  readonly likeness?: readonly LikeFault[];
}

/** Maximum number of generations and programs named. */
const GENERATIONS_SHOWN = 8;
const PROGRAMS_SHOWN = 4;

/** The failure groups of a run, largest first, those with an unknown failure before the others. */
export function judgedGroups(
  report: Pick<RunReport, 'request' | 'tally' | 'separations' | 'shrunk' | 'likeness'>,
  buckets: readonly JudgedBucket[],
): JudgedGroup[] {
  const { request, shrunk } = report;
  const judged = new Map(buckets.map((bucket) => [bucket.signature, bucket]));
  const groups = groupsOfRun(report).map((group) =>
    judgedGroup(
      group,
      group.buckets.map((bucket) => ({
        ...judged.get(bucket.signature)!,
        count: bucket.count,
        ...(group.shownBy === undefined
          ? {}
          : { known: knownIssueOfSecond(group, bucket, request.knownIssues) }),
      })),
      smallestForm(group, shrunk),
      report.likeness?.get(group.signature),
    ),
  );
  return groups.sort((a, b) => Number(a.known) - Number(b.known));
}

/**
 * Whether there is a failure, or a bug seen only in another bug's failures, that no known issue excuses. An issue excuses
 * such a bug if it would excuse a failure that the bug causes first.
 */
export function hasUnknownFailure(report: RunReport): boolean {
  const { knownIssues } = report.request;
  const buckets = [...report.tally.buckets.values()];
  if (buckets.some((bucket) => knownIssueOf(knownIssues, bucket) === undefined)) return true;
  return groupsOfRun(report)
    .filter(({ shownBy }) => shownBy !== undefined)
    .some((group) =>
      group.buckets.some((bucket) => knownIssueOfSecond(group, bucket, knownIssues) === undefined),
    );
}

/** The known issue that would excuse a failure caused by a bug seen only in another bug's failures. */
function knownIssueOfSecond(
  { rule, unit }: FailureGroup,
  { signature }: Bucket,
  issues: RunReport['request']['knownIssues'],
): JudgedBucket['known'] {
  const [, , ...where] = signature.split(' ');
  return knownIssueOf(issues, { signature: [rule, unit, ...where].join(' '), rule });
}

function judgedGroup(
  group: FailureGroup,
  buckets: readonly JudgedBucket[],
  shrunk: ShrunkFailure | undefined,
  likeness: readonly LikeFault[] | undefined,
): JudgedGroup {
  return {
    ...group,
    // A group of one bucket has the bucket's name, which includes generation and program.
    signature: isOneBucket(group) ? buckets[0]!.signature : group.signature,
    buckets,
    known: buckets.every(({ known }) => known !== undefined),
    generations: testCounts(buckets, ({ generation }) => generation),
    programs: testCounts(buckets, ({ program }) => program),
    rules: group.shownBy === undefined ? rulesOfGroup(buckets, group.signature) : [],
    smallest: smallestFailure(group),
    ...(shrunk === undefined ? {} : { shrunk }),
    ...(likeness === undefined ? {} : { likeness }),
  };
}

/** A group's smallest form found by triage; undefined if there is none. */
export function smallestForm(
  { shownBy, buckets }: FailureGroup,
  shrunk: RunReport['shrunk'],
): ShrunkFailure | undefined {
  if (shownBy !== undefined) return shownBy.alone;
  const size = ({ waves, primitives }: ShrunkFailure): number => waves + primitives;
  const [first, ...others] = buckets.flatMap(({ signature }) => shrunk?.get(signature) ?? []);
  return others.reduce((best, form) => (best !== undefined && size(form) < size(best) ? form : best), first);
}

/** Whether a group is one bucket, and is shown as such. */
export function isOneBucket({ buckets, shownBy }: Pick<FailureGroup, 'buckets' | 'shownBy'>): boolean {
  return buckets.length === 1 && shownBy === undefined;
}

/** The generations or programs that buckets' signatures name, with their tests. */
function testCounts(
  buckets: readonly JudgedBucket[],
  of: (place: SignaturePlace) => string,
): [string, number][] {
  const counts = new Map<string, number>();
  for (const { signature, count } of buckets) {
    const name = of(placeOf(signature)).split('/', 1)[0]!;
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/**
 * Where a group of several buckets occurred: `50 tests: gfx10 21, gfx11 29; 12 programs: rmw_buffer 8, or_bits 5 and 10
 * more`.
 */
export function whereText({ count, generations, programs, shownBy }: JudgedGroup): string {
  const named = (pairs: JudgedGroup['programs'], namesMax: number): string => {
    const names = pairs.slice(0, namesMax).map(([name, tests]) => `${name} ${tests}`);
    return `${names.join(', ')}${pairs.length > namesMax ? ` and ${pairs.length - namesMax} more` : ''}`;
  };
  const places = [
    `${counted(count, 'test')}: ${named(generations, GENERATIONS_SHOWN)}`,
    `${counted(programs.length, 'program')}: ${named(programs, PROGRAMS_SHOWN)}`,
  ];
  return [
    // For a test that a limit ended, neither is known.
    ...(generations.length === 0 ? [counted(count, 'test')] : places),
    ...(shownBy === undefined ? [] : [`the same tests fail with ${shownBy.cause}, another bug`]),
  ].join('; ');
}
