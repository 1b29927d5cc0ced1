import { join } from 'node:path';
import { findMax } from '../../arch/index.js';
import { FAILURE_FILES } from '../../harness/basics/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { getTicks, type Html, h } from '../../harness/page/index.js';
import { writeAndLogHash } from '../../harness/run-directory/index.js';
import { formatQuantity } from '../../harness/text/index.js';
import type {
  Explanation,
  ExplanationFindings,
  ExplanationPoint,
  NearestPass,
} from '../../harness/triage-findings/index.js';
import { scenarioToJson } from '../../transactions/index.js';
import type { PictureStyle } from '../picture/violation-picture.js';

/** The contents of a stored explanation's files. */
export interface ExplanationTexts {
  readonly why: string;
  /** The passing test as a scenario; absent if no run passed. */
  readonly nearestPass?: string;
}

/** Returns what an explanation's JSON contains about the nearest passing run. */
export function withoutScenario({ scenario: _, ...rest }: NearestPass): ExplanationFindings['nearestPass'] {
  return rest;
}

/**
 * Writes an explanation's plotted curve and its passing test, if any, to a folder. Returns what `replay --why` outputs: a
 * JSON field, and text that ends with the names of the files.
 */
export function saveExplanation(folder: string, why: Explanation) {
  const { nearestPass, ...explanation } = why;
  const svg = join(folder, FAILURE_FILES.whyDiagram);
  writeAtomic(svg, renderStandaloneCurve(why));
  const file = join(folder, FAILURE_FILES.nearestPass);
  if (nearestPass !== null) writeAndLogHash(file, scenarioToJson(nearestPass.scenario));
  const pass = nearestPass && { ...withoutScenario(nearestPass), file };
  const files = [svg, ...(nearestPass === null ? [] : [file])].join(', ');
  return {
    document: { why: { ...explanation, nearestPass: pass, svg } },
    text: (style: PictureStyle) => `${formatExplanation(why, style)}\n\nfiles    ${files}`,
  };
}

/** Stores an explanation in its failure's folder. */
export function storeExplanation(folder: string, { why, nearestPass }: ExplanationTexts): void {
  if (nearestPass !== undefined) writeAndLogHash(join(folder, FAILURE_FILES.nearestPass), nearestPass);
  writeAndLogHash(join(folder, FAILURE_FILES.why), why);
}

/** Formats a share as a whole percentage. Only shares of exactly zero and one show as `0%` and `100%`. */
function formatPercent(share: number): string {
  if (share > 0 && share < 0.01) return '<1%';
  if (share < 1 && share > 0.99) return '>99%';
  return `${Math.round(100 * share)}%`;
}

const WIDTH = 760;
const PLOT = { left: 52, right: 744, top: 34, bottom: 250 } as const;
/** The line height of numbered notes below the plot. */
const LINE_HEIGHT = 16;
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

const MAX_ROWS = 24;
const BAR_WIDTH = 40;
/** The maximum width of a line in columns. */
const MAX_WIDTH = 80;
/** Points whose share is this close to that of both neighbours are omitted from the curve. */
const CLOSE_SHARE = 0.12;
/** The maximum number of choices listed from the smallest sufficient set. */
const MAX_LISTED_CHOICES = 12;

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * Formats the output of `replay --why`: the curve as bars, the decisive choices, the nearest passing run and the
 * smallest sufficient set of choices.
 */
export function formatExplanation(
  findings: ExplanationFindings,
  style: Pick<PictureStyle, 'unicode' | 'colour'>,
): string {
  const { bold } = style.colour;
  return [
    bold('Why: share of runs that fail when the first k choices are repeated and the rest are random'),
    `(failure: ${findings.signature}, after ${formatQuantity(findings.choices, 'choice')}; ${formatQuantity(findings.runs, 'run')})`,
    '',
    ...formatCurve(findings, style),
    '',
    ...formatSentences(findings),
  ].join('\n');
}

interface ExplanationSentence {
  /**
   * The number of a decisive choice, a dash for a choice in the smallest set, spaces for a continuation line, or an
   * empty string.
   */
  readonly head: string;
  readonly text: string;
}

/** Describes an explanation's findings in sentences, without the curve. */
export function describeFindings(findings: ExplanationFindings): ExplanationSentence[] {
  return [
    ...describeDecisiveChoices(findings),
    ...describeNearestPass(findings),
    ...describeSmallestSet(findings),
  ];
}

/** Formats the findings as lines of plain text, wrapped to 80 columns. */
export function formatSentences(findings: ExplanationFindings): string[] {
  return describeFindings(findings).flatMap(({ head, text }) => wrap(text, head));
}

