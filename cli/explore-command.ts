import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import {
  decidedWithinRanges,
  EXPLORE_MODES,
  type Explored,
  type ExploreFinding,
  type ExploreMode,
  exploreInTurns,
  hasSameClock,
  lineToPaste,
  needsSameClock,
  notCovered,
  PROOF_SCENES,
  type Proof,
  proofOf,
  RANDOM_ORDERS,
  replacedScene,
  SearchJournal,
  scenarioOfScene,
  shellWord,
  WAVES_MAX,
  type WithinRanges,
  withinRanges,
  writeProofs,
  writeWhole,
} from '../regression/index.js';
import {
  counted,
  exploreDocument,
  exploreText,
  numberText,
  proofLines,
  type ToldFinding,
} from '../report/index.js';
import { type Scenario, scenarioToJson, UsageError } from '../transactions/index.js';
import type { Finish } from './command-module.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { helpWidth } from './help-text.js';
import { watchInterrupts } from './interrupts.js';
import {
  integerOption,
  listOption,
  type OverrideTexts,
  readOverrides,
  repeatedOption,
} from './option-values.js';
import { isLively, printJson, printNote, printResult } from './terminal.js';

const EXAMPLES = `
Takes the first draw of a test, makes it a scene of a few waves on one packer or two, and runs every order in which its events can occur,
whatever their latencies. It ends as "complete" if every order was followed, else as "bounded", with the reason.
A finding comes with a scenario file of its order and, where it can happen within the ranges of the knobs, one with such times.
docs/exploring.md says what that proves, and what it does not.

Examples:
  pops-tb explore rmw_buffer --chip vega10 --waves 2      two waves on one pixel
  pops-tb explore rmw_buffer --pixels ABA --fault F45     the first and the third wave share a pixel; with a fault
  pops-tb explore rmw_buffer --pixels AaAa --chip navi21  lower-case letters are pixels of a second packer
  pops-tb explore rmw_buffer --chip vega10 --pixels ABA --fault F48 --same-clock
                                                          events that meet may also come in the same cycle
  pops-tb explore scenario.json --seconds 600 --histories --json
  pops-tb explore rmw_buffer --chip navi21 --require complete
                                                          a gate for CI: exits with 3 unless the search is complete
  pops-tb explore proofs --seconds 600                    the fixed list of scenes that the testplan shows, each for up to 600 s
  pops-tb explore rmw_buffer --waves 1 --mode interval    every order that the ranges of the knobs allow
  pops-tb explore rmw_buffer --resume search.log --states 200000
                                                          goes on from where an interrupt or a limit ended it
  pops-tb explore rmw_buffer --set idWrap=7 --set idWindow=4
                                                          ids that wrap soon
`;

/** In place of a test: the fixed list of scenes. */
const PROOFS = 'proofs';

/** Seconds that a search takes unless told otherwise, and at most. */
const SECONDS = { default: 60, max: 86_400 };
const MS_PER_SECOND = 1000;
/** States that one search can be told to keep. */
const STATES_MAX = 100_000_000;

interface ExploreValues extends OverrideTexts {
  readonly waves?: number;
  readonly pixels?: string;
  readonly seconds?: number;
  readonly sameClock?: boolean;
  readonly histories?: boolean;
  readonly states?: number;
  readonly mode?: ExploreMode;
  readonly resume?: string;
  readonly require?: 'complete';
  readonly json?: boolean;
}

