import { join } from 'node:path';
import { withForms } from '../../failures/triage/index.js';
import { openPastRun, type RunReport, reportOf, testResults } from '../../harness/run-directory/index.js';
import { digestMarkdown, digestText } from '../text/digest.js';
import { changesOf } from './run-reports.js';

/** Summarizes a run in ten lines of text or Markdown. `known` is its report, if the caller already has it. */
export function digestOf(directory: string, markdown: boolean, known?: RunReport): string {
  const past = openPastRun(directory);
  const report = known ?? withForms(reportOf(directory));
  const changes = changesOf(report, past.manifest);
  const page = join(directory, 'index.html');
  const input = { report, tests: testResults(past), page, ...(changes === undefined ? {} : { changes }) };
  return markdown ? digestMarkdown(input) : digestText(input);
}
