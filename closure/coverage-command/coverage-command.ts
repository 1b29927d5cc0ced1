import type { Command } from 'commander';
import type { FinishCommand } from '../../base/terminal/index.js';
import { makeIntegerOption } from '../../base/terminal/index.js';
import { JSON_OPTION, makeDurationParser, makeListParser } from '../../harness/options/index.js';
import type { CoverageOptions } from '../coverage/coverage-options.js';
import { COVERAGE_ACTIONS, runCoverageAction } from './coverage-actions.js';
import { addCoverageHelp } from './coverage-help.js';

/** Adds the arguments and options for `coverage`. */
export function define(command: Command, finish: FinishCommand): void {
  addCoverageHelp(command);
  command
    .argument('<action>', Object.keys(COVERAGE_ACTIONS).join(', '))
    .argument(
      '<paths...>',
      'run directories and coverage files; for aim: the bin, then the runs to learn from',
    )
    .option('--out <path>', 'output file or folder (merge, aim, rank, export)')
    .option('--group <name>', 'covergroup to show in detail (show), or the only one to list (holes)')
    .option('--bin <name>', 'list the tests that hit this bin (GROUP/ITEM/BIN)')
    .option(
      '--count <n>',
      'tests to list (default: 20), or the maximum number of tests that aim tries',
      makeIntegerOption('--count', { min: 1, max: 1_000_000 }),
    )
    .option('--time <duration>', 'time limit for aim (default: 60s)', makeDurationParser('--time'))
    .option('--seed <seed>', 'root seed of the tests that aim tries (default: 0x1)')
    .option(
      '--fault <ids>',
      'with rank: the faults that the tests must kill, as a list of ids, "all" (takes many minutes) or "none" (default: "all" if --out is given)',
      makeListParser('--fault'),
    )
    .option(
      '--way <n>',
      'with holes: for the n cheapest holes, show the nearest bins that were hit, the settings that make tests more likely to hit them, and the expected cost',
      makeIntegerOption('--way', { min: 1, max: 100 }),
    )
    .option('--all', 'with holes: list every hole, and show full details for --way')
    .option('--saturation', 'with show: print growth by test count, and bins that only one test hit')
    .option('--waivers <file>', 'JSON file of bins to exclude from show, holes and aim')
    .addOption(JSON_OPTION)
    .action((action: string, paths: readonly string[], options: CoverageOptions) => {
      finish(runCoverageAction(action, paths, options));
    });
}