/** Adds arguments and options of `explore`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument(
      '<what>',
      'name of a test, scenario file, failure directory or another test that replay takes; or "proofs"',
    )
    .option(
      '--chip <name>',
      'the chip of a test that is named; one is explored at a time',
      listOption('--chip'),
    )
    .option('--waves <n>', 'waves of the scene (default: 3)', integerOption('--waves', 1, WAVES_MAX))
    .option(
      '--pixels <letters>',
      'the pixel of each wave, such as ABA, or AaAa for two packers (default: all on one)',
    )
    .option('--fault <ids>', 'inject these faults', listOption('--fault'))
    .option('--set <knob=value>', 'fix a knob; may be repeated', repeatedOption)
    .addOption(
      new Option(
        '--mode <mode>',
        'every order of events, or every order that the ranges of the knobs allow (default: order)',
      ).choices([...EXPLORE_MODES]),
    )
    .option(
      '--seconds <n>',
      `time to search (default: ${SECONDS.default})`,
      integerOption('--seconds', 1, SECONDS.max),
    )
    .option(
      '--same-clock',
      'events that meet at one unit, such as two exits, may also come in the same cycle',
    )
    .option('--histories', 'judge every history of each state, not just one; takes several times as long')
    .option(
      '--states <n>',
      'states to keep in memory; the search ends as bounded when they are used up (default: 1000000)',
      integerOption('--states', 1, STATES_MAX),
    )
    .option('--resume <file>', 'keep the search in this file, and go on from what it holds')
    .addOption(
      new Option('--require <what>', 'exit with 3 unless the search ends as complete').choices(['complete']),
    )
    .option('--json', 'print one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action(async (what: string, values: ExploreValues) =>
      finish(await (what === PROOFS ? runProofs(values) : run(what, values))),
    );
}

/** Options that say something of all scenes of the list; what else there is belongs to one scene. */
const PROOF_OPTIONS: readonly (keyof ExploreValues)[] = ['seconds', 'histories', 'require', 'json'];

/** Searches each scene of the list, and keeps what that shows where all were searched. */
async function runProofs(values: ExploreValues): Promise<ExitCode> {
  const { seconds = SECONDS.default, histories = false, require, json } = values;
  const ignored = (Object.keys(values) as (keyof ExploreValues)[]).find(
    (option) => !PROOF_OPTIONS.includes(option),
  );
  if (ignored !== undefined)
    throw new UsageError(
      `Cannot use --${ignored === 'sameClock' ? 'same-clock' : ignored} with ${PROOFS}: each of its scenes has its own`,
    );
  const { signal, stop } = watchInterrupts();
  const proofs: Proof[] = [];
  for (const scene of PROOF_SCENES) {
    if (signal.aborted) break;
    const options = { ms: seconds * MS_PER_SECOND, histories, signal };
    const explored = await exploreInTurns(scenarioOfScene(scene), options);
    proofs.push(proofOf(scene, explored));
    if (json !== true) printResult(proofLines(proofs.slice(-1)).join('\n'));
  }
  stop();
  if (json === true) printJson({ proofs });
  if (signal.aborted) return EXIT.INTERRUPTED;
  writeProofs(proofs);
  if (proofs.some(({ findings }) => findings.length > 0)) return EXIT.FAILED;
  return require !== undefined && proofs.some(({ complete }) => !complete) ? EXIT.GATE : EXIT.OK;
}

async function run(what: string, values: ExploreValues): Promise<ExitCode> {
  // Times within the ranges decide which events come in one cycle.
  const sameClock = values.mode === 'interval' ? false : values.sameClock;
  const { scene, replaced } = replacedScene(what, readOverrides(values), {
    ...values,
    ...(sameClock === undefined ? {} : { sameClock }),
  });
  if (replaced !== undefined) printNote(replaced);
  const { histories = false, states, resume, mode = 'order' } = values;
  if (mode === 'interval' && resume !== undefined)
    throw new UsageError('Invalid --resume: only a search of every order goes on; leave out --mode interval');
  if (mode === 'interval' && values.sameClock === true)
    throw new UsageError(
      'Invalid --same-clock: only a search of every order has it; leave out --mode interval',
    );
  for (const hint of hints(scene, mode, values)) printNote(hint);
  const journal = resume === undefined ? undefined : SearchJournal.open(resume, scene, histories);
  // A kill leaves no time to say how to go on.
  if (journal !== undefined) printNote(toGoOn(what, values));
  const interrupts = watchInterrupts(
    'Interrupted: reporting what was found; interrupt again to exit at once',
  );
  const explored = await exploreInTurns(scene, {
    ms: (values.seconds ?? SECONDS.default) * MS_PER_SECOND,
    ...{ histories, mode, randomOrders: mode === 'order' ? RANDOM_ORDERS : 0 },
    ...(states === undefined ? {} : { statesMax: states }),
    ...(journal === undefined ? {} : { journal }),
    signal: interrupts.signal,
    onProgress: ({ runs, states, failures, seconds }) => {
      if (isLively(process.stderr))
        printNote(
          `  ${counted(runs, 'run')}, ${counted(states, 'state')}, ${counted(failures, 'finding')}, ${numberText(Math.round(seconds))} s`,
        );
    },
  });
  const told: ToldFinding[] = [];
  for (const finding of explored.findings) {
    const bounds = { ms: (values.seconds ?? SECONDS.default) * MS_PER_SECOND, signal: interrupts.signal };
    told.push(tellOf(finding, await decidedWithinRanges(finding, bounds, withinRanges(finding))));
  }
  interrupts.stop();
  const command = lineToPaste('explore', ...wordsOf(what, values));
  if (values.json === true) printJson(exploreDocument(scene, explored, told, command));
  else printResult(exploreText(scene, explored, told, helpWidth(process.stdout), command));
  const isMissing = values.require === 'complete' && !explored.complete;
  if (isMissing) printNote(`Missed --require complete: ${explored.bounded.join('; ')}`);
  if (!explored.exhausted && mode === 'order') printNote(toGoOn(what, values));
  return isMissing && explored.findings.length === 0 && !interrupts.signal.aborted
    ? EXIT.GATE
    : exitOf(explored, interrupts.signal);
}

