import { findMax } from '../../arch/index.js';
import { getTicks, type Html, h } from '../../base/page/index.js';
import { formatQuantity } from '../../base/text/index.js';
import type { ExplanationFindings } from '../../harness/triage-findings/index.js';
import { formatPercent } from './percent-text.js';

const WIDTH = 760;
const PLOT = { left: 52, right: 744, top: 34, bottom: 250 } as const;
/** The line height of numbered notes below the plot. */
const LINE_HEIGHT = 16;
/** The maximum length of a note in characters. */
const MAX_NOTE_LENGTH = 118;

/** Colours for light and dark mode, embedded to keep the file self-contained. */
const STYLE = `svg{background:#fff;color:#1c1c1c;font:12px system-ui,sans-serif}text{fill:currentColor}
.grid{stroke:currentColor;stroke-opacity:.15}.line{stroke:#0b62b8;stroke-width:2}.point{fill:#0b62b8}
.jump{stroke:#b3261e;stroke-width:3}.mark{fill:#b3261e;font-weight:600}
@media (prefers-color-scheme:dark){svg{background:#161616;color:#e6e6e6}.line{stroke:#6db3f2}.point{fill:#6db3f2}.jump{stroke:#ff8a80}.mark{fill:#ff8a80}}`;

/** Draws a failure's curve as a standalone SVG. */
export function renderStandaloneCurve(findings: ExplanationFindings): string {
  return `${renderCurve(findings, h('style', {}, STYLE)).html}\n`;
}

/**
 * Draws the curve: the share of runs that fail, by the number of choices repeated, with the decisive choices numbered.
 * The page must define the curve's colours.
 */
export function renderCurve(
  { curve, decisive, signature, choices }: ExplanationFindings,
  ...style: readonly Html[]
): Html {
  const maxChoices = Math.max(1, findMax(curve.map(({ choice }) => choice)));
  const x = (choice: number): number => round(PLOT.left + ((PLOT.right - PLOT.left) * choice) / maxChoices);
  const y = (share: number): number => round(PLOT.bottom - (PLOT.bottom - PLOT.top) * share);
  const height = PLOT.bottom + 44 + LINE_HEIGHT * decisive.length;
  const points = curve.map(({ choice, share }) => `${x(choice)},${y(share)}`).join(' ');
  const jumps = decisive.flatMap(({ choice, since: previous, before, after }, index) => [
    h('line', { class: 'jump', x1: x(previous ?? choice - 1), y1: y(before), x2: x(choice), y2: y(after) }),
    h('text', { class: 'mark', x: x(choice) - 12, y: y((before + after) / 2) + 4 }, index + 1),
  ]);
  const notes = decisive.map(({ choice, before, after, text }, index) =>
    h(
      'text',
      { x: PLOT.left, y: PLOT.bottom + 44 + LINE_HEIGHT * index },
      shorten(`${index + 1}  choice ${choice}: ${formatPercent(before)} to ${formatPercent(after)}: ${text}`),
    ),
  );
  return h(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${WIDTH} ${height}`,
      role: 'img',
      'aria-label': `Share of runs that fail with ${signature}, by the number of choices repeated`,
    },
    ...style,
    h(
      'text',
      { x: PLOT.left, y: 18 },
      `${signature}: share of runs that fail, by the number of choices repeated (out of ${choices})`,
    ),
    drawAxes(maxChoices, x, y),
    h('polyline', { class: 'line', points, fill: 'none' }),
    curve.map((point) =>
      h(
        'circle',
        { class: 'point', cx: x(point.choice), cy: y(point.share), r: 3 },
        h(
          'title',
          {},
          `${formatQuantity(point.choice, 'choice')} repeated: ${formatPercent(point.share)} of ${point.runs} runs`,
        ),
      ),
    ),
    jumps,
    notes,
  );
}

function drawAxes(maxChoices: number, x: (choice: number) => number, y: (share: number) => number): Html[] {
  const xLabels = getTicks(maxChoices).map((choice) =>
    h('text', { x: x(choice), y: PLOT.bottom + 18, 'text-anchor': 'middle' }, choice),
  );
  const yLines = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    h('line', { class: 'grid', x1: PLOT.left, x2: PLOT.right, y1: y(share), y2: y(share) }),
    h('text', { x: PLOT.left - 6, y: y(share) + 4, 'text-anchor': 'end' }, formatPercent(share)),
  ]);
  return [...yLines, ...xLabels];
}

function round(value: number): number {
  return Number(value.toFixed(1));
}

function shorten(text: string): string {
  return text.length <= MAX_NOTE_LENGTH ? text : `${text.slice(0, MAX_NOTE_LENGTH - 1)}…`;
}
