import type { Command } from 'commander';
import { JSON_OPTION, SUITE_FILE_OPTION } from '../../harness/options/index.js';
import { NO_WAIVERS } from '../../harness/records/index.js';
import { mergeTriage } from '../../harness/run-directory/index.js';
import type { FinishCommand } from '../../harness/terminal/index.js';
import { openSuiteForReport } from '../report/run-reports.js';
import { mergeRuns } from '../run/merge-runs.js';
import { concludeRun } from './conclude-run.js';
import { FAIL_ON_OPTION, parseCoverageGate, parseFailOn } from './run-options.js';

const EXAMPLES = `
Examples:
  pops-tb merge out/shard-1 out/shard-2 --out out/whole
  pops-tb merge out/shard-1 out/shard-2 --out out/whole --gate coverage=90 --json
  pops-tb merge out/shard-1 out/shard-2 --out out/whole --suite-file my-suite.ts
                                                 shards of a custom suite: pass the suite file again
`;

interface MergeValues {
  readonly out: string;
  readonly gate?: string;
  readonly failOn?: readonly string[];
  readonly suiteFile?: string;
  readonly json?: boolean;
}

/** Adds the arguments and options for `merge`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .argument('<dirs...>', 'run directories: shards or partial runs of one plan')
    .requiredOption('--out <dir>', 'run directory to write')
    .option('--gate <coverage=percent>', 'exit with 3 if coverage is lower')
    .addOption(FAIL_ON_OPTION)
    .addOption(SUITE_FILE_OPTION)
    .addOption(JSON_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(async (directories: string[], { out, gate, failOn, suiteFile, json = false }: MergeValues) => {
      const conclusion = {
        gate: parseCoverageGate(gate),
        failOn: parseFailOn(failOn),
        waivers: NO_WAIVERS,
        json,
      };
      await openSuiteForReport(directories[0]!, suiteFile);
      const merged = mergeRuns(directories, out);
      mergeTriage(directories, out);
      finish(await concludeRun(merged, conclusion));
    });
}
