import { type Html, h } from '../../../base/page/index.js';
import { shrunkLine, shrunkPicture, shrunkSize } from '../../../failures/shrink/index.js';
import { describeFindings, renderCurve } from '../../../failures/why/index.js';
import type { ExplanationFindings, ShrunkFailure } from '../../../harness/triage-findings/index.js';
import { commandLine, fileLink, textPicture } from '../parts.js';
import { PAGE_PICTURE } from '../shown-run.js';
import { drawViolationSvg } from '../svg/violation-picture.js';

/** Shows a failure's minimal form from triage: its size, the command that replays it, its diagram, and why it fails. */
export function smallestFormParts(shrunk: ShrunkFailure | undefined): Html[] {
  if (shrunk === undefined) return [];
  const picture = shrunkPicture(shrunk, PAGE_PICTURE);
  return [
    h(
      'p',
      {},
      `Smallest form (${shrunkSize(shrunk)})${shrunk.observed === '' ? '' : `: ${shrunk.observed}`}`,
    ),
    commandLine(shrunkLine(shrunk)),
    ...(shrunk.witness === undefined ? [] : drawViolationSvg(shrunk.scenario, shrunk.witness)),
    ...(picture.length === 0 ? [] : [textPicture('The smallest form', picture)]),
    ...(shrunk.viewer === undefined ? [] : [viewerLink(shrunk.viewer, shrunk.why)]),
    ...(shrunk.why === undefined ? [] : [whyParts(shrunk.why)]),
  ];
}

function viewerLink(path: string, why: ExplanationFindings | undefined): Html {
  const overlayNote = why?.nearestPass ? ', with the nearest passing run as an overlay' : '';
  return h('p', {}, fileLink(path, 'viewer of the smallest form'), overlayNote);
}

/** Shows when the failure became inevitable, and why. */
function whyParts(why: ExplanationFindings): Html {
  return h(
    'details',
    { class: 'why' },
    h('summary', {}, 'Why: when the failure became inevitable'),
    ...(why.decisive.length === 0 ? [] : [h('figure', { class: 'drawing' }, renderCurve(why))]),
    h(
      'ul',
      {},
      describeFindings(why).map(({ head, text }) =>
        h('li', {}, `${head.replace('-', '').trimStart()}${text}`),
      ),
    ),
  );
}