/** Draws the curve as text, with a bar for each informative point. */
export function formatCurve(
  { curve, decisive }: Pick<ExplanationFindings, 'curve' | 'decisive'>,
  { unicode }: Pick<PictureStyle, 'unicode'>,
): string[] {
  const decisiveChoices = new Set(decisive.map(({ choice }) => choice));
  const rows = selectPoints(curve, decisiveChoices);
  const digits = Math.max(5, `${rows.at(-1)?.choice ?? 0}`.length);
  const lines = rows.map((point) => {
    const notes = [
      ...(decisiveChoices.has(point.choice) ? [`${unicode ? '◄' : '<'} decisive`] : []),
      ...(point.otherwise === 0 ? [] : [`${formatPercent(point.otherwise)} fail differently`]),
    ].join(', ');
    const bar = renderBar(point.share, unicode).padEnd(BAR_WIDTH + 1);
    return `${`${point.choice}`.padStart(digits)} ${formatPercent(point.share).padStart(5)} ${bar}${notes}`.trimEnd();
  });
  return [`${'k'.padStart(digits)} share`, ...lines];
}

function renderBar(fraction: number, unicode: boolean): string {
  if (!unicode) return '#'.repeat(Math.round(fraction * BAR_WIDTH));
  const eighths = Math.round(fraction * BAR_WIDTH * 8);
  return '█'.repeat(eighths >> 3) + EIGHTHS[eighths & 7]!;
}

/**
 * Returns the curve's informative points or, if there are too many, only the end points and the points next to decisive
 * choices.
 */
function selectPoints(
  curve: readonly ExplanationPoint[],
  decisiveChoices: ReadonlySet<number>,
): readonly ExplanationPoint[] {
  const isEdge = (index: number): boolean =>
    index === 0 ||
    index === curve.length - 1 ||
    decisiveChoices.has(curve[index]!.choice) ||
    decisiveChoices.has(curve[index + 1]!.choice);
  const kept = curve.filter(
    ({ share }, index) =>
      isEdge(index) ||
      Math.abs(share - curve[index - 1]!.share) > CLOSE_SHARE ||
      Math.abs(share - curve[index + 1]!.share) > CLOSE_SHARE,
  );
  if (kept.length <= MAX_ROWS) return kept;
  return curve.filter((_, index) => isEdge(index)).slice(0, MAX_ROWS);
}

function describeDecisiveChoices({ decisive, curve }: ExplanationFindings): ExplanationSentence[] {
  if (curve[0]?.share === 1)
    return [
      makeSentence(
        'The failure does not depend on choices: every run fails the same way, whatever the hardware chooses. Check the program, the registers, and events whose order is fixed.',
      ),
    ];
  if (decisive.length === 0)
    return [
      makeSentence(
        'No single choice is decisive: the failure rate rises gradually, or there were too few runs.',
      ),
    ];
  return decisive.map(({ choice, cycle, before, after, since: previousChoice, text }, index) => {
    const rise = `${formatPercent(before)} to ${formatPercent(after)}`;
    const sentence =
      previousChoice === undefined
        ? `Choice ${choice} at cycle ${cycle} (${rise}): ${text}.`
        : `One or more of choices ${previousChoice + 1} to ${choice} (${rise}): more runs are needed to tell which.`;
    return { head: `${index + 1}. `, text: sentence };
  });
}

function describeNearestPass({ nearestPass, decisive }: ExplanationFindings): ExplanationSentence[] {
  if (nearestPass === null)
    return decisive.length === 0 ? [] : [makeSentence('No passing run was found to compare with.')];
  const { choice, only, text, event } = nearestPass;
  const relation = only
    ? `differs only in choice ${choice}`
    : `is the same up to choice ${choice - 1} and random after it`;
  return [
    makeSentence(`Nearest passing run: ${relation}: ${text}.`),
    { head: '  ', text: `First difference: ${event}.` },
  ];
}

function describeSmallestSet({ fewest: { choices, complete } }: ExplanationFindings): ExplanationSentence[] {
  if (choices.length === 0)
    return [makeSentence('Smallest set of non-default choices that reproduces the failure: none needed.')];
  if (!complete && choices.length > MAX_LISTED_CHOICES)
    return [
      makeSentence(
        `Smallest set of non-default choices that reproduces the failure: at most ${choices.length}; more runs are needed to tell how many.`,
      ),
    ];
  const count = complete ? choices.length : `at most ${choices.length}`;
  const shown = choices
    .slice(0, MAX_LISTED_CHOICES)
    .map(({ choice, cycle, text }) => ({ head: '  - ', text: `choice ${choice}, cycle ${cycle}: ${text}` }));
  const omitted = choices.length - MAX_LISTED_CHOICES;
  return [
    makeSentence(`Smallest set of non-default choices that reproduces the failure: ${count}:`),
    ...shown,
    ...(omitted > 0 ? [{ head: '  ', text: `and ${omitted} more` }] : []),
  ];
}

function makeSentence(text: string): ExplanationSentence {
  return { head: '', text };
}

/** Wraps text, indenting all lines but the first by the width of the head. */
function wrap(text: string, head: string): string[] {
  const lines: string[] = [];
  let line = head;
  for (const word of text.split(' ')) {
    if (line.length + word.length > MAX_WIDTH && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = ' '.repeat(head.length);
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}
