import type { Command } from 'commander';
import { reportOf, testplan } from '../regression/index.js';
import { testplanText } from '../report/index.js';
import type { Finish } from './commands.js';
import { EXIT } from './exit-code.js';
import { percentGate } from './option-values.js';
import { printJson, printNote, printResult } from './terminal.js';

const EXAMPLES = `
Statuses: verified (a rule of it was armed, a bin of it covered, or a test of it passed), unhit, unmapped, informative.

Examples:
  pops-tb testplan                            what verifies each statement
  pops-tb testplan out/RUN --gate testplan=90 and whether it was hit; exit 3 below 90 % verified
`;

interface TestplanOptions {
  readonly gate?: number;
  readonly json?: boolean;
}

/** Adds arguments and options of `testplan`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument('[run-dir...]', 'run directories whose results count')
    .option('--gate <testplan=percent>', 'exit 3 when fewer statements are verified', percentGate('testplan'))
    .option('--json', 'print one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action((directories: readonly string[], { gate, json }: TestplanOptions) => {
      const plan = testplan(directories.map(reportOf));
      if (json === true) printJson(plan);
      else printResult(testplanText(plan));
      const percent = (100 * plan.verified) / plan.total;
      const missed = gate !== undefined && percent < gate;
      if (missed) printNote(`Testplan gate missed: ${percent.toFixed(2)} % is below ${gate} %`);
      finish(missed ? EXIT.GATE : EXIT.OK);
    });
}
