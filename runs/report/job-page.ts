import { formatCoverageMarkdown } from '../../closure/coverage/index.js';
import { appendToFile } from '../../harness/output/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { printCommand, printNote } from '../../harness/terminal/index.js';
import { formatGithubAnnotations } from '../text/annotations.js';
import { formatRunMarkdown } from '../text/run-markdown.js';

/** Maximum size of a job summary. GitHub rejects larger ones outright. */
const MAX_SUMMARY_BYTES = 1024 * 1024;

/**
 * In a GitHub job, writes annotations to the log and appends the summary to the job page. Does nothing elsewhere. A page
 * that cannot be written is a note: it does not change the verdict.
 */
export function writeJobSummary(report: RunReport, environment: NodeJS.ProcessEnv): void {
  if (environment.GITHUB_ACTIONS !== 'true') return;
  for (const line of formatGithubAnnotations(report)) printCommand(line);
  const page = environment.GITHUB_STEP_SUMMARY;
  if (!page) return;
  const run = formatRunMarkdown(report);
  const complete = `${run}\n${formatCoverageMarkdown(report.coverage)}`;
  const text = Buffer.byteLength(complete) <= MAX_SUMMARY_BYTES ? complete : getIntroduction(run);
  try {
    appendToFile(page, `Cannot append the summary to the job page "${page}"`, () => text);
  } catch (error) {
    printNote((error as Error).message);
  }
}

/** Returns the verdict and facts, which come before the sections. */
function getIntroduction(run: string): string {
  const [introduction] = run.split('\n## ', 1);
  return `${introduction}\nThe rest is too large for this page: see report.md.\n`;
}
