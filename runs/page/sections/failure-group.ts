import { type Html, h } from '../../../base/page/index.js';
import { counted, numberText } from '../../../base/text/index.js';
import { type JudgedBucket, type JudgedGroup, rulesText } from '../../../failures/groups/index.js';
import { similarFaultReport } from '../../../failures/likeness/index.js';
import { ruleText } from '../../../transactions/index.js';
import { knownText } from '../../text/known-text.js';
import { badge, commandLine } from '../parts.js';
import type { ShownFailure } from '../shown-run.js';
import { formParts, reproParts, shownParts } from './failure.js';
import { smallestFormParts } from './smallest-form.js';

/** How to display a group. */
interface CardOptions {
  /** Number of the group's buckets to list on the page. */
  readonly listed: number;
  /** The failures shown in full, keyed by bucket signature. */
  readonly failures: ReadonlyMap<string, ShownFailure>;
  /** Whether the group did not occur in the previous run. */
  readonly isNew: boolean;
  readonly open: boolean;
}

/**
 * A card for a failure group: its rule, where it occurred, the failure to look at first, and the evidence from
 * each program.
 */
export function groupCard(group: JudgedGroup, { listed, failures, isNew, open }: CardOptions): Html {
  const { signature, rule, count, known, smallest, buckets } = group;
  const { shownBy, shrunk } = group;
  const lead = buckets.find((bucket) => bucket.smallest === smallest) ?? buckets[0]!;
  const others = buckets.filter((bucket) => bucket !== lead);
  const hidden = buckets.length - listed;
  const text = ruleText(rule);
  const failure = failures.get(lead.signature);
  return h(
    'article',
    { class: known ? 'group known' : 'group' },
    h(
      'h3',
      {},
      signature,
      ' ',
      badge(counted(count, 'test'), known ? 'open' : 'bad'),
      ...(isNew ? [' ', badge('new', 'bad')] : []),
      ...(known ? [' ', badge('known', 'open')] : []),
    ),
    ...(text === undefined ? [] : [h('p', { class: 'rule' }, text)]),
    ...knownParts(buckets),
    ...[...rulesText(group.rules, count), ...similarFaultReport(group)].map((line) =>
      h('p', { class: 'rules' }, line),
    ),
    ...(others.length === 0 ? [] : [occurrences(group)]),
    // A bug seen only in failures caused by another bug still has a minimal form, but the evidence in those
    // failures is about the other bug.
    ...(shownBy === undefined ? [] : shownByParts(group)),
    ...(shownBy === undefined ? reproParts({ ...lead, ...(shrunk && { shrunk }) }, failure) : []),
    ...lead.forms.flatMap(formParts),
    ...(failure === undefined || shownBy !== undefined || !hasDetails(failure)
      ? []
      : [
          h(
            'details',
            { class: 'evidence', open },
            h('summary', {}, `What happened in ${failure.test}`),
            ...shownParts(failure),
          ),
        ]),
    ...(others.length === 0 || shownBy !== undefined
      ? []
      : [otherBuckets(others, listed - 1, hidden, failures)]),
  );
}

/** Whether a failure has anything to show other than its files. */
function hasDetails({ violation, message }: ShownFailure): boolean {
  return violation !== undefined || message !== undefined;
}

function shownByParts({ shownBy, shrunk, smallest }: JudgedGroup): Html[] {
  return [
    h('p', {}, `These tests also fail because of another bug, ${shownBy?.cause}.`),
    ...smallestFormParts(shrunk),
    h('p', {}, `A test that triggers both, ${smallest.test}:`),
    commandLine(smallest.repro),
  ];
}

/** The distinct known issues of a group. */
function knownParts(buckets: readonly JudgedBucket[]): Html[] {
  const issues = new Set(buckets.flatMap(({ known }) => (known === undefined ? [] : [knownText(known)])));
  return [...issues].map((issue) => h('p', {}, `Known: ${issue}`));
}

/** Maximum number of programs to list for a group. */
const MAX_PROGRAMS = 12;

/** The generations and programs in which a group occurred. */
function occurrences({ generations, programs }: JudgedGroup): Html {
  const items = (pairs: JudgedGroup['programs']): Html[] =>
    pairs.map(([name, tests]) => h('li', {}, `${name} `, h('b', {}, numberText(tests))));
  const hidden = programs.length - MAX_PROGRAMS;
  const named = [
    ...items(programs.slice(0, MAX_PROGRAMS)),
    ...(hidden > 0 ? [h('li', {}, `and ${hidden} more`)] : []),
  ];
  const row = (name: string, list: readonly Html[]): Html =>
    h('div', {}, h('dt', {}, name), h('dd', {}, h('ul', { class: 'chips' }, list)));
  return h(
    'dl',
    { class: 'facts' },
    row('generations', items(generations)),
    row(counted(programs.length, 'program'), named),
  );
}

function otherBuckets(
  others: readonly JudgedBucket[],
  listed: number,
  hidden: number,
  failures: ReadonlyMap<string, ShownFailure>,
): Html {
  return h(
    'details',
    {},
    h('summary', {}, `${counted(others.length, 'other bucket')}, by program and generation`),
    others
      .slice(0, Math.max(0, listed))
      .map((bucket) => bucketDetails(bucket, failures.get(bucket.signature))),
    ...(hidden > 0 ? [h('p', {}, `${counted(hidden, 'more bucket')} in report.md.`)] : []),
  );
}

function bucketDetails(bucket: JudgedBucket, failure: ShownFailure | undefined): Html {
  const { signature, count, known, forms } = bucket;
  return h(
    'details',
    { class: 'bucket' },
    h('summary', {}, `${signature} `, badge(counted(count, 'test')), known === undefined ? '' : ' known'),
    ...reproParts(bucket, failure),
    ...(failure === undefined ? [] : shownParts(failure)),
    ...forms.flatMap(formParts),
  );
}
