import { join } from 'node:path';
import { withTriageFindings } from '../../failures/triage/index.js';
import {
  openPastRun,
  type RunReport,
  readTestResults,
  reportOnRun,
} from '../../harness/run-directory/index.js';
import { formatDigest, formatDigestMarkdown } from '../text/digest.js';
import { findChanges } from './run-reports.js';

/** Summarises a run in ten lines of text or Markdown. `loaded` is the run's report, if the caller already has it. */
export function renderDigest(directory: string, markdown: boolean, loaded?: RunReport): string {
  const past = openPastRun(directory);
  const report = loaded ?? withTriageFindings(reportOnRun(directory));
  const changes = findChanges(report, past.manifest);
  const page = join(directory, 'index.html');
  const input = { report, tests: readTestResults(past), page, ...(changes === undefined ? {} : { changes }) };
  return markdown ? formatDigestMarkdown(input) : formatDigest(input);
}
