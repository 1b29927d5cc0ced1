import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { quoteShellWord } from '../../harness/basics/index.js';
import {
  FAULTS_OPTION,
  JSON_OPTION,
  KNOBS_OPTION,
  makeDurationParser,
  makeListParser,
  type OverrideStrings,
  readStoredOverrides,
} from '../../harness/options/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { formatCommand } from '../../harness/selection/index.js';
import {
  EXIT,
  type ExitCode,
  type FinishCommand,
  getHelpWidth,
  makeStepProgress,
  printJson,
  printNote,
  printResult,
  RESULTS,
  watchInterrupts,
} from '../../harness/terminal/index.js';
import { formatNumber, formatQuantity } from '../../harness/text/index.js';
import { type Scenario, scenarioToJson, UsageError } from '../../transactions/index.js';
import { type ExploreResult, explore, RANDOM_ORDERS } from './explore.js';
import type { ExploreFinding } from './explore-finding.js';
import { buildExploreDocument, formatExploration, type ReportedFinding } from './explore-text.js';
import { formatProofs, PROOF_SCENES, type Proof, writeProofs } from './proofs.js';
import { proveScenes } from './prove-scenes.js';
import { allowsSameCycle, needsSameCycle } from './same-cycle.js';
import { resolveScene } from './scene-to-explore.js';

/** The default time limit of a search, in milliseconds. */
const DEFAULT_SEARCH_MS = 60_000;

/** The options of `explore`. */
interface ExploreValues extends OverrideStrings {
  readonly pixels?: string;
  /** The time limit, in milliseconds. */
  readonly time?: number;
  readonly sameClock?: boolean;
  readonly require?: 'complete';
  readonly json?: boolean;
}

function getRepeatArguments(name: string, values: ExploreValues): readonly string[] {
  const { chip, pixels, fault, set = [], time, sameClock } = values;
  return [
    quoteShellWord(name),
    ...(chip === undefined ? [] : [`--chip ${chip.join()}`]),
    ...(pixels === undefined ? [] : [`--pixels ${pixels}`]),
    ...(fault === undefined ? [] : [`--fault ${fault.join()}`]),
    ...set.map((setting) => `--set ${quoteShellWord(setting)}`),
    ...(sameClock === true ? ['--same-clock'] : []),
    ...(time === undefined ? [] : [`--time ${time / 1000}s`]),
    ...(values.require === undefined ? [] : [`--require ${values.require}`]),
  ];
}

interface SearchState {
  readonly runs: number;
  readonly states: number;
  readonly failures: number;
  readonly seconds: number;
}

function formatState({ runs, states, failures, seconds }: SearchState): string {
  return `explore: ${formatQuantity(runs, 'run')}, ${formatQuantity(states, 'state')}, ${formatQuantity(failures, 'finding')}, ${formatNumber(Math.round(seconds))} s`;
}

/**
 * Writes the finding's scenario, with its event order, to the first unused file name, so that findings from other
 * searches are not overwritten. Returns the finding along with the command to replay this file.
 */
function storeFinding(finding: ExploreFinding): ReportedFinding {
  let number = 1;
  while (existsSync(`explored-${number}.json`)) number++;
  const file = `explored-${number}.json`;
  writeAtomic(file, scenarioToJson(finding.scenario));
  return { finding, repro: formatCommand('replay', quoteShellWord(file)) };
}

/** The argument that selects the fixed list of scenes instead of a single test. */
const PROOFS = 'proofs';

/** The options that apply to the entire list. All others describe a single scene. */
const PROOF_OPTIONS: readonly (keyof ExploreValues)[] = ['time', 'require', 'json'];

/** Searches each scene in the list, and stores the results once all have been searched. */
async function runProofs(values: ExploreValues): Promise<ExitCode> {
  const { require, json, time = DEFAULT_SEARCH_MS } = values;
  const conflict = (Object.keys(values) as (keyof ExploreValues)[]).find(
    (option) => !PROOF_OPTIONS.includes(option),
  );
  if (conflict !== undefined)
    throw new UsageError(
      `Cannot use --${conflict === 'sameClock' ? 'same-clock' : conflict} with ${PROOFS}: each scene sets its own`,
    );
  const { signal, stop } = watchInterrupts();
  const proofs: Proof[] = [];
  for await (const proof of proveScenes(PROOF_SCENES, { getMs: () => time, signal })) {
    proofs.push(proof);
    if (json !== true) printResult(formatProofs(proofs.slice(-1)).join('\n'));
  }
  stop();
  if (json === true) printJson({ proofs });
  if (signal.aborted) return EXIT.INTERRUPTED;
  writeProofs(proofs);
  if (proofs.some(({ findings }) => findings.length > 0)) return EXIT.FAILED;
  return require !== undefined && proofs.some(({ complete }) => !complete) ? EXIT.GATE : EXIT.OK;
}

const EXAMPLES = `
Takes the first draw of a test, reduces it to a scene of a few waves on one or two packers, and runs every order in which its
events can occur, regardless of their latencies. The result is "complete" if every order was followed, otherwise "bounded", with the
reason. Each finding comes with a scenario file that replays its order, which may need latencies outside the knobs' ranges.
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
  const { scene, replacedText, isGenerated } = resolveScene(
    target,
    readStoredOverrides(cliValues),
    cliValues,
  );
  // The commands to paste include the chosen chip, since another version may choose a different one.
  const values = isGenerated ? { ...cliValues, chip: [scene.chip] } : cliValues;
  if (replacedText !== undefined) printNote(replacedText);
  printSameClockHint(scene);
  const interrupts = watchInterrupts(
    'Interrupted: reporting what was found; interrupt again to exit immediately',
  );
  const progress = makeStepProgress(performance.now());
  const explored = await explore(scene, {
    ...{ ms: values.time ?? DEFAULT_SEARCH_MS, randomOrders: RANDOM_ORDERS, signal: interrupts.signal },
    onProgress: (state) => progress.update(formatState(state)),
  });
  progress.stop();
  const reported = explored.findings.map(storeFinding);
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

/** Notes the faults that the search cannot find because it does not allow events to share a cycle. */
function printSameClockHint(scene: Scenario): void {
  const faults = scene.faults.filter(needsSameCycle);
  if (faults.length > 0 && !allowsSameCycle(scene))
    printNote(
      `Note: ${faults.join(', ')} only ${faults.length === 1 ? 'shows' : 'show'} up when events share a cycle, which this search does not allow; add --same-clock`,
    );
}

function getExitCode({ findings }: ExploreResult, { aborted }: AbortSignal): ExitCode {
  if (aborted) return EXIT.INTERRUPTED;
  return findings.length === 0 ? EXIT.OK : EXIT.FAILED;
}
