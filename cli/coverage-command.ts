import { type Command, Option } from 'commander';
import type { Finish } from './command-module.js';
import { COVERAGE_ACTIONS, runCoverageAction } from './coverage-actions.js';
import { EXPORT_FORMATS } from './coverage-export.js';
import type { CoverageOptions } from './coverage-options.js';
import { durationOption, integerOption, listOption } from './option-values.js';

const EXAMPLES = `
Actions:
  merge   merge the coverage of all paths into the file --out; a run given twice counts once
  show    show the score by covergroup; --group opens one, --saturation estimates what more tests would cover
  holes   show the holes that more tests would fill soonest, the largest uncovered sub-spaces of crosses, and the uncovered bins
  tests   list the tests of a run that hit the bin --bin; reruns those that may have hit it
  aim     search for a test that hits a bin, and say what moves tests nearer; --out writes a suite file of it
  rank    find the cheapest tests with the same coverage; runs the candidates again; --out writes a suite file of tests that also
          kill the same faults; a run of it proves both
  diff    show bins newly covered and no longer covered from the first path to the second; for run directories also failure
          buckets, rules no longer armed, and speed
  export  write files for other tools to the folder --out

Examples:
  pops-tb coverage show out/RUN --group exit-path
  pops-tb coverage merge out/A out/B --out merged.msgpack
  pops-tb coverage export out/RUN --out report --format ucis,lcov
  pops-tb coverage show out/RUN --saturation
  pops-tb coverage tests out/RUN --bin 'overlap/generation/gfx11' --count 50
  pops-tb coverage aim 'overlap/generation/gfx11' out/RUN --time 60s --out aimed.json
  pops-tb coverage aim 'waiters/state x delay/asleep x 1024+' --seed 0x2
  pops-tb coverage rank out/RUN --out ranked.json
  pops-tb coverage rank out/RUN --out ranked.json --fault none
  pops-tb coverage holes out/RUN --way 5
  pops-tb coverage holes out/RUN --waivers waivers.json --json
`;

/** Adds arguments and options of `coverage`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument('<action>', Object.keys(COVERAGE_ACTIONS).join(', '))
    .argument('<paths...>', 'run directories and coverage files; for aim the bin, and runs to learn from')
    .option('--out <path>', 'file or folder that merge, aim, rank or export writes')
    .option('--group <name>', 'covergroup that show opens, or that restricts holes')
    .option('--bin <name>', 'bin whose tests are listed, as GROUP/ITEM/BIN')
    .option(
      '--count <n>',
      'tests to list (default: 20), or the most that aim tries',
      integerOption('--count', 1, 1_000_000),
    )
    .option('--time <duration>', 'time limit of aim (default: 60s)', durationOption('--time'))
    .option('--seed <seed>', 'root seed of the tests that aim tries (default: 0x1)')
    .option(
      '--fault <ids>',
      'with rank: faults that the tests must kill: ids, all or none (default: all with --out)',
      listOption('--fault'),
    )
    .option(
      '--way <n>',
      'with holes: for the n cheapest, the nearest bins that were hit, what moves tests to them, and the expected cost',
      integerOption('--way', 1, 100),
    )
    .option('--saturation', 'with show: print growth over tests, and bins that only one test hit')
    .addOption(
      new Option(
        '--format <names>',
        `formats that export writes: ${EXPORT_FORMATS.join(', ')} (default: all)`,
      ),
    )
    .option('--waivers <file>', 'JSON file of bins to leave out of show and holes')
    .option('--json', 'print one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action((action: string, paths: readonly string[], options: CoverageOptions) => {
      finish(runCoverageAction(action, paths, options));
    });
}
