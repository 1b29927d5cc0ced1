import type { ReportedBucket } from '../../../failures/groups/index.js';
import { drawShrunkPicture, formatShrunkCommand, formatShrunkSize } from '../../../failures/shrink/index.js';
import { describeFindings, renderCurve } from '../../../failures/why/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import { formatNumber, formatQuantity } from '../../../harness/text/index.js';
import type {
  BucketForm,
  ExplanationFindings,
  ShrunkFailure,
} from '../../../harness/triage-findings/index.js';
import type { Violation } from '../../../transactions/index.js';
import { type FailureView, PAGE_DIAGRAM_STYLE } from '../page-data.js';
import { collapsed, commandLine, factList, fileLink, list, textBlock, textDiagram } from '../parts.js';
import { drawViolationSvg } from '../svg/violation-picture.js';
/**
 * Renders a failure's minimal reproduction, as found by triage: its size, replay command and diagram, and why it fails.
 */
export function renderMinimalRepro(shrunk: ShrunkFailure | undefined): Html[] {
  if (shrunk === undefined) return [];
  const picture = drawShrunkPicture(shrunk, PAGE_DIAGRAM_STYLE);
  const observed = shrunk.observed === '' ? '' : `: ${shrunk.observed}`;
  return [
    h('p', {}, `Minimal reproduction (${formatShrunkSize(shrunk)})${observed}`),
    commandLine(formatShrunkCommand(shrunk)),
    ...(shrunk.witness === undefined ? [] : drawViolationSvg(shrunk.scenario, shrunk.witness)),
    ...(picture.length === 0 ? [] : [textDiagram('Minimal reproduction', picture)]),
    ...(shrunk.viewer === undefined ? [] : [renderViewerLink(shrunk.viewer, shrunk.why)]),
    ...(shrunk.why === undefined ? [] : [renderExplanation(shrunk.why)]),
  ];
}

function renderViewerLink(path: string, findings: ExplanationFindings | undefined): Html {
  const overlayNote = findings?.nearestPass ? ', with the nearest passing run as an overlay' : '';
  return h('p', {}, fileLink(path, 'Open the minimal reproduction in the viewer'), overlayNote);
}

/** Renders when and why the failure became inevitable. */
function renderExplanation(findings: ExplanationFindings): Html {
  return h(
    'details',
    { class: 'why' },
    h('summary', {}, 'When and why the failure became inevitable'),
    ...(findings.decisive.length === 0 ? [] : [h('figure', { class: 'drawing' }, renderCurve(findings))]),
    list(describeFindings(findings).map(({ head, text }) => `${head.replace('-', '').trimStart()}${text}`)),
  );
}

/** Renders the commands that reproduce a bucket's failures, most useful first, and links to the failure's files. */
export function renderRepro(
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

/** Renders the minimal reproduction of one bug in a bucket. */
export function renderBugRepro(
  { form, tests, repro }: BucketForm,
  index: number,
  { length }: readonly BucketForm[],
): Html[] {
  return [h('p', {}, `Bug ${index + 1} of ${length}, ${form} (${tests.join(', ')}):`), commandLine(repro)];
}

/** Renders a failure in full: the violation and its witness, other messages, and the pictures. */
export function renderFailure({ test, violation, message, svgData, picture }: FailureView): Html[] {
  return [
    ...(violation === undefined ? [] : renderViolation(violation, test)),
    ...(message === undefined ? [] : [textBlock('Message', 'message', message)]),
    ...(svgData === undefined ? [] : drawViolationSvg(svgData.scenario, svgData.witness)),
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
