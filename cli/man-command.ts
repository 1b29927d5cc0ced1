import type { Command } from 'commander';
import { describeHost } from '../regression/index.js';
import type { Finish } from './command-module.js';
import { COMMANDS } from './commands.js';
import { EXIT } from './exit-code.js';
import { shownCommand } from './loaded-command.js';
import { manPage } from './man-page.js';
import { printResult } from './terminal.js';

const EXAMPLES = `
Prints the manual page, with the --help text of every command.

Examples:
  pops-tb man | man -l -
  pops-tb man > ~/.local/share/man/man1/pops-tb.1     for "man pops-tb"
`;

/** Adds arguments and options of `man`. */
export function define(command: Command, finish: Finish): void {
  command.addHelpText('after', EXAMPLES).action(async () => {
    const shown = await Promise.all(COMMANDS.map(shownCommand));
    printResult(manPage(shown, describeHost().version).trimEnd());
    finish(EXIT.OK);
  });
}
