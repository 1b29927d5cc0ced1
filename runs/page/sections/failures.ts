import { isNewGroup, type RunChanges } from '../../../closure/coverage/index.js';
import { formatGroupRules, type ReportedBucket, type ReportedGroup } from '../../../failures/groups/index.js';
import { drawShrunkPicture, formatShrunkCommand, formatShrunkSize } from '../../../failures/shrink/index.js';
import { describeFindings, drawCurve } from '../../../failures/why/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import { formatKnownIssue } from '../../../harness/records/index.js';
import { formatNumber, formatQuantity } from '../../../harness/text/index.js';
import type { ExplanationFindings, ShrunkFailure } from '../../../harness/triage-findings/index.js';
import { getRuleText, type Violation } from '../../../transactions/index.js';
import { FAILURE_LIMITS } from '../../text/phrases.js';
import { type FailureView, PAGE_DIAGRAM_STYLE } from '../page-data.js';
import {
  badge,
  collapsed,
  commandLine,
  factList,
  fileLink,
  list,
  section,
  textBlock,
  textDiagram,
} from '../parts.js';

interface CardOptions {
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
function renderGroupCard(group: ReportedGroup, { listed, failures, isNew, open }: CardOptions): Html {
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
    ...formatGroupRules(group.rules, count).map((line) => h('p', { class: 'rules' }, line)),
    ...(others.length === 0 ? [] : [renderOccurrences(group)]),
    // If a bug was only seen alongside another one, its minimal reproduction can still be shown, but the evidence from
    // the failures is about the other bug.
    ...(maskedBy === undefined ? [] : renderMaskingBug(group)),
    ...(maskedBy === undefined ? renderRepro({ ...lead, ...(shrunk && { shrunk }) }, failure) : []),
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

function renderKnownIssues(buckets: readonly ReportedBucket[]): Html[] {
  const issues = new Set(
    buckets.flatMap(({ known }) => (known === undefined ? [] : [formatKnownIssue(known)])),
  );
  return [...issues].map((issue) => h('p', {}, `Known: ${issue}`));
}

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
  const { signature, count, known } = bucket;
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
  );
}

/**
 * Renders a failure's minimal reproduction, as found by triage: its size, replay command and diagram, and why it fails.
 */
function renderMinimalRepro(shrunk: ShrunkFailure | undefined): Html[] {
  if (shrunk === undefined) return [];
  const picture = drawShrunkPicture(shrunk, PAGE_DIAGRAM_STYLE);
  const observed = shrunk.observed === '' ? '' : `: ${shrunk.observed}`;
  return [
    h('p', {}, `Minimal reproduction (${formatShrunkSize(shrunk)})${observed}`),
    commandLine(formatShrunkCommand(shrunk)),
    ...(picture.length === 0 ? [] : [textDiagram('Minimal reproduction', picture)]),
    ...(shrunk.viewer === undefined ? [] : [renderViewerLink(shrunk.viewer, shrunk.why)]),
    ...(shrunk.why === undefined ? [] : [renderExplanation(shrunk.why)]),
  ];
}

function renderViewerLink(path: string, findings: ExplanationFindings | undefined): Html {
  const overlayNote = findings?.nearestPass ? ', with the nearest passing run as an overlay' : '';
  return h('p', {}, fileLink(path, 'Open the minimal reproduction in the viewer'), overlayNote);
}

function renderExplanation(findings: ExplanationFindings): Html {
  return h(
    'details',
    { class: 'why' },
    h('summary', {}, 'When and why the failure became inevitable'),
    ...(findings.decisive.length === 0 ? [] : [drawCurve(findings)]),
    list(describeFindings(findings).map(({ head, text }) => `${head.trimStart()}${text}`)),
  );
}

/** Renders the commands that reproduce a bucket's failures, most useful first, and links to the failure's files. */
function renderRepro(
  { first, repro, smallest, shrunk }: ReportedBucket,
  failure: FailureView | undefined,
): Html[] {
  return [
    ...renderMinimalRepro(shrunk),
    h('p', {}, `Test with the fewest waves (${smallest.waves}), ${smallest.test}:`),
    commandLine(smallest.repro),
    ...(smallest.test === first ? [] : [h('p', {}, `First test in the plan, ${first}:`), commandLine(repro)]),
    ...(failure?.files === undefined || failure.files.length === 0 ? [] : [renderFileLinks(failure.files)]),
    ...(failure?.playground === undefined
      ? []
      : [h('p', {}, h('a', { href: failure.playground }, 'Open in the playground'))]),
  ];
}

function renderFileLinks(files: NonNullable<FailureView['files']>): Html {
  const links = files.flatMap(({ name, path }, i) => [...(i === 0 ? [] : [' · ']), fileLink(path, name)]);
  return h('p', {}, 'Files: ', ...links);
}

/** Renders a failure in full: the violation and its witness, other messages, and the pictures. */
function renderFailure({ test, violation, message, picture }: FailureView): Html[] {
  return [
    ...(violation === undefined ? [] : renderViolation(violation, test)),
    ...(message === undefined ? [] : [textBlock('Message', 'message', message)]),
    ...(picture === undefined || picture.length === 0
      ? []
      : [textDiagram('Waves and pixels involved', picture)]),
  ];
}

function renderViolation(violation: Violation, test: string): Html[] {
  const { cycle, unit, allowed, observed, steps, hint } = violation;
  const items = steps.map((step) => h('li', {}, step));
  return [
    factList([
      ['where', `${test}, cycle ${formatNumber(cycle)}, unit ${unit}`],
      ['allowed', allowed],
      ['observed', observed],
      ['hint', hint],
    ]),
    ...(steps.length === 0
      ? []
      : [collapsed(`Witness: ${formatQuantity(steps.length, 'step')}`, h('ol', {}, items))]),
  ];
}

const LIMITS = FAILURE_LIMITS.page;

/** Renders the failures section: groups, most important first, with occurrences, smallest failures and buckets. */
export function renderFailures(
  groups: readonly ReportedGroup[],
  views: readonly FailureView[],
  changes: RunChanges | undefined,
): Html {
  if (groups.length === 0) return section('failures', 'Failures', h('p', { class: 'good' }, 'None.'));
  const hidden = groups.length - LIMITS.groups;
  return section(
    'failures',
    'Failures',
    h(
      'p',
      { class: 'quiet' },
      'A group is most likely one bug. New groups come first, known ones last. Each bucket holds the failures of a group for one program on one generation.',
    ),
    renderCards(groups, views, changes),
    ...(hidden > 0 ? [h('p', {}, `${formatQuantity(hidden, 'more failure group')} in report.md.`)] : []),
  );
}

/** Renders cards for the first groups, new ones first. Each lists at least one bucket, and more if there is room. */
function renderCards(
  groups: readonly ReportedGroup[],
  views: readonly FailureView[],
  changes: RunChanges | undefined,
): Html[] {
  const failures = new Map(views.map((failure) => [failure.signature, failure]));
  const isNew = (group: ReportedGroup): boolean => isNewGroup(group, changes);
  const rank = (group: ReportedGroup): number => 2 * Number(group.known) + Number(!isNew(group));
  let bucketsLeft: number = LIMITS.buckets;
  return [...groups]
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, LIMITS.groups)
    .map((group, i) => {
      const listed = Math.max(1, Math.min(group.buckets.length, bucketsLeft));
      bucketsLeft -= listed;
      return renderGroupCard(group, { listed, failures, isNew: isNew(group), open: i === 0 });
    });
}
