import { buildRemainingHolesTable } from '../../closure/aim/index.js';
import {
  buildNightsTable,
  formatRunChanges,
  NOTHING_COUNTED,
  type RunChanges,
  WEIGHTED_NOTE,
} from '../../closure/coverage/index.js';
import {
  formatGroupRules,
  formatOccurrences,
  type ReportedBucket,
  type ReportedGroup,
} from '../../failures/groups/index.js';
import { drawShrunkPicture, formatShrunkCommand, formatShrunkSize } from '../../failures/shrink/index.js';
import { getRuleCounts, listWarnings } from '../../harness/records/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import {
  escapeMarkdown,
  formatMarkdownCode,
  formatMarkdownTable,
  formatQuantity,
  makeColours,
  makeColumns,
  type SummaryTable,
} from '../../harness/text/index.js';
import { getRuleText, listRuleIds } from '../../transactions/index.js';

import { FAILURE_LIMITS, listWarningPlaces } from './phrases.js';
import { type RunSummary, summariseRun } from './run-summary.js';

/**
 * Formats a run directory's `report.md`: the facts shown on the terminal, plus all buckets and rules, and the
 * changes since an earlier run.
 */
export function formatRunMarkdown(
  report: RunReport,
  changes?: RunChanges,
  summary: RunSummary = summariseRun(report),
): string {
  const { verdict, facts, coverage, matrix, memory, unarmed, armedText, buckets, groups } = summary;
  const sections = [
    `# ${verdict}`,
    formatList(facts.map(([name, text]) => `${name}: ${text}`)),
    ...(changes === undefined ? [] : ['## Changes', formatList(formatRunChanges(changes))]),
    '## Coverage',
    ...(coverage === undefined
      ? [`Coverage is ${NOTHING_COUNTED}.`]
      : [formatSummaryTable(coverage), WEIGHTED_NOTE]),
    ...(changes?.nights === undefined ? [] : [formatSummaryTable(buildNightsTable(changes.nights))]),
    ...formatUnhitHoles(report),
    ...(matrix === undefined ? [] : ['## Scenario matrix', formatSummaryTable(matrix)]),
    '## Failures',
    ...(buckets.length === 0 ? ['None.'] : formatFailures(groups, buckets)),
    ...formatWarnings(report),
    '## Rules',
    `${armedText}${unarmed.length === 0 ? '' : `; never armed: ${unarmed.join(', ')}`}.`,
    formatRuleTable(report),
    '## Final memory',
    'Words (or lists) that ORD-03 compared with the sequential reference. Words accessed by invocations at more than one pixel, and words excused by a visibility warning, are not compared.',
    formatSummaryTable(memory),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Lists the warnings by rule and place. */
function formatWarnings({ tally, request }: RunReport): string[] {
  const places = listWarnings(tally.warnings, request.knownIssues).flatMap(listWarningPlaces);
  return places.length === 0 ? [] : ['## Warnings', formatList(places)];
}

/** Lists the holes that the search failed to hit. */
function formatUnhitHoles({ closing }: RunReport): string[] {
  if (closing === undefined || closing.resisting.length === 0) return [];
  return ['## Holes that no test hit', formatSummaryTable(buildRemainingHolesTable(closing))];
}

function formatList(lines: readonly string[]): string {
  return lines.map((line) => `- ${escapeMarkdown(line)}`).join('\n');
}

function formatSummaryTable({ columns, rows }: SummaryTable): string {
  return formatMarkdownTable(
    columns,
    rows.map((row) => row.map(escapeMarkdown)),
  );
}

/** Formats the failure groups and buckets, or only the largest ones if there are too many. */
function formatFailures(groups: readonly ReportedGroup[], buckets: readonly ReportedBucket[]): string[] {
  const limits = FAILURE_LIMITS.markdown;
  const largest = buckets.slice(0, limits.buckets);
  return [
    formatGroupTable(groups.slice(0, limits.groups)),
    ...formatHiddenCount(groups.length - limits.groups, 'more failure group'),
    ...groups.slice(0, MAX_DIAGRAMS).flatMap((group) => [...formatRuleNotes(group), ...formatShrunk(group)]),
    '### By program and generation',
    formatBucketTable(largest),
    ...formatHiddenCount(buckets.length - limits.buckets, 'more bucket'),
    ...formatBucketNotes(largest),
  ];
}

function formatHiddenCount(hidden: number, noun: string): string[] {
  return hidden > 0 ? [`${formatQuantity(hidden, noun)} in \`report --json\`.`] : [];
}

/** Maximum number of groups whose minimal form is shown with a diagram; the others appear only in the table. */
const MAX_DIAGRAMS = 20;
const DIAGRAM_STYLE = { width: 100, unicode: true, colour: makeColours(false) };

function formatRuleNotes({ signature, rules, count }: ReportedGroup): string[] {
  const lines = formatGroupRules(rules, count);
  return lines.length === 0 ? [] : [formatList(lines.map((line) => `${signature}: ${line}`))];
}

function formatShrunk({ signature, shrunk }: ReportedGroup): string[] {
  if (shrunk === undefined) return [];
  const diagram = drawShrunkPicture(shrunk, DIAGRAM_STYLE);
  return [
    `Minimal reproduction of ${escapeMarkdown(signature)}, ${formatShrunkSize(shrunk)}: ${formatMarkdownCode(formatShrunkCommand(shrunk))}`,
    ...(shrunk.observed === '' ? [] : [escapeMarkdown(shrunk.observed)]),
    ...(diagram.length === 0 ? [] : [['```text', ...diagram, '```'].join('\n')]),
  ];
}

/** Formats a table with one row per failure group. A group most likely has a single cause. */
function formatGroupTable(groups: readonly ReportedGroup[]): string {
  return formatMarkdownTable(
    makeColumns('failure group', '>tests', 'where', 'reproduce the smallest failure', 'shrunk'),
    groups.map((group) => [
      escapeMarkdown(group.known ? `${group.signature} (known)` : group.signature),
      `${group.count}`,
      escapeMarkdown(formatOccurrences(group)),
      formatMarkdownCode(group.smallest.repro),
      group.shrunk === undefined
        ? ''
        : `${formatShrunkSize(group.shrunk)}: ${formatMarkdownCode(formatShrunkCommand(group.shrunk))}`,
    ]),
  );
}

function formatBucketTable(buckets: readonly ReportedBucket[]): string {
  return formatMarkdownTable(
    makeColumns('signature', '>tests', 'first', 'reproduce'),
    buckets.map(({ signature, count, first, repro }) => [
      escapeMarkdown(signature),
      `${count}`,
      escapeMarkdown(first),
      formatMarkdownCode(repro),
    ]),
  );
}

/**
 * Lists details that do not fit in the table: the message of an error and the smallest test.
 */
function formatBucketNotes(buckets: readonly ReportedBucket[]): string[] {
  const notes = buckets.flatMap(({ signature, rule, first, smallest, examples }) => {
    const note = (label: string, line: string): string =>
      `- ${escapeMarkdown(`${signature}: ${label}`)}: ${formatMarkdownCode(line)}`;
    return [
      ...(rule === 'error' ? [note('message', examples[0]!.summary)] : []),
      ...(smallest.test === first ? [] : [note('fewest waves', smallest.repro)]),
    ];
  });
  return notes.length === 0 ? [] : [notes.join('\n')];
}

function formatRuleTable({ tally }: RunReport): string {
  return formatMarkdownTable(
    makeColumns('rule', '>armed', '>violations', '>warnings or expected', 'text'),
    listRuleIds().map((id) => {
      const { armed, violations, excused } = getRuleCounts(tally.rules, id);
      return [id, `${armed}`, `${violations}`, `${excused}`, escapeMarkdown(getRuleText(id)!)];
    }),
  );
}
