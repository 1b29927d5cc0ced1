import { type Command, Option } from 'commander';
import {
  FAULTS_OPTION,
  JSON_OPTION,
  KNOBS_OPTION,
  makeDurationParser,
  makeListParser,
  readOverrides,
} from '../../harness/options/index.js';
import { formatCommand } from '../../harness/selection/index.js';
import {
  EXIT,
  type ExitCode,
  type FinishCommand,
  getHelpWidth,
  printJson,
  printNote,
  printResult,
  RESULTS,
  watchInterrupts,
} from '../../harness/terminal/index.js';
import type { Scenario } from '../../transactions/index.js';
import { PROOFS, runProofs } from './command/proofs.js';
import { makeSearchProgress } from './command/search-progress.js';
import { storeFinding } from './command/stored-finding.js';
import { type ExploreValues, getRepeatArguments, getSearchMs } from './command/values.js';
import { type ExploreResult, exploreAsync, RANDOM_ORDERS } from './explore.js';
import { buildExploreDocument, formatExploration } from './explore-text.js';
import { allowsSameCycle, needsSameCycle } from './same-cycle.js';
import { resolveSceneWithText } from './scene-to-explore.js';
import { findUncoveredReasons } from './scope.js';
import { checkWithinRanges } from './within-ranges.js';

const EXAMPLES = `
Takes the first draw of a test, reduces it to a scene of a few waves on one or two packers, and runs every order in which its
events can occur, regardless of their latencies. The result is "complete" if every order was followed, otherwise "bounded", with the
reason. Each finding comes with a scenario file that replays its order and, if the knobs' ranges allow it, one that reproduces it
with latencies in those ranges.
docs/exploring.md explains what this proves, and what it does not.

Examples:
  pops-tb explore rmw_buffer --chip vega10 --pixels AA    two waves on one pixel
  pops-tb explore rmw_buffer --pixels ABA --fault F45     the first and the third wave share a pixel; with a fault
  pops-tb explore rmw_buffer --pixels AaAa --chip navi21  lower-case letters place pixels on a second packer
  pops-tb explore rmw_buffer --chip vega10 --pixels ABA --fault F48 --same-clock
                                                          events at the same unit may also arrive in the same cycle
  pops-tb explore scenario.json --time 10m --json
  pops-tb explore rmw_buffer --chip navi21 --require complete
                                                          a gate for CI: exits with 3 unless the search is complete
  pops-tb explore proofs --time 10m                       search the fixed list of scenes in the testplan, for up to ten minutes each
  pops-tb explore rmw_buffer --set idWrap=7 --set idWindow=4
                                                          ids that wrap early
`;

/** Adds the arguments and options of `explore`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .argument(
      '<what>',
      'a test name, scenario file, failure directory or anything else that replay accepts; or "proofs"',
    )
    .option(
      '--chip <name>',
      'chip of a test given by name; only one is explored at a time',
      makeListParser('--chip'),
    )
    .option(
      '--pixels <letters>',
      'a letter for the pixel of each wave, such as ABA, or AaAa for two packers (default: AAA)',
    )
    .addOption(FAULTS_OPTION)
    .addOption(KNOBS_OPTION)
    .option('--time <duration>', 'time limit of the search (default: 60s)', makeDurationParser('--time'))
    .option('--same-clock', 'events at the same unit, such as two exits, may also arrive in the same cycle')
    .addOption(
      new Option('--require <what>', 'exit with 3 unless the search is complete').choices(['complete']),
    )
    .addOption(JSON_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(async (target: string, values: ExploreValues) =>
      finish(await (target === PROOFS ? runProofs(values) : run(target, values))),
    );
}

async function run(target: string, cliValues: ExploreValues): Promise<ExitCode> {
  const { scene, replacedText, isGenerated } = resolveSceneWithText(
    target,
    readOverrides(cliValues),
    cliValues,
  );
  // The commands to paste include the chosen chip, since another version may choose a different one.
  const values = isGenerated ? { ...cliValues, chip: [scene.chip] } : cliValues;
  if (replacedText !== undefined) printNote(replacedText);
  for (const hint of findHints(scene, values)) printNote(hint);
  const interrupts = watchInterrupts(
    'Interrupted: reporting what was found; interrupt again to exit immediately',
  );
  const progress = makeSearchProgress();
  const explored = await exploreAsync(scene, {
    ...{ ms: getSearchMs(values), randomOrders: RANDOM_ORDERS, signal: interrupts.signal },
    onProgress: progress.update,
  });
  progress.stop();
  const reported = explored.findings.map((finding) => storeFinding(finding, checkWithinRanges(finding)));
  interrupts.stop();
  const command = formatCommand('explore', ...getRepeatArguments(target, values));
  if (values.json === true) printJson(buildExploreDocument(scene, explored, reported, command));
  else printResult(formatExploration(scene, explored, reported, getHelpWidth(RESULTS), command));
  const requirementFailed = values.require === 'complete' && !explored.complete;
  if (requirementFailed) printNote(`--require complete was not met: ${explored.bounded.join('; ')}`);
  return requirementFailed && explored.findings.length === 0 && !interrupts.signal.aborted
    ? EXIT.GATE
    : getExitCode(explored, interrupts.signal);
}

/** Returns notes on anything that the search is already known not to cover. */
function findHints(scene: Scenario, { require }: ExploreValues): readonly string[] {
  const sameClockFaults = scene.faults.filter(needsSameCycle);
  const uncovered = findUncoveredReasons(scene, new Set());
  return [
    ...(sameClockFaults.length > 0 && !allowsSameCycle(scene)
      ? [
          `Note: ${sameClockFaults.join(', ')} only ${sameClockFaults.length === 1 ? 'shows' : 'show'} up when events share a cycle, which this search does not allow; add --same-clock`,
        ]
      : []),
    ...(require === 'complete' && uncovered.length > 0
      ? [`Note: --require complete cannot be met: ${uncovered.join('; ')}`]
      : []),
  ];
}

function getExitCode({ findings }: ExploreResult, { aborted }: AbortSignal): ExitCode {
  if (aborted) return EXIT.INTERRUPTED;
  return findings.length === 0 ? EXIT.OK : EXIT.FAILED;
}
