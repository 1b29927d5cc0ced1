import { join } from 'node:path';
import type { Command } from 'commander';
import { readCheckedWaivers } from '../../closure/coverage/index.js';
import { BestEffortSteps } from '../../harness/basics/index.js';
import { JSON_OPTION, SUITE_FILE_OPTION } from '../../harness/options/index.js';
import { getMissingHashNote, type RunReport, reportOnRun } from '../../harness/run-directory/index.js';
import {
  EXIT,
  type FinishCommand,
  openInBrowser,
  printJson,
  printNote,
  printResult,
} from '../../harness/terminal/index.js';
import { RUNS_FOLDER } from '../history/index-runs.js';
import type { RunDocument } from '../text/results-schema.js';
import { buildRunDocument } from '../text/run-document.js';
import { withDrawableForms } from './failure-pages.js';
import { isFolderOfRuns, type ReportOptions, reportFolder } from './nights-report.js';
import { formatStoredRun, openSuiteForReport, reportTamperedFiles, writeRunFiles } from './run-reports.js';

const EXAMPLES = `
For a run: regenerates index.html, report.md, junit.xml, results.json and coverage/ from its log, and prints the run as
"run" did. The run may still be in progress.

For a folder of runs: prints the newest run's summary, followed by the pass rate, coverage, speed and failure groups
across all runs. Writes trends to nights.html. A group is "fixed" if absent from a
later finished run of the same selection with as many tests or more.

The exit code is 0 regardless of the verdict.

Examples:
  pops-tb report                                     the runs in out/
  pops-tb report out/RUN --open
  pops-tb report out/RUN --markdown                  for pasting into chat or comments that support Markdown
  pops-tb report nights | mail -s nightly team@example.com
  pops-tb report out/RUN --waivers waivers.json
  pops-tb report out/RUN out/OTHER --json            same as "run --json", or a list if there are several directories
  pops-tb report out/RUN --suite-file my-suite.ts    a run of a custom suite: pass the suite file again
`;

/** Adds the arguments and options for `report`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .argument('[dirs...]', `run directories, or a folder of them (default: ${RUNS_FOLDER})`)
    .option('--markdown', 'print the text as a block of Markdown')
    .option('--waivers <file>', 'JSON file of bins to exclude from the page')
    .addOption(SUITE_FILE_OPTION)
    .option('--open', 'open the page in the browser')
    .addOption(JSON_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(async (dirs: readonly string[], options: ReportOptions) => {
      await reportAll(dirs.length === 0 ? [RUNS_FOLDER] : dirs, options);
      finish(EXIT.OK);
    });
}

async function reportAll(directories: readonly string[], options: ReportOptions): Promise<void> {
  const [folder, ...others] = directories;
  if (others.length === 0 && isFolderOfRuns(folder!)) {
    reportFolder(folder!, options);
    return;
  }
  const runs: RunDocument[] = [];
  const texts: string[] = [];
  for (const directory of directories) {
    const report = await writeReports(directory, options);
    if (options.json === true) runs.push(buildRunDocument(report));
    else texts.push(formatStoredRun(directory, options.markdown === true, report));
  }
  const pages = directories.map((directory) => join(directory, 'index.html'));
  if (options.json === true) printJson(runs.length === 1 ? { ...runs[0], pages } : { pages, runs });
  else printResult(texts.join('\n\n'));
  if (options.open === true) pages.forEach(openInBrowser);
}

async function writeReports(directory: string, { waivers, suiteFile }: ReportOptions): Promise<RunReport> {
  await openSuiteForReport(directory, suiteFile);
  const steps = new BestEffortSteps();
  const stored = reportOnRun(directory);
  reportTamperedFiles(directory, steps);
  const note = getMissingHashNote(directory);
  if (note !== undefined) printNote(note);
  const report = withDrawableForms(stored, steps);
  const checked = readCheckedWaivers(waivers, report.coverage);
  await writeRunFiles(report, { waivers: checked, steps });
  for (const line of steps.missing) printNote(`Not in the report: ${line}`);
  return { ...report, postRunErrors: steps.missing };
}
