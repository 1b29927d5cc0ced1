import { formatOccurrences, type ReportedBucket, type ReportedGroup } from '../../failures/groups/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { formatQuantity } from '../../harness/text/index.js';
import { escapeMultilineText, truncateMiddle } from '../../transactions/index.js';
import { summariseRun } from './run-summary.js';

const MAX_TITLE = 300;

/** How many annotations of one kind GitHub shows per step; it silently drops the rest. */
const MAX_SHOWN = 10;

/**
 * Formats the failure groups as annotations for GitHub's job logs, one per line: errors first, then known issues as
 * warnings, largest groups first. If a step cannot show them all, the last line of each kind counts the rest.
 */
export function formatGithubAnnotations(report: RunReport): string[] {
  const { groups } = summariseRun(report);
  return [
    ...formatAnnotations(
      'error',
      groups.filter(({ known }) => !known),
    ),
    ...formatAnnotations(
      'warning',
      groups.filter(({ known }) => known),
    ),
  ];
}

function formatAnnotations(level: 'error' | 'warning', groups: readonly ReportedGroup[]): string[] {
  const shown = groups.length > MAX_SHOWN ? groups.slice(0, MAX_SHOWN - 1) : groups;
  const hidden = groups.length - shown.length;
  const lines = shown.map((group) => {
    const { signature, buckets, smallest } = group;
    const [{ count, first, repro }] = buckets as readonly [ReportedBucket];
    const text =
      buckets.length === 1
        ? `${formatQuantity(count, 'test')}, first ${first}\nreproduce: ${repro}`
        : `${formatOccurrences(group)}\nreproduce: ${smallest.repro}`;
    return `::${level} title=${escapeProperty(truncateMiddle(signature, MAX_TITLE))}::${escapeMessage(text)}`;
  });
  return hidden > 0
    ? [...lines, `::${level}::${formatQuantity(hidden, 'more failure group')} in report.md`]
    : lines;
}

function escapeMessage(text: string): string {
  return escapeMultilineText(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
