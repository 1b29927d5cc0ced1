import { drawShrunkPicture, formatShrunkCommand, formatShrunkSize } from '../../../failures/shrink/index.js';
import { describeFindings, renderCurve } from '../../../failures/why/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import type { ExplanationFindings, ShrunkFailure } from '../../../harness/triage-findings/index.js';
import { PAGE_DIAGRAM_STYLE } from '../page-data.js';
import { commandLine, fileLink, list, textDiagram } from '../parts.js';
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
