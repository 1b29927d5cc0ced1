import { join } from 'node:path';
import type { Command } from 'commander';
import { reportOf } from '../regression/index.js';
import type { Finish } from './commands.js';
import { EXIT } from './exit-code.js';
import { openInBrowser } from './open-in-browser.js';
import { writeRunFiles } from './run-files.js';
import { printJson, printResult } from './terminal.js';

const EXAMPLES = `
Writes index.html, report.md, junit.xml and the files in coverage/ of a run directory again, from its log. The run may be
unfinished or under way.

Examples:
  pops-tb report out/RUN
  pops-tb report out/RUN --open
`;

/** Adds arguments and options of `report`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument('<run-dir...>', 'run directories')
    .option('--open', 'open the page in the browser')
    .option('--json', 'print one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action((directories: readonly string[], options: { open?: boolean; json?: boolean }) => {
      const pages = directories.map(writePage);
      if (options.json === true) printJson({ pages });
      else printResult(pages.join('\n'));
      if (options.open === true) pages.forEach(openInBrowser);
      finish(EXIT.OK);
    });
}

function writePage(directory: string): string {
  writeRunFiles(reportOf(directory));
  return join(directory, 'index.html');
}
