import type { ReportedBucket } from '../../../failures/groups/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import { formatNumber, formatQuantity } from '../../../harness/text/index.js';
import type { BucketForm } from '../../../harness/triage-findings/index.js';
import type { Violation } from '../../../transactions/index.js';
import type { FailureView } from '../page-data.js';
import { collapsed, commandLine, factList, fileLink, textBlock, textDiagram } from '../parts.js';
import { drawViolationSvg } from '../svg/violation-picture.js';
import { renderMinimalRepro } from './smallest-form.js';

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
