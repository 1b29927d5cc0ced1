import {
  colours,
  counted,
  markdownCode,
  markdownTable,
  markdownText,
  type SummaryTable,
} from '../../base/text/index.js';
import { resistingTable } from '../../closure/closing/index.js';
import {
  NOTHING_COUNTED,
  type RunChanges,
  runChangesLines,
  WEIGHTED_NOTE,
} from '../../closure/coverage/index.js';
import { fixLines } from '../../failures/fixed/index.js';
import { type JudgedBucket, type JudgedGroup, rulesText, whereText } from '../../failures/groups/index.js';
import { similarFaultReport } from '../../failures/likeness/index.js';
import { shrunkLine, shrunkPicture, shrunkSize } from '../../failures/shrink/index.js';
import { getRuleCounts } from '../../harness/records/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { ruleIds, ruleText } from '../../transactions/index.js';

import { FAILURE_LIMITS } from './failures-shown.js';
import { type RunSummary, summariseRun } from './run-summary.js';

/**
 * Writes a run directory's `report.md`: the facts shown on the terminal, plus all buckets and rules, and the
 * changes since an earlier run.
 */
export function runMarkdown(
  report: RunReport,
  changes?: RunChanges,
  summary: RunSummary = summariseRun(report),
): string {
  const { verdict, facts, coverage, matrix, memory, unarmed, armedText, buckets, groups } = summary;
  const sections = [
    `# ${verdict}`,
    markdownList(facts.map(([name, text]) => `${name}: ${text}`)),
    ...(changes === undefined ? [] : ['## Changes', markdownList(runChangesLines(changes))]),
    ...fixParts(report),
    '## Coverage',
    ...(coverage === undefined
      ? [`Coverage is ${NOTHING_COUNTED}.`]
      : [summaryTable(coverage), WEIGHTED_NOTE]),
    ...closingParts(report),
    ...(matrix === undefined ? [] : ['## Scenario matrix', summaryTable(matrix)]),
    '## Failures',
    ...(buckets.length === 0 ? ['None.'] : failureParts(groups, buckets)),
    '## Rules',
    `${armedText}${unarmed.length === 0 ? '' : `; never armed: ${unarmed.join(', ')}`}.`,
    ruleTable(report),
    '## Final memory',
    'Words (or lists) that ORD-03 compared with the sequential reference. Not compared: those that invocations of several pixels access, and those that a visibility warning excuses.',
    summaryTable(memory),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** The state of each of the repeated run's failure groups, as lines for a ticket. */
function fixParts({ again }: RunReport): string[] {
  if (again?.groups === undefined) return [];
  const lines = again.groups.flatMap((fix) => fixLines(fix).map((line) => line.trim()));
  return ['## Fixes', markdownList(lines)];
}

/** The holes that no test in the search hit. */
function closingParts({ closing }: RunReport): string[] {
  if (closing === undefined || closing.resisting.length === 0) return [];
  return ['## Holes that no test hit', summaryTable(resistingTable(closing))];
}

function markdownList(lines: readonly string[]): string {
  return lines.map((line) => `- ${markdownText(line)}`).join('\n');
}

function summaryTable({ columns, rows }: SummaryTable): string {
  return markdownTable(
    columns,
    rows.map((row) => row.map(markdownText)),
  );
}

/** The groups and buckets, or only the largest if there are too many. */
function failureParts(groups: readonly JudgedGroup[], buckets: readonly JudgedBucket[]): string[] {
  const shown = FAILURE_LIMITS.markdown;
  const largest = buckets.slice(0, shown.buckets);
  return [
    groupTable(groups.slice(0, shown.groups)),
    ...hiddenLine(groups.length - shown.groups, 'more failure group'),
    ...groups.slice(0, MAX_FORMS).flatMap((group) => [...ruleParts(group), ...formParts(group)]),
    '### By program and generation',
    bucketTable(largest),
    ...hiddenLine(buckets.length - shown.buckets, 'more bucket'),
    ...bucketNotes(largest),
  ];
}

function hiddenLine(hidden: number, noun: string): string[] {
  return hidden > 0 ? [`${counted(hidden, noun)} in \`report --json\`.`] : [];
}

/** Maximum number of groups whose minimal forms are shown with a diagram; the rest appear only in the table. */
const MAX_FORMS = 20;
const PICTURE_STYLE = { width: 100, unicode: true, colour: colours(false) };

/** The other rules that fired in the group's failures, and the faults that the group resembles. */
function ruleParts(group: JudgedGroup): string[] {
  const { signature, rules, count } = group;
  const lines = [...rulesText(rules, count), ...similarFaultReport(group)];
  return lines.length === 0 ? [] : [markdownList(lines.map((line) => `${signature}: ${line}`))];
}

function formParts({ signature, shrunk }: JudgedGroup): string[] {
  if (shrunk === undefined) return [];
  const picture = shrunkPicture(shrunk, PICTURE_STYLE);
  return [
    `Smallest form of ${markdownText(signature)}, ${shrunkSize(shrunk)}: ${markdownCode(shrunkLine(shrunk))}`,
    ...(shrunk.observed === '' ? [] : [markdownText(shrunk.observed)]),
    ...(picture.length === 0 ? [] : [['```text', ...picture, '```'].join('\n')]),
  ];
}

/** A table with one row per bug, as far as bugs can be told apart by cause. */
function groupTable(groups: readonly JudgedGroup[]): string {
  return markdownTable(
    [
      { title: 'failure group' },
      { title: 'tests', align: 'right' },
      { title: 'where' },
      { title: 'reproduce the smallest' },
      { title: 'shrunk' },
    ],
    groups.map((group) => [
      markdownText(group.known ? `${group.signature} (known)` : group.signature),
      `${group.count}`,
      markdownText(whereText(group)),
      markdownCode(group.smallest.repro),
      group.shrunk === undefined
        ? ''
        : `${shrunkSize(group.shrunk)}: ${markdownCode(shrunkLine(group.shrunk))}`,
    ]),
  );
}

function bucketTable(buckets: readonly JudgedBucket[]): string {
  return markdownTable(
    [{ title: 'signature' }, { title: 'tests', align: 'right' }, { title: 'first' }, { title: 'reproduce' }],
    buckets.map(({ signature, count, first, repro }) => [
      markdownText(signature),
      `${count}`,
      markdownText(first),
      markdownCode(repro),
    ]),
  );
}

/**
 * Lists what does not fit in the table: why the testbench failed, the smallest test, and each form of a bucket
 * with several bugs.
 */
function bucketNotes(buckets: readonly JudgedBucket[]): string[] {
  const notes = buckets.flatMap(({ signature, rule, first, smallest, examples, forms }) => {
    const note = (label: string, line: string): string =>
      `- ${markdownText(`${signature}: ${label}`)}: ${markdownCode(line)}`;
    return [
      ...(rule === 'error' ? [note('message', examples[0]!.summary)] : []),
      ...(smallest.test === first ? [] : [note('fewest waves', smallest.repro)]),
      ...forms.map(({ form, tests, repro }, i) =>
        note(`bug ${i + 1} of ${forms.length}, ${form} (${tests.join(', ')})`, repro),
      ),
    ];
  });
  return notes.length === 0 ? [] : [notes.join('\n')];
}

function ruleTable({ tally }: RunReport): string {
  return markdownTable(
    [
      { title: 'rule' },
      { title: 'armed', align: 'right' },
      { title: 'violations', align: 'right' },
      { title: 'warned or expected', align: 'right' },
      { title: 'text' },
    ],
    ruleIds().map((id) => {
      const { armed, violations, excused } = getRuleCounts(tally.rules, id);
      return [id, `${armed}`, `${violations}`, `${excused}`, markdownText(ruleText(id)!)];
    }),
  );
}
