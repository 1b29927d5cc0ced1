import { type BucketForm, findRule } from '../../../regression/index.js';
import type { Violation } from '../../../transactions/index.js';
import { counted } from '../../counted.js';
import { type JudgedGroup, whereText } from '../../failure-groups.js';
import { FAILURES_SHOWN } from '../../failures-shown.js';
import type { JudgedBucket } from '../../judged-bucket.js';
import { knownText } from '../../known-text.js';
import { type Html, h } from '../html.js';
import { commandLine, section } from '../parts.js';
import type { ShownFailure } from '../shown-run.js';

const SHOWN = FAILURES_SHOWN.page;

/** Failure groups, largest first, with their buckets: message, picture, and the lines that show each failure again. */
export function failuresSection(groups: readonly JudgedGroup[], shown: readonly ShownFailure[]): Html {
  if (groups.length === 0) return section('failures', 'Failures', h('p', { class: 'good' }, 'None.'));
  const hidden = groups.length - SHOWN.groups;
  return section(
    'failures',
    'Failures',
    shownParts(groups, shown),
    ...(hidden > 0 ? [h('p', {}, `${counted(hidden, 'more failure group')} in report.md.`)] : []),
  );
}

/** The first groups, with as many of their buckets as the page has room for: each has one at least. */
function shownParts(groups: readonly JudgedGroup[], shown: readonly ShownFailure[]): Html[] {
  let room: number = SHOWN.buckets;
  return groups.slice(0, SHOWN.groups).map((group, i) => {
    const listed = Math.max(1, Math.min(group.buckets.length, room));
    room -= listed;
    return groupParts(group, listed, shown, i === 0);
  });
}

/** A group of one bucket is that bucket; of several, the first is shown and the others can be opened. */
function groupParts(group: JudgedGroup, listed: number, shown: readonly ShownFailure[], open: boolean): Html {
  const details = (bucket: JudgedBucket, isOpen: boolean): Html =>
    bucketDetails(
      bucket,
      shown.find(({ signature }) => signature === bucket.signature),
      isOpen,
    );
  const [first, ...others] = group.buckets;
  if (others.length === 0) return details(first!, open);
  const { signature, known, smallest } = group;
  const hidden = group.buckets.length - listed;
  return h(
    'article',
    { class: 'group' },
    h('h3', {}, h('span', { class: 'bad' }, signature), known ? ' (known)' : ''),
    h('p', {}, whereText(group)),
    h('p', {}, `Fewest waves (${smallest.waves}), ${smallest.test}:`),
    commandLine(smallest.repro),
    details(first!, open),
    h(
      'details',
      {},
      h('summary', {}, `${others.length} more by program and generation`),
      others.slice(0, listed - 1).map((bucket) => details(bucket, false)),
      ...(hidden > 0 ? [h('p', {}, `${counted(hidden, 'more bucket')} in report.md.`)] : []),
    ),
  );
}

function bucketDetails(bucket: JudgedBucket, failure: ShownFailure | undefined, open: boolean): Html {
  const { signature, count, first, repro, smallest, known, forms } = bucket;
  return h(
    'details',
    { class: 'bucket', open },
    h(
      'summary',
      {},
      h('span', { class: 'bad' }, signature),
      ` ${counted(count, 'test')}${known === undefined ? '' : ', known'}`,
    ),
    ...(known === undefined ? [] : [h('p', {}, `Known: ${knownText(known)}`)]),
    ...(failure === undefined ? [] : failureParts(failure)),
    ...(smallest.test === first
      ? []
      : [
          h('p', {}, `Failure with the fewest waves (${smallest.waves}), ${smallest.test}:`),
          commandLine(smallest.repro),
        ]),
    h('p', {}, `First failure, ${first}:`),
    commandLine(repro),
    ...forms.flatMap(formParts),
  );
}

function formParts(
  { form, tests, repro }: BucketForm,
  index: number,
  { length }: readonly BucketForm[],
): Html[] {
  return [h('p', {}, `Bug ${index + 1} of ${length}, ${form} (${tests.join(', ')}):`), commandLine(repro)];
}

function failureParts({ test, violation, message, picture }: ShownFailure): Html[] {
  return [
    ...(violation === undefined ? [] : violationParts(violation, test)),
    ...(message === undefined ? [] : [h('pre', { tabindex: 0 }, message)]),
    ...(picture === undefined || picture.length === 0
      ? []
      : [
          h(
            'pre',
            { class: 'picture', tabindex: 0, role: 'group', 'aria-label': 'Waves and pixels involved' },
            picture.join('\n'),
          ),
        ]),
  ];
}

function violationParts(violation: Violation, test: string): Html[] {
  const { rule, cycle, unit, allowed, observed, steps, hint } = violation;
  const row = (name: string, text: string): Html => h('div', {}, h('dt', {}, name), h('dd', {}, text));
  return [
    h('p', { class: 'rule' }, `${rule} ${findRule(rule)?.text ?? ''}`),
    h(
      'dl',
      { class: 'facts' },
      row('where', `${test}, cycle ${cycle}, unit ${unit}`),
      row('allowed', allowed),
      row('observed', observed),
      row('hint', hint),
    ),
    ...(steps.length === 0
      ? []
      : [
          h(
            'ol',
            {},
            steps.map((step) => h('li', {}, step)),
          ),
        ]),
  ];
}
