import { GENERATIONS } from '../../arch/index.js';
import { findKnownIssue, type KnownIssue } from '../../harness/records/index.js';
import type { Bucket, RunReport } from '../../harness/run-directory/index.js';
import { formatQuantity } from '../../harness/text/index.js';
import type { ShrunkFailure } from '../../harness/triage-findings/index.js';
import { type FailureGroup, getMaskedKey, sortByCount } from './failure-groups.js';
import { type GroupRule, listGroupRules } from './one-bug-rules.js';
import { findFailureGroups, findSmallestFailure } from './run-groups.js';

/** Where a bucket's failures occurred. Both fields are empty if the signature names neither, as for a timeout. */
interface SignatureOrigin {
  readonly generation: string;
  readonly program: string;
}

/**
 * Parses the generation and program at the end of a bucket's signature, which follow the rule and unit (or whatever
 * takes their place).
 */
export function parseSignatureOrigin(signature: string): SignatureOrigin {
  if (/^(?:error|timeout:) /.test(signature)) return { generation: '', program: '' };
  const words = signature.split(' ');
  const index = words.findIndex((word) => (GENERATIONS as readonly string[]).includes(word));
  if (index === -1) return { generation: '', program: '' };
  return { generation: words[index]!, program: words.slice(index + 1).join(' ') };
}

/** A bucket with the known issue that excuses it, if any. */
export type ReportedBucket = Bucket & {
  readonly known: KnownIssue | undefined;
  /** The bucket's smallest shrunk failure. Absent if none was shrunk. */
  readonly shrunk?: ShrunkFailure;
};

/** A failure group as shown in reports. */
export interface ReportedGroup extends Omit<FailureGroup, 'buckets'> {
  readonly buckets: readonly ReportedBucket[];
  /** Whether known issues excuse all of the group's failures. */
  readonly known: boolean;
  /** Test counts by generation and by program, highest first. */
  readonly generations: readonly (readonly [name: string, tests: number])[];
  readonly programs: readonly (readonly [name: string, tests: number])[];
  /** The rules that fired, other than the one that names the group. Empty for a masked bug. */
  readonly rules: readonly GroupRule[];
  /** The failure with the fewest waves in any bucket, which is the one to read first. */
  readonly smallest: ReportedBucket['smallest'];
  /** The group's smallest reproducer. Absent if triage shrank none of the group's failures. */
  readonly shrunk?: ShrunkFailure;
}

const MAX_GENERATIONS = 8;
const MAX_PROGRAMS = 4;

/** Returns a run's failure groups: those with unknown failures first, then by size. */
export function makeReportedGroups(
  report: Pick<RunReport, 'request' | 'tally' | 'kinds' | 'shrunk'>,
  buckets: readonly ReportedBucket[],
): ReportedGroup[] {
  const { request, shrunk } = report;
  const reportedBuckets = new Map(buckets.map((bucket) => [bucket.signature, bucket]));
  const groups = findFailureGroups(report).map((group) =>
    makeReportedGroup(
      group,
      group.buckets.map((bucket) => ({
        ...reportedBuckets.get(bucket.signature)!,
        count: bucket.count,
        ...(group.maskedBy === undefined
          ? {}
          : { known: findMaskedIssue(group, bucket, request.knownIssues) }),
      })),
      findSmallestRepro(group, shrunk),
    ),
  );
  return groups.sort((a, b) => Number(a.known) - Number(b.known));
}

/**
 * Returns whether any failure or masked bug is not excused by a known issue. An issue excuses a masked bug if it would
 * excuse a failure that the bug caused.
 */
export function hasUnknownFailure(report: RunReport): boolean {
  const { knownIssues } = report.request;
  const buckets = [...report.tally.buckets.values()];
  if (buckets.some((bucket) => findKnownIssue(knownIssues, bucket) === undefined)) return true;
  return findFailureGroups(report)
    .filter(({ maskedBy }) => maskedBy !== undefined)
    .some((group) =>
      group.buckets.some((bucket) => findMaskedIssue(group, bucket, knownIssues) === undefined),
    );
}

