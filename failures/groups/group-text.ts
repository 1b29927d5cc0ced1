import { counted } from '../../base/text/index.js';
import { findKnownIssue } from '../../harness/records/index.js';
import type { Bucket, RunReport } from '../../harness/run-directory/index.js';
import type { LikeFault, ShrunkFailure } from '../../harness/triage-findings/index.js';
import type { FailureGroup } from './failure-groups.js';
import { groupsOfRun, smallestFailure } from './groups-of-run.js';
import type { JudgedBucket } from './judged-bucket.js';
import { type GroupRule, rulesOfGroup } from './rules-of-group.js';
import { parsePlace, type SignaturePlace } from './signature-place.js';

/** A failure group as shown in reports. */
export interface JudgedGroup extends Omit<FailureGroup, 'buckets'> {
  readonly buckets: readonly JudgedBucket[];
  /** Whether known issues excuse all its failures. */
  readonly known: boolean;
  /** The generations and programs with their numbers of tests, most tests first. */
  readonly generations: readonly (readonly [name: string, tests: number])[];
  readonly programs: readonly (readonly [name: string, tests: number])[];
  /** The rules that fired, other than the one that names the group. Empty for a bug found alongside another. */
  readonly rules: readonly GroupRule[];
  /** The failure with the fewest waves in any bucket, which is the one to read first. */
  readonly smallest: JudgedBucket['smallest'];
  /** The smallest reproducer found by triage. Absent if triage shrank none of its failures. */
  readonly shrunk?: ShrunkFailure;
  /** The library faults that it resembles, most similar first. Absent if it was not compared. */
  readonly likeness?: readonly LikeFault[];
}

/** The maximum number of generations to list. */
const MAX_GENERATIONS = 8;
/** The maximum number of programs to list. */
const MAX_PROGRAMS = 4;

/** Returns a run's failure groups, largest first: those with an unknown failure, then the others. */
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
          : { known: findSecondaryIssue(group, bucket, request.knownIssues) }),
      })),
      smallestForm(group, shrunk),
      report.likeness?.get(group.signature),
    ),
  );
  return groups.sort((a, b) => Number(a.known) - Number(b.known));
}

/**
 * Returns whether there is a failure, or a bug seen only in another bug's failures, that no known issue excuses. An
 * issue excuses such a bug if it would excuse a failure caused first by that bug.
 */
export function hasUnknownFailure(report: RunReport): boolean {
  const { knownIssues } = report.request;
  const buckets = [...report.tally.buckets.values()];
  if (buckets.some((bucket) => findKnownIssue(knownIssues, bucket) === undefined)) return true;
  return groupsOfRun(report)
    .filter(({ shownBy }) => shownBy !== undefined)
    .some((group) =>
      group.buckets.some((bucket) => findSecondaryIssue(group, bucket, knownIssues) === undefined),
    );
}

/** Returns the known issue that would excuse a failure caused by a bug seen only in another bug's failures. */
function findSecondaryIssue(
  { rule, unit }: FailureGroup,
  { signature }: Bucket,
  issues: RunReport['request']['knownIssues'],
): JudgedBucket['known'] {
  const [, , ...where] = signature.split(' ');
  return findKnownIssue(issues, { signature: [rule, unit, ...where].join(' '), rule });
}

function judgedGroup(
  group: FailureGroup,
  buckets: readonly JudgedBucket[],
  shrunk: ShrunkFailure | undefined,
  likeness: readonly LikeFault[] | undefined,
): JudgedGroup {
  return {
    ...group,
    // A group with one bucket has the name of the bucket, which includes the generation and the program.
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

/** Returns a group's smallest reproducer found by triage, or undefined if there is none. */
export function smallestForm(
  { shownBy, buckets }: FailureGroup,
  shrunk: RunReport['shrunk'],
): ShrunkFailure | undefined {
  if (shownBy !== undefined) return shownBy.alone;
  const size = ({ waves, primitives }: ShrunkFailure): number => waves + primitives;
  const [first, ...others] = buckets.flatMap(({ signature }) => shrunk?.get(signature) ?? []);
  return others.reduce((best, form) => (best !== undefined && size(form) < size(best) ? form : best), first);
}

/** Returns whether a group has only one bucket and is shown as such. */
export function isOneBucket({ buckets, shownBy }: Pick<FailureGroup, 'buckets' | 'shownBy'>): boolean {
  return buckets.length === 1 && shownBy === undefined;
}

/** Returns the generations or programs named in bucket signatures, with their numbers of tests. */
function testCounts(
  buckets: readonly JudgedBucket[],
  getName: (place: SignaturePlace) => string,
): [string, number][] {
  const counts = new Map<string, number>();
  for (const { signature, count } of buckets) {
    const name = getName(parsePlace(signature)).split('/', 1)[0]!;
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/**
 * Describes where a group with several buckets occurred: `50 tests: gfx10 21, gfx11 29; 12 programs: rmw_buffer 8,
 * or_bits 5 and 10 more`.
 */
export function whereText({ count, generations, programs, shownBy }: JudgedGroup): string {
  const named = (pairs: JudgedGroup['programs'], maxNames: number): string => {
    const names = pairs.slice(0, maxNames).map(([name, tests]) => `${name} ${tests}`);
    return `${names.join(', ')}${pairs.length > maxNames ? ` and ${pairs.length - maxNames} more` : ''}`;
  };
  const counts = [
    `${counted(count, 'test')}: ${named(generations, MAX_GENERATIONS)}`,
    `${counted(programs.length, 'program')}: ${named(programs, MAX_PROGRAMS)}`,
  ];
  return [
    // Neither is known for a test stopped by a limit.
    ...(generations.length === 0 ? [counted(count, 'test')] : counts),
    ...(shownBy === undefined ? [] : [`the same tests fail with ${shownBy.cause}, another bug`]),
  ].join('; ');
}
