import { formatGroupRules, type ReportedBucket, type ReportedGroup } from '../../../failures/groups/index.js';
import { formatSimilarFaultReport } from '../../../failures/likeness/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import { formatNumber, formatQuantity } from '../../../harness/text/index.js';
import { getRuleText } from '../../../transactions/index.js';
import { formatKnownIssue } from '../../text/phrases.js';
import type { FailureView } from '../page-data.js';
import { badge, collapsed, commandLine } from '../parts.js';
import { renderBugRepro, renderFailure, renderMinimalRepro, renderRepro } from './failure.js';

interface CardOptions {
  /** How many of the group's buckets to list on the page. */
  readonly listed: number;
  /** The failures shown in full, keyed by bucket signature. */
  readonly failures: ReadonlyMap<string, FailureView>;
  /** Whether the group did not occur in the previous run. */
  readonly isNew: boolean;
  readonly open: boolean;
}

/**
 * Renders a card for a failure group: its rule, where it occurred, the failure to start with, and the evidence for each
 * program.
 */
export function renderGroupCard(group: ReportedGroup, { listed, failures, isNew, open }: CardOptions): Html {
  const { signature, rule, count, known, smallest, buckets } = group;
  const { maskedBy, shrunk } = group;
  const lead = buckets.find((bucket) => bucket.smallest === smallest) ?? buckets[0]!;
  const others = buckets.filter((bucket) => bucket !== lead);
  const hidden = buckets.length - listed;
  const description = getRuleText(rule);
  const failure = failures.get(lead.signature);
  const badges = [
    badge(formatQuantity(count, 'test'), known ? 'open' : 'bad'),
    ...(isNew ? [badge('new', 'bad')] : []),
    ...(known ? [badge('known', 'open')] : []),
  ];
  return h(
    'article',
    { class: known ? 'group known' : 'group' },
    h('h3', {}, signature, ...badges.flatMap((each) => [' ', each])),
    ...(description === undefined ? [] : [h('p', { class: 'rule' }, description)]),
    ...renderKnownIssues(buckets),
    ...[...formatGroupRules(group.rules, count), ...formatSimilarFaultReport(group)].map((line) =>
      h('p', { class: 'rules' }, line),
    ),
    ...(others.length === 0 ? [] : [renderOccurrences(group)]),
    // If a bug was only seen alongside another one, its minimal reproduction can still be shown, but the evidence from
    // the failures is about the other bug.
    ...(maskedBy === undefined ? [] : renderMaskingBug(group)),
    ...(maskedBy === undefined ? renderRepro({ ...lead, ...(shrunk && { shrunk }) }, failure) : []),
    ...lead.forms.flatMap(renderBugRepro),
    ...(failure === undefined || maskedBy !== undefined || !hasDetails(failure)
      ? []
      : [
          h(
            'details',
            { class: 'evidence', open },
            h('summary', {}, `What happened in ${failure.test}`),
            ...renderFailure(failure),
          ),
        ]),
    ...(others.length === 0 || maskedBy !== undefined
      ? []
      : [renderOtherBuckets(others, listed - 1, hidden, failures)]),
  );
}

/** Whether a failure has anything to show other than its files. */
function hasDetails({ violation, message }: FailureView): boolean {
  return violation !== undefined || message !== undefined;
}

function renderMaskingBug({ maskedBy, shrunk, smallest }: ReportedGroup): Html[] {
  return [
    h('p', {}, `These tests also fail because of another bug, ${maskedBy?.cause}.`),
    ...renderMinimalRepro(shrunk),
    h('p', {}, `A test that triggers both, ${smallest.test}:`),
    commandLine(smallest.repro),
  ];
}

/** Lists a group's known issues, without duplicates. */
function renderKnownIssues(buckets: readonly ReportedBucket[]): Html[] {
  const issues = new Set(
    buckets.flatMap(({ known }) => (known === undefined ? [] : [formatKnownIssue(known)])),
  );
  return [...issues].map((issue) => h('p', {}, `Known: ${issue}`));
}

/** Maximum number of programs to list for a group. */
const MAX_PROGRAMS = 12;

function renderOccurrences({ generations, programs }: ReportedGroup): Html {
  const items = (pairs: ReportedGroup['programs']): Html[] =>
    pairs.map(([name, tests]) => h('li', {}, `${name} `, h('b', {}, formatNumber(tests))));
  const hidden = programs.length - MAX_PROGRAMS;
  const programItems = [
    ...items(programs.slice(0, MAX_PROGRAMS)),
    ...(hidden > 0 ? [h('li', {}, `and ${hidden} more`)] : []),
  ];
  const renderRow = (name: string, list: readonly Html[]): Html =>
    h('div', {}, h('dt', {}, name), h('dd', {}, h('ul', { class: 'chips' }, list)));
  return h(
    'dl',
    { class: 'facts' },
    renderRow('generations', items(generations)),
    renderRow(formatQuantity(programs.length, 'program'), programItems),
  );
}

function renderOtherBuckets(
  others: readonly ReportedBucket[],
  listedCount: number,
  hidden: number,
  failures: ReadonlyMap<string, FailureView>,
): Html {
  return collapsed(
    `${formatQuantity(others.length, 'other bucket')}, by program and generation`,
    others
      .slice(0, Math.max(0, listedCount))
      .map((bucket) => renderBucketDetails(bucket, failures.get(bucket.signature))),
    ...(hidden > 0 ? [h('p', {}, `${formatQuantity(hidden, 'more bucket')} in report.md.`)] : []),
  );
}

function renderBucketDetails(bucket: ReportedBucket, failure: FailureView | undefined): Html {
  const { signature, count, known, forms } = bucket;
  return h(
    'details',
    { class: 'bucket' },
    h(
      'summary',
      {},
      `${signature} `,
      badge(formatQuantity(count, 'test')),
      known === undefined ? '' : ' known',
    ),
    ...renderRepro(bucket, failure),
    ...(failure === undefined ? [] : renderFailure(failure)),
    ...forms.flatMap(renderBugRepro),
  );
}
