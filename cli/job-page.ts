import { appendFileSync } from 'node:fs';
import type { RunReport } from '../regression/index.js';
import { coverageMarkdown, githubAnnotations, runMarkdown } from '../report/index.js';
import { printNote } from './terminal.js';

/** A larger summary is refused as a whole. */
const SUMMARY_BYTES_MAX = 1024 * 1024;

/** Within a job of GitHub: annotations to its log, and the summary to its page. Elsewhere nothing. */
export function tellJob(report: RunReport, environment: NodeJS.ProcessEnv): void {
  if (environment.GITHUB_ACTIONS !== 'true') return;
  for (const line of githubAnnotations(report)) printNote(line);
  const page = environment.GITHUB_STEP_SUMMARY;
  if (!page) return;
  const parts = [runMarkdown(report), coverageMarkdown(report.coverage)];
  const whole = Buffer.from(parts.join('\n'));
  const fits = whole.length <= SUMMARY_BYTES_MAX;
  appendFileSync(
    page,
    fits ? whole : Buffer.from('The summary is too large for this page; see report.md.\n'),
  );
}
