import { type Command, Option } from 'commander';
import type { Finish } from './command-module.js';
import { COVERAGE_ACTIONS, runCoverageAction } from './coverage-actions.js';
import { EXPORT_FORMATS } from './coverage-export.js';
import type { CoverageOptions } from './coverage-options.js';
import { EXIT } from './exit-code.js';

const EXAMPLES = `
Actions:
  merge   coverage of all paths into the file --out; a run that comes twice counts once
  show    the score by covergroup; --group opens one, --saturation says what more tests would bring
  holes   largest uncovered sub-spaces of crosses, and uncovered bins
  rank    the fewest tests with the same coverage; runs the candidates again
  diff    bins no longer covered and newly covered from the first path to the second; of run directories also failure buckets, rules that are
          no longer armed, and speed
  export  files for other tools in the folder --out

Examples:
  pops-tb coverage show out/RUN --group exit-path
  pops-tb coverage merge out/A out/B --out merged.msgpack
  pops-tb coverage export out/RUN --out report --format ucis,lcov
  pops-tb coverage show out/RUN --saturation
  pops-tb coverage holes out/RUN --waivers waivers.json --json
`;

/** Adds arguments and options of `coverage`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument('<action>', Object.keys(COVERAGE_ACTIONS).join(', '))
    .argument('<paths...>', 'run directories and coverage files')
    .option('--out <path>', 'where merge and export write')
    .option('--group <name>', 'the covergroup that show opens, or that holes keeps to')
    .option('--saturation', 'show only growth over tests, and bins that one test alone hit')
    .addOption(new Option('--format <names>', `formats of export: ${EXPORT_FORMATS.join(', ')}`))
    .option('--waivers <file>', 'bins that show and holes leave out: bins, reason, owner, expires, hash')
    .option('--json', 'print one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action((action: string, paths: readonly string[], options: CoverageOptions) => {
      runCoverageAction(action, paths, options);
      finish(EXIT.OK);
    });
}
