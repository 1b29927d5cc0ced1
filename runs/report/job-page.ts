import { appendFileSync } from 'node:fs';
import { printCommand } from '../../base/terminal/index.js';
import { coverageMarkdown } from '../../closure/coverage/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { githubAnnotations } from '../text/annotations.js';
import { runMarkdown } from '../text/run-markdown.js';

/** Larger summaries are rejected entirely. */
const SUMMARY_BYTES_MAX = 1024 * 1024;

/** In a GitHub job, adds annotations to its log and the summary to its page. Elsewhere does nothing. */
export function writeJobSummary(report: RunReport, environment: NodeJS.ProcessEnv): void {
  if (environment.GITHUB_ACTIONS !== 'true') return;
  for (const line of githubAnnotations(report)) printCommand(line);
  const page = environment.GITHUB_STEP_SUMMARY;
  if (!page) return;
  const run = runMarkdown(report);
  const whole = `${run}\n${coverageMarkdown(report.coverage)}`;
  appendFileSync(page, Buffer.byteLength(whole) <= SUMMARY_BYTES_MAX ? whole : headOf(run));
}

/** Verdict and facts: the part before the sections. */
function headOf(run: string): string {
  const [head] = run.split('\n## ', 1);
  return `${head}\nThe rest is too large for this page: see report.md.\n`;
}