/** What is known before a search of what it cannot find or say. */
function hints(scene: Scenario, mode: ExploreMode, values: ExploreValues): readonly string[] {
  const together = scene.faults.filter(needsSameClock);
  const open = mode === 'order' ? notCovered(scene, new Set()) : [];
  return [
    ...(together.length > 0 && !hasSameClock(scene)
      ? [
          `Note: ${together.join(', ')} needs events in one cycle, which this search does not have; ${mode === 'order' ? 'add --same-clock' : 'leave out --mode interval and add --same-clock'}`,
        ]
      : []),
    ...(values.require === 'complete' && open.length > 0
      ? [`Note: --require complete cannot be met: ${open.join('; ')}`]
      : []),
  ];
}

/** How a search that did not end is taken up again: the line to paste. */
function toGoOn(what: string, values: ExploreValues): string {
  const resume = values.resume ?? 'search.log';
  const line = lineToPaste('explore', ...wordsOf(what, { ...values, resume }));
  return values.resume === undefined
    ? `To keep a search, and go on later:\n${line}`
    : `To go on after an interrupt or a limit:\n${line}`;
}

/** The words of a command line that searches the same. */
function wordsOf(what: string, values: ExploreValues): readonly string[] {
  const {
    chip,
    waves,
    pixels,
    fault,
    set = [],
    seconds,
    sameClock,
    histories,
    states,
    mode,
    resume,
  } = values;
  return [
    shellWord(what),
    ...(chip === undefined ? [] : [`--chip ${chip.join()}`]),
    ...(waves === undefined ? [] : [`--waves ${waves}`]),
    ...(pixels === undefined ? [] : [`--pixels ${pixels}`]),
    ...(fault === undefined ? [] : [`--fault ${fault.join()}`]),
    ...set.map((setting) => `--set ${shellWord(setting)}`),
    ...(mode === undefined ? [] : [`--mode ${mode}`]),
    ...(sameClock === true ? ['--same-clock'] : []),
    ...(histories === true ? ['--histories'] : []),
    ...(states === undefined ? [] : [`--states ${states}`]),
    ...(seconds === undefined ? [] : [`--seconds ${seconds}`]),
    ...(values.require === undefined ? [] : [`--require ${values.require}`]),
    ...(resume === undefined ? [] : [`--resume ${shellWord(resume)}`]),
  ];
}

/** Writes the scene of a finding with its order and, where it can happen within the ranges of the knobs, with times. */
function tellOf(finding: ExploreFinding, within: WithinRanges): ToldFinding {
  const name = freeName();
  const told = { finding, within, repro: store(finding.scenario, `${name}.json`) };
  return within.can === 'yes' ? { ...told, timedRepro: store(within.scenario, `${name}-timed.json`) } : told;
}

/** The first name whose files do not exist: no finding of another search is overwritten. */
function freeName(): string {
  for (let number = 1; ; number++) {
    const name = `explored-${number}`;
    if (![`${name}.json`, `${name}-timed.json`].some((file) => existsSync(file))) return name;
  }
}

/** Writes a scenario into the current directory; returns the line that replays it. */
function store(scenario: Scenario, name: string): string {
  const file = join('.', name);
  writeWhole(file, scenarioToJson(scenario));
  return lineToPaste('replay', shellWord(file));
}

function exitOf({ findings }: Explored, { aborted }: AbortSignal): ExitCode {
  if (aborted) return EXIT.INTERRUPTED;
  return findings.length === 0 ? EXIT.OK : EXIT.FAILED;
}
