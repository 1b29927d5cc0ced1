import { type Command, Option } from 'commander';
import { formatMissedPercent, summariseCoverage } from '../../coverage/index.js';
import { JSON_OPTION, makeGateParser } from '../../harness/options/index.js';
import { reportOnRun } from '../../harness/run-directory/index.js';
import {
  EXIT,
  type FinishCommand,
  getTableWidth,
  printJson,
  printNote,
  printResult,
  RESULTS,
} from '../../harness/terminal/index.js';
import { describeChangedGroups } from '../coverage/coverage-text.js';
import { isDueBy, STAGES, type Stage } from './stages.js';
import { buildTestplan, type StageProgress, type Testplan } from './testplan.js';
import { formatTestplan } from './testplan-text.js';

const EXAMPLES = `
Statuses: judged (each of its coverpoints was hit, and a rule known to catch violations of the statement was armed in tests that could
show them; --json gives the replay line), by-project-tests (only the project's own tests are known to catch violations), observed (one of
its bins was covered, or one of its rules was armed), unhit (none of the above),
unmapped (it has no rule, bin or test), informative (it cannot be violated).
Stages: V1 is bring-up and the main feature, V2 all features, and V3 corner cases and structure. Each includes the previous ones.

Examples:
  pops-tb testplan                             what verifies each statement
  pops-tb testplan out/RUN --stage V2          statements due in V2; exits with status 3 if any is unhit
  pops-tb testplan out/RUN --gate testplan=90  all statements; exits with status 3 below 90% judged
  pops-tb testplan out/A out/B --json          two runs combined
`;

interface TestplanOptions {
  readonly gate?: number;
  readonly stage?: Stage;
  readonly json?: boolean;
}

/** Adds the arguments and options for `testplan`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .argument('[run-dir...]', 'run directories whose results are counted')
    .addOption(new Option('--stage <stage>', 'only statements due by this stage').choices(STAGES))
    .option(
      '--gate <testplan=percent>',
      'exit with status 3 if less than this percentage of statements is judged; with --stage alone, if any statement is neither judged nor observed',
      makeGateParser('testplan'),
    )
    .addOption(JSON_OPTION)
    .addHelpText('after', EXAMPLES)
    .action((directories: readonly string[], { gate, stage, json }: TestplanOptions) => {
      const reports = directories.map(reportOnRun);
      const plan = buildTestplan(reports);
      for (const { request, coverage } of reports) {
        const changed = describeChangedGroups(summariseCoverage(coverage));
        if (changed !== undefined) printNote(`Not counted for run ${request.runId}: ${changed}`);
      }
      if (json === true) printJson(plan);
      else printResult(formatTestplan(plan, stage, getTableWidth(RESULTS)));
      const stageProgress = plan.stages.find((progress) => progress.stage === (stage ?? 'V3'))!;
      const notes = [
        ...(gate === undefined ? [] : checkJudgedGate(plan, stageProgress, gate)),
        ...(gate === undefined && stage !== undefined ? checkVerifiedGate(stageProgress) : []),
      ];
      for (const note of notes) printNote(note);
      finish(notes.length > 0 ? EXIT.GATE : EXIT.OK);
    });
}

/** Maximum number of statements to name in a note about a missed gate. */
const MAX_LISTED_IDS = 12;

/** Returns a note if fewer of the stage's statements are judged than required. */
function checkJudgedGate({ statements }: Testplan, progress: StageProgress, goal: number): readonly string[] {
  const { judged, total, stage } = progress;
  const percent = (100 * judged) / total;
  if (percent >= goal) return [];
  const unjudgedIds = statements
    .filter((row) => isDueBy(row.stage, stage) && row.status !== 'informative' && row.grade !== 'judged')
    .map(({ id }) => id);
  return [
    `Testplan gate failed: ${formatMissedPercent(percent)} of ${stage} statements are judged, below the required ${goal}%; not judged: ${formatShortList(unjudgedIds)}`,
  ];
}

/** Returns a note if one of the stage's statements is neither judged nor observed. */
function checkVerifiedGate({ verified, total, stage, open }: StageProgress): readonly string[] {
  if (verified === total) return [];
  const percent = formatMissedPercent((100 * verified) / total);
  return [
    `Testplan gate failed: ${percent} of ${stage} statements are judged or observed, below the required 100%; open: ${formatShortList(open)}`,
  ];
}

function formatShortList(ids: readonly string[]): string {
  const rest = ids.length > MAX_LISTED_IDS ? ` and ${ids.length - MAX_LISTED_IDS} more` : '';
  return `${ids.slice(0, MAX_LISTED_IDS).join(', ')}${rest}`;
}
