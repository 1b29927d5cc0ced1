import type { RunChanges } from '../../closure/coverage/index.js';
import { formatPercentage } from '../../coverage/index.js';
import {
  formatGroupRules,
  formatOccurrences,
  isOneBucket,
  type ReportedBucket,
  type ReportedGroup,
} from '../../failures/groups/index.js';
import type { PictureStyle } from '../../failures/picture/index.js';
import { drawShrunkPicture, formatShrunkCommand, formatShrunkSize } from '../../failures/shrink/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import { type Colours, formatQuantity, formatSignedNumber, wrapText } from '../../harness/text/index.js';
import type { ShrunkFailure } from '../../harness/triage-findings/index.js';
import { getRuleText, isRuleId, isUserDefinedId } from '../../transactions/index.js';
import { suggestFirstStep } from './first-step.js';
import { NOT_CHECKED } from './run-facts.js';
import { type RunSummary, summariseRun } from './run-summary.js';

/** Maximum number of failure groups to print; report.md has the rest. */
const MAX_GROUPS = 10;

const PAINT = { pass: 'green', fail: 'red', partial: 'yellow', running: 'yellow' } as const;

/** Facts that require no action, shown only in report.md and on the page. */
const QUIET_FACTS: readonly string[] = ['overhead', 'memory', 'claims', 'grades', NOT_CHECKED];

interface RunTextOptions {
  /** How to draw the first group's minimal form; omit to skip the drawing. */
  readonly style?: PictureStyle;
  /** Changes since the last similar run. */
  readonly changes?: RunChanges | undefined;
  /** How many columns a rule and what it saw may take; unlimited for pipes and files. */
  readonly width?: number;
}

/**
 * Formats the final output of `run`: failure groups, then the verdict and seed, a line each for changes and coverage,
 * and finally the suggested next step and where to find everything. Facts that require no action are summarised in
 * one line.
 */
export function formatRun(
  report: RunReport,
  colour: Colours,
  { style, changes, width = Number.POSITIVE_INFINITY }: RunTextOptions = {},
): string {
  const summary = summariseRun(report);
  const { groups } = summary;
  const wrap = (line: string) => (line.length <= width ? [line] : wrapText(line, width, '    '));
  const field = (name: string, text: string): string => `${colour.dim(name.padEnd(8))}  ${text}`;
  const hidden = groups.length - MAX_GROUPS;
  const paint = PAINT[summary.outcome];
  const step = suggestFirstStep(summary, changes);
  return [
    ...groups
      .slice(0, MAX_GROUPS)
      .flatMap((group, index) => formatGroup(group, colour, index === 0 ? style : undefined, wrap)),
    ...(hidden > 0 ? [`${formatQuantity(hidden, 'more failure group')} in report.md`] : []),
    ...(groups.length > 0 ? [''] : []),
    colour.bold(colour[paint](summary.verdict)),
    ...summary.facts.filter(([name]) => !QUIET_FACTS.includes(name)).map(([name, text]) => field(name, text)),
    ...(changes === undefined ? [] : [field('changes', formatChanges(changes))]),
    ...formatCoverage(summary, changes).map((text) => field('coverage', text)),
    field('rules', formatEvaluated(summary, colour)),
    field('more', `${listOmitted(summary)} in report.md`),
    ...(step?.command === undefined || summary.facts.some(([, text]) => text === step.command)
      ? []
      : [field('first', step.text), `  ${step.command}`]),
    field('results', report.request.outDir),
  ].join('\n');
}

function formatCoverage({ coverage }: RunSummary, changes: RunChanges | undefined): string[] {
  const all = coverage?.rows.at(-1);
  if (all === undefined) return [];
  const nights = changes?.nights?.all;
  const together =
    nights === undefined
      ? ''
      : `; ${formatPercentage(nights.summary.percent)} with the ${formatQuantity(nights.nights - 1, 'run')} before`;
  return [`${all.at(-1)} weighted (${all[1]} of ${all[2]} bins)${together}`];
}

/** Counts the rules that had something to check, and lists the user-defined ones that had nothing. */
function formatEvaluated({ armed, unarmed }: RunSummary, colour: Colours): string {
  const userRules = unarmed.filter(isUserDefinedId);
  const never = userRules.length === 0 ? '' : colour.yellow(`; never evaluated: ${userRules.join(', ')}`);
  return `${armed} of ${armed + unarmed.length} evaluated${never}`;
}

