import { type Bucket, knownIssueOf, type RunReport } from '../regression/index.js';
import { shortened, visibleText } from '../transactions/index.js';
import { counted } from './counted.js';
import { bucketsBySize } from './run-document.js';

/** Characters of a title. */
const TITLE_MAX = 300;

/** Annotations of one kind that GitHub shows of a step; more vanish silently. */
const SHOWN_MAX = 10;

/**
 * Failure buckets as annotations of GitHub's job logs, a line each: errors, known issues as warnings, largest first.
 * Where there are more than a step can show, the last one says how many are left out.
 */
export function githubAnnotations({ request, tally }: Pick<RunReport, 'request' | 'tally'>): string[] {
  const buckets = bucketsBySize(tally.buckets.values());
  const known = buckets.filter((bucket) => knownIssueOf(request.knownIssues, bucket) !== undefined);
  const unknown = buckets.filter((bucket) => !known.includes(bucket));
  return [...annotated('error', unknown), ...annotated('warning', known)];
}

function annotated(level: 'error' | 'warning', buckets: readonly Bucket[]): string[] {
  const shown = buckets.length > SHOWN_MAX ? buckets.slice(0, SHOWN_MAX - 1) : buckets;
  const hidden = buckets.length - shown.length;
  const lines = shown.map(({ signature, count, first, repro }) => {
    const text = `${counted(count, 'test')}, first ${first}\nreproduce: ${repro}`;
    return `::${level} title=${escapeProperty(shortened(signature, TITLE_MAX))}::${escapeMessage(text)}`;
  });
  return hidden > 0
    ? [...lines, `::${level}::${counted(hidden, 'more failure bucket')} in report.md`]
    : lines;
}

function escapeMessage(text: string): string {
  return visibleText(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
