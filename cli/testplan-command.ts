import { type Command, Option } from 'commander';
import { coverageSummary, missedPercentText } from '../coverage/index.js';
import { reportOf, STAGES, type Stage, type StageProgress, testplan } from '../regression/index.js';
import { changedText, testplanText } from '../report/index.js';
import type { Finish } from './command-module.js';
import { EXIT } from './exit-code.js';
import { percentGate } from './option-values.js';
import { printJson, printNote, printResult } from './terminal.js';

const EXAMPLES = `
Statuses: verified (one of its rules was armed, one of its bins covered or one of its tests passed), unhit (none was),
unmapped (it has no rule, bin or test), informative (nothing to verify).
Stages: V1 bring-up and the main feature; V2 every feature; V3 corner cases and structure. Each includes those before it.

Examples:
  pops-tb testplan                            what verifies each statement
  pops-tb testplan out/RUN --stage V2         statements due in V2; exits with 3 unless all are verified
  pops-tb testplan out/RUN --gate testplan=90 all statements; exits with 3 below 90 % verified
  pops-tb testplan out/A out/B --json         two runs together
`;

interface TestplanOptions {
  readonly gate?: number;
  readonly stage?: Stage;
  readonly json?: boolean;
}

/** Adds arguments and options of `testplan`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument('[run-dir...]', 'run directories whose results to count')
    .addOption(new Option('--stage <stage>', 'only statements due in this stage').choices(STAGES))
    .option(
      '--gate <testplan=percent>',
      'exit with 3 if fewer statements are verified (default with --stage: 100)',
      percentGate('testplan'),
    )
    .option('--json', 'print one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action((directories: readonly string[], { gate, stage, json }: TestplanOptions) => {
      const reports = directories.map(reportOf);
      const plan = testplan(reports);
      for (const { request, coverage } of reports) {
        const changed = changedText(coverageSummary(coverage));
        if (changed !== undefined) printNote(`Left out of run ${request.runId}: ${changed}`);
      }
      if (json === true) printJson(plan);
      else printResult(testplanText(plan, stage));
      const asked = plan.stages.find((progress) => progress.stage === (stage ?? 'V3'))!;
      const wanted = gate ?? (stage === undefined ? 0 : 100);
      const missed = percentOf(asked) < wanted;
      if (missed) printNote(missedGate(asked, wanted));
      finish(missed ? EXIT.GATE : EXIT.OK);
    });
}

function percentOf({ verified, total }: StageProgress): number {
  return (100 * verified) / total;
}

/** Open statements that the note about a missed gate names. */
const NAMED_MAX = 12;

function missedGate(progress: StageProgress, wanted: number): string {
  const { stage, open } = progress;
  const more = open.length > NAMED_MAX ? ` and ${open.length - NAMED_MAX} more` : '';
  return (
    `Testplan gate missed: ${missedPercentText(percentOf(progress))} of ${stage} is below ${wanted} %; ` +
    `open: ${open.slice(0, NAMED_MAX).join(', ')}${more}`
  );
}
