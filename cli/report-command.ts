import { join } from 'node:path';
import type { Command } from 'commander';
import { type RunReport, reportOf, withForms } from '../regression/index.js';
import { type RunDocument, runDocument } from '../report/index.js';
import { checkedWaivers } from './checked-waivers.js';
import type { Finish } from './command-module.js';
import { EXIT } from './exit-code.js';
import { isFolderOfRuns, type ReportOptions, reportNights } from './nights-report.js';
import { openInBrowser } from './open-in-browser.js';
import { integerOption } from './option-values.js';
import { writeRunFiles } from './run-files.js';
import { JSON_DOCUMENT, SUITE_FILE } from './shared-options.js';
import { openSuiteForReport } from './suite-of-run.js';
import { printJson, printResult } from './terminal.js';

const EXAMPLES = `
Regenerates index.html, report.md, junit.xml, results.json and coverage/ in a run directory from its log. The run may
still be running, or unfinished. --json prints the document of "run --json"; for several directories, a list.
For a folder of runs, it writes nights.html: the trends over comparable runs.

Examples:
  pops-tb report out/RUN
  pops-tb report out/RUN --open
  pops-tb report out                                 the trends over the runs in out/
  pops-tb report out/RUN --waivers waivers.json
  pops-tb report out/RUN --ways 10
  pops-tb report out/RUN out/OTHER --json
  pops-tb report out/RUN --suite-file my-suite.ts    a run of your own suite: name its file again
`;

/** Adds arguments and options of `report`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument('<dirs...>', 'run directories, or a folder of them')
    .option('--waivers <file>', 'JSON file of bins to leave out of the page')
    .option(
      '--ways <n>',
      'show on the page how the n cheapest holes could be hit (default: 0)',
      integerOption('--ways', 1, 100),
    )
    .addOption(SUITE_FILE)
    .option('--open', 'open the page in the browser')
    .addOption(JSON_DOCUMENT)
    .addHelpText('after', EXAMPLES)
    .action(async (directories: readonly string[], options: ReportOptions) => {
      const [folder, ...others] = directories;
      if (others.length === 0 && isFolderOfRuns(folder!)) {
        await reportNights(folder!, options);
        finish(EXIT.OK);
        return;
      }
      const runs: RunDocument[] = [];
      for (const directory of directories) {
        const report = await writeReports(directory, options);
        if (options.json === true) runs.push(runDocument(report));
      }
      const pages = directories.map((directory) => join(directory, 'index.html'));
      if (options.json === true) printJson(runs.length === 1 ? { ...runs[0], pages } : { pages, runs });
      else printResult(pages.join('\n'));
      if (options.open === true) pages.forEach(openInBrowser);
      finish(EXIT.OK);
    });
}

async function writeReports(
  directory: string,
  { waivers, suiteFile, ways }: ReportOptions,
): Promise<RunReport> {
  await openSuiteForReport(directory, suiteFile);
  const report = withForms(reportOf(directory));
  writeRunFiles(report, checkedWaivers(waivers, report.coverage), ways);
  return report;
}
