import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findMax } from '../../arch/index.js';
import { FAILURE_FILES } from '../../harness/basics/index.js';
import { readBounded } from '../../harness/input/index.js';
import { drawLineChart, type Html } from '../../harness/page/index.js';
import { writeAndLogHash } from '../../harness/run-directory/index.js';
import { formatQuantity, wrapText } from '../../harness/text/index.js';
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

/** Returns the contents of a stored explanation's files. */
export function toTexts(explanation: Explanation): ExplanationTexts {
  const { nearestPass } = explanation;
  const document = { ...explanation, nearestPass: nearestPass && withoutScenario(nearestPass) };
  return {
    why: `${JSON.stringify(document, undefined, 2)}\n`,
    ...(nearestPass === null ? {} : { nearestPass: scenarioToJson(nearestPass.scenario) }),
  };
}

function withoutScenario({ scenario: _, ...rest }: NearestPass): ExplanationFindings['nearestPass'] {
  return rest;
}

/**
 * Writes an explanation's passing test, if any, to a folder, under another name if the folder's stored explanation is
 * of another case. Returns what `replay --why` outputs: a JSON field, and text that ends with the name of the file.
 */
export function saveExplanation(folder: string, why: Explanation) {
  const { nearestPass: nearest, ...explanation } = why;
  const { why: document, nearestPass } = toTexts(why);
  const stored = join(folder, FAILURE_FILES.why);
  const isOther = existsSync(stored) && readBounded('small', stored).toString() !== document;
  const file = join(folder, isOther ? 'nearest-pass-2.json' : FAILURE_FILES.nearestPass);
  if (nearestPass !== undefined) writeAndLogHash(file, nearestPass);
  const pass = nearest && { ...withoutScenario(nearest), file };
  const footer = nearest === null ? '' : `\n\nfiles    ${file}`;
  return {
    document: { why: { ...explanation, nearestPass: pass } },
    text: (style: PictureStyle) => `${formatExplanation(why, style)}${footer}`,
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

/** Draws the curve for a page: the share of runs that fail, by the number of choices repeated. */
export function drawCurve({ curve, signature, choices }: ExplanationFindings): Html {
  return drawLineChart({
    label: `Share of runs that fail with ${signature}, by the number of choices repeated`,
    xTitle: `choices repeated (out of ${choices})`,
    yTitle: `runs that fail with ${signature} (%)`,
    xMax: Math.max(1, findMax(curve.map(({ choice }) => choice))),
    yMax: 100,
    lines: [{ points: curve.map(({ choice, share }) => [choice, 100 * share]), style: 'measured' }],
  });
}

const MAX_ROWS = 24;
const BAR_WIDTH = 40;
const MAX_WIDTH = 80;
/** Points whose share is this close to that of both neighbours are omitted from the curve. */
const CLOSE_SHARE = 0.12;

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * Formats the output of `replay --why`: the curve as bars, the decisive choices and the nearest passing run.
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
  /** The number of a decisive choice, spaces for a continuation line, or an empty string. */
  readonly head: string;
  readonly text: string;
}

/** Describes an explanation's findings in sentences, without the curve. */
export function describeFindings(findings: ExplanationFindings): ExplanationSentence[] {
  return [...describeDecisiveChoices(findings), ...describeNearestPass(findings)];
}

/** Formats the findings as lines of plain text, wrapped to 80 columns. */
function formatSentences(findings: ExplanationFindings): string[] {
  return describeFindings(findings).flatMap(({ head, text }) =>
    wrapText(head + text, MAX_WIDTH, ' '.repeat(head.length)),
  );
}

/** Draws the curve as text, with a bar for each informative point. */
function formatCurve(
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

function makeSentence(text: string): ExplanationSentence {
  return { head: '', text };
}