/** Lists what appears only in report.md. */
function listOmitted({ unarmed, facts }: RunSummary): string {
  const notChecked = facts.filter(([name]) => name === NOT_CHECKED).length;
  return [
    'covergroups',
    ...(unarmed.length === 0
      ? []
      : [formatQuantity(unarmed.length, 'rule never evaluated', 'rules never evaluated')]),
    ...(notChecked === 0 ? [] : [formatQuantity(notChecked, 'rule not checked', 'rules not checked')]),
    'overhead',
    'memory',
  ].join(', ');
}

/** `1 new failure group, 2 resolved; coverage +0.3 points since out/RUN`. */
function formatChanges({ newGroups, vanishedGroups, percent, since }: RunChanges): string {
  const [before, now] = percent;
  return `${formatQuantity(newGroups.length, 'new failure group')}, ${vanishedGroups.length} resolved; coverage ${formatSignedNumber(now - before, 1)} points since ${since}`;
}

/**
 * Formats a failure group. If it has only one bucket, formats that bucket; otherwise shows where the group occurred and
 * which failure to look at first.
 */
function formatGroup(
  group: ReportedGroup,
  colour: Colours,
  diagramStyle: PictureStyle | undefined,
  wrap: (line: string) => string[],
): string[] {
  const { signature, buckets, known, smallest, shrunk } = group;
  const form = shrunk === undefined ? [] : formatShrunk(shrunk, smallest.waves, diagramStyle, wrap);
  const bucket = buckets.find((other) => other.smallest.test === smallest.test) ?? buckets[0];
  const finding = [
    ...formatRule(signature),
    ...((shrunk?.observed ?? '') === '' ? formatObserved(bucket!, signature) : []),
  ].flatMap(wrap);
  if (isOneBucket(group)) {
    return formatBucket(bucket!, colour, [...finding, ...form, ...formatRules(group)]);
  }
  return [
    `${known ? colour.yellow(signature) : colour.red(signature)}  ${formatOccurrences(group)}${known ? ', known' : ''}`,
    ...finding,
    ...form,
    ...formatRules(group),
    formatSmallest(smallest),
  ];
}

function formatRules(group: ReportedGroup): string[] {
  return formatGroupRules(group.rules, group.count).map((line) => `  ${line}`);
}

/** Describes the minimal form: its size, the command that replays it, what was observed, and a diagram if it fits. */
function formatShrunk(
  shrunk: ShrunkFailure,
  waves: number,
  diagramStyle: PictureStyle | undefined,
  wrap: (line: string) => string[],
): string[] {
  const picture = diagramStyle === undefined ? [] : drawShrunkPicture(shrunk, diagramStyle);
  // If shrinking ran out of time, it may not have removed any waves yet.
  const label = shrunk.waves < waves ? 'shrunk to' : 'smallest form so far,';
  return [
    `  ${label} ${formatShrunkSize(shrunk)}: ${formatShrunkCommand(shrunk)}`,
    ...(shrunk.observed === '' ? [] : wrap(`  ${shrunk.observed}`)),
    ...picture.map((line) => `    ${line}`.trimEnd()),
  ];
}

function formatBucket(bucket: ReportedBucket, colour: Colours, form: readonly string[]): string[] {
  const { signature, count, repro, smallest, known } = bucket;
  const tests = count === 1 ? `1 test, first ${smallest.test}` : formatQuantity(count, 'test');
  return [
    known === undefined
      ? `${colour.red(signature)}  ${tests}`
      : `${colour.yellow(signature)}  ${tests}, known`,
    ...form,
    count === 1 ? `  ${repro}` : formatSmallest(smallest),
  ];
}

/** Says what the rule that a group is named after demands. */
function formatRule(signature: string): string[] {
  const [rule = ''] = signature.split(' ', 1);
  const text = isRuleId(rule) ? getRuleText(rule) : undefined;
  return text === undefined ? [] : [`  rule: ${text}`];
}

/** Describes the failure to look at first, unless its summary is the same as the signature. Names another rule that saw it. */
function formatObserved({ signature, examples, smallest }: ReportedBucket, header: string): string[] {
  const { summary } = examples.find(({ test }) => formatTestId(test) === smallest.test) ?? examples[0]!;
  const [rule = ''] = signature.split(' ', 1);
  return summary === signature ? [] : [`  seen${header.startsWith(rule) ? '' : ` by ${rule}`}: ${summary}`];
}

/** Formats the failure to look at first. The terminal, the page and the reports all pick the same one. */
function formatSmallest({ test, repro }: ReportedBucket['smallest']): string {
  return `  fewest waves, ${test}: ${repro}`;
}