function findMaskedIssue(
  { rule, unit }: FailureGroup,
  { signature }: Bucket,
  issues: RunReport['request']['knownIssues'],
): ReportedBucket['known'] {
  const [, , ...where] = signature.split(' ');
  return findKnownIssue(issues, { signature: [rule, unit, ...where].join(' '), rule });
}

function makeReportedGroup(
  group: FailureGroup,
  buckets: readonly ReportedBucket[],
  shrunk: ShrunkFailure | undefined,
): ReportedGroup {
  return {
    ...group,
    // A group with one bucket takes the bucket's name, which includes the generation and the program.
    signature: isOneBucket(group) ? buckets[0]!.signature : group.signature,
    buckets,
    known: buckets.every(({ known }) => known !== undefined),
    generations: countTests(buckets, ({ generation }) => generation),
    programs: countTests(buckets, ({ program }) => program),
    rules:
      group.maskedBy === undefined
        ? listGroupRules(buckets, isOneBucket(group) ? getFiredError(buckets[0]!) : group.signature)
        : [],
    smallest: findSmallestFailure(group),
    ...(shrunk === undefined ? {} : { shrunk }),
  };
}

/** Returns a group's smallest reproducer found by triage, or undefined if there is none. */
export function findSmallestRepro(
  { maskedBy, buckets }: FailureGroup,
  shrunk: RunReport['shrunk'],
): ShrunkFailure | undefined {
  if (maskedBy !== undefined) return shrunk?.get(getMaskedKey(maskedBy));
  const getSize = ({ waves, primitives }: ShrunkFailure): number => waves + primitives;
  const [first, ...others] = buckets.flatMap(({ signature }) => shrunk?.get(signature) ?? []);
  return others.reduce(
    (best, candidate) => (best !== undefined && getSize(candidate) < getSize(best) ? candidate : best),
    first,
  );
}

/** Returns whether a group is shown as a single bucket: it has no other, which is named after the group's cause. */
export function isOneBucket({ signature, buckets, maskedBy }: FailureGroup): boolean {
  return buckets.length === 1 && maskedBy === undefined && buckets[0]!.signature.startsWith(signature);
}

/** The rule and unit that a bucket is named after. A test's first error may have another rule of the same subject. */
function getFiredError({ signature }: Bucket): string {
  return signature.split(' ', 2).join(' ');
}

/** Counts tests by the generation or program in their bucket's signature, highest count first. */
function countTests(
  buckets: readonly ReportedBucket[],
  getName: (origin: SignatureOrigin) => string,
): [string, number][] {
  const counts = new Map<string, number>();
  for (const { signature, count } of buckets) {
    const name = getName(parseSignatureOrigin(signature)).split('/', 1)[0]!;
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return sortByCount(counts);
}

/**
 * Lists where a group with several buckets occurred: `50 tests: gfx10 21, gfx11 29; 12 programs: rmw_buffer 8, or_bits
 * 5 and 10 more`.
 */
export function formatOccurrences({ count, generations, programs, maskedBy }: ReportedGroup): string {
  const formatNames = (pairs: ReportedGroup['programs'], maxNames: number): string => {
    const names = pairs.slice(0, maxNames).map(([name, tests]) => `${name} ${tests}`);
    return `${names.join(', ')}${pairs.length > maxNames ? ` and ${pairs.length - maxNames} more` : ''}`;
  };
  const counts = [
    `${formatQuantity(count, 'test')}: ${formatNames(generations, MAX_GENERATIONS)}`,
    `${formatQuantity(programs.length, 'program')}: ${formatNames(programs, MAX_PROGRAMS)}`,
  ];
  return [
    // A test stopped by a limit has no known generation or program.
    ...(generations.length === 0 ? [formatQuantity(count, 'test')] : counts),
    ...(maskedBy === undefined ? [] : [`the same tests also fail because of another bug, ${maskedBy.cause}`]),
  ].join('; ');
}
