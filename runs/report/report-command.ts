import { join } from 'node:path';
import type { Command } from 'commander';
import { Afterwards } from '../../base/basics/index.js';
import {
  EXIT,
  type Finish,
  integerOption,
  openInBrowser,
  printJson,
  printNote,
  printResult,
} from '../../base/terminal/index.js';
import { checkedWaivers } from '../../closure/coverage/index.js';
import { JSON_OPTION, SUITE_FILE_OPTION } from '../../harness/options/index.js';
import { getUnloggedNote, type RunReport, reportOnRun } from '../../harness/run-directory/index.js';
import { RUNS_FOLDER } from '../history/index-runs.js';
import type { RunDocument } from '../text/results-schema.js';
import { runDocument } from '../text/run-document.js';
import { isFolderOfRuns, type ReportOptions, reportNights } from './nights-report.js';
import { renderDigest } from './run-digest.js';
import { reportTamperedFiles, writeRunFiles } from './run-reports.js';
import { withDrawableForms } from './shrunk-forms.js';
import { openSuiteForReport } from './suite-of-run.js';

const EXAMPLES = `
Of a run: writes index.html, report.md, junit.xml, results.json and coverage/ anew from its log, and prints ten lines for mail and
chat: verdict; new, fixed, open and known failure groups; coverage; the slowest tests; what to do first. The run may still be running.

Of a folder of runs: the ten lines of the newest one; pass rate, coverage, speed and failure groups of all; their trends as
nights.html, and as history.csv for other tools. A group is "fixed" if a later, finished run of the same selection with at least as
many tests does not have it, or "run --rerun-failures --schedules" proved it.

The exit code is 0 whatever the verdict.

Examples:
  pops-tb report                                     the runs in out/
  pops-tb report out/RUN --open
  pops-tb report out/RUN --markdown                  for a chat or a comment that accepts Markdown
  pops-tb report nights | mail -s nightly team@example.com
  pops-tb report out/RUN --waivers waivers.json
  pops-tb report out/RUN --ways 10
  pops-tb report out/RUN out/OTHER --json            the document of "run --json"; of several directories a list
  pops-tb report out/RUN --suite-file my-suite.ts    a run of your own suite: name its file again
`;

/** Adds the arguments and options for `report`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument('[dirs...]', `run directories, or a folder of them (default: ${RUNS_FOLDER})`)
    .option('--markdown', 'print the ten lines in Markdown')
    .option('--waivers <file>', 'JSON file of bins to exclude from the page')
    .option(
      '--ways <n>',
      'show on the page how the n cheapest holes could be hit (default: 0)',
      integerOption('--ways', { min: 1, max: 100 }),
    )
    .addOption(SUITE_FILE_OPTION)
    .option('--open', 'open the page in the browser')
    .addOption(JSON_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(async (named: readonly string[], options: ReportOptions) => {
      await reportAll(named.length === 0 ? [RUNS_FOLDER] : named, options);
      finish(EXIT.OK);
    });
}

async function reportAll(directories: readonly string[], options: ReportOptions): Promise<void> {
  const [folder, ...others] = directories;
  if (others.length === 0 && isFolderOfRuns(folder!)) {
    reportNights(folder!, options);
    return;
  }
  const runs: RunDocument[] = [];
  const digests: string[] = [];
  for (const directory of directories) {
    const report = await writeReports(directory, options);
    if (options.json === true) runs.push(runDocument(report));
    else digests.push(renderDigest(directory, options.markdown === true, report));
  }
  const pages = directories.map((directory) => join(directory, 'index.html'));
  if (options.json === true) printJson(runs.length === 1 ? { ...runs[0], pages } : { pages, runs });
  else printResult(digests.join('\n\n'));
  if (options.open === true) pages.forEach(openInBrowser);
}

async function writeReports(
  directory: string,
  { waivers, suiteFile, ways }: ReportOptions,
): Promise<RunReport> {
  await openSuiteForReport(directory, suiteFile);
  const after = new Afterwards();
  const stored = reportOnRun(directory);
  reportTamperedFiles(directory, after);
  const note = getUnloggedNote(directory);
  if (note !== undefined) printNote(note);
  const report = withDrawableForms(stored, after);
  const checked = checkedWaivers(waivers, report.coverage);
  await writeRunFiles(report, { waivers: checked, after, ...(ways === undefined ? {} : { ways }) });
  for (const line of after.lost) printNote(`Not in the report: ${line}`);
  return { ...report, lost: after.lost };
}
