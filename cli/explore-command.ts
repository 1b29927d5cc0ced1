import { join } from 'node:path';
import type { Command } from 'commander';
import {
  type Explored,
  type ExploreFinding,
  explore,
  lineToPaste,
  PROOF_SCENES,
  type Proof,
  proofOf,
  RANDOM_ORDERS,
  scenarioOfScene,
  sceneToExplore,
  shellWord,
  WAVES_MAX,
  writeProofs,
  writeWhole,
} from '../regression/index.js';
import { counted, exploreDocument, exploreText, proofLines } from '../report/index.js';
import { scenarioToJson } from '../transactions/index.js';
import type { Finish } from './command-module.js';
import { EXIT, type ExitCode } from './exit-code.js';
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
Takes the first draw of a test, makes it a scene of a few waves on one packer, and runs every order in which its events can come,
whatever their latencies. It ends with "complete" when each order was followed, else with "bounded" and the reason.
docs/exploring.md says what that proves, and what it does not.

Examples:
  pops-tb explore rmw_buffer --chip vega10 --waves 2      two waves on one pixel
  pops-tb explore rmw_buffer --pixels ABA --fault F45     the first and the third wave share a pixel; with a fault
  pops-tb explore scenario.json --seconds 600 --histories --json
  pops-tb explore proofs --seconds 600                    the fixed list of scenes that the testplan shows, each for up to 600 s
  pops-tb explore rmw_buffer --set idWrap=7 --set idWindow=4
                                                          ids that wrap soon
`;

/** In place of a test: the fixed list of scenes. */
const PROOFS = 'proofs';

/** Seconds that a search takes unless told otherwise, and at most. */
const SECONDS = { default: 60, max: 86_400 };
const MS_PER_SECOND = 1000;

interface ExploreValues extends OverrideTexts {
  readonly waves?: number;
  readonly pixels?: string;
  readonly seconds?: number;
  readonly histories?: boolean;
  readonly json?: boolean;
}

/** Adds arguments and options of `explore`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument(
      '<what>',
      'name of a test, scenario file, failure directory or another test that replay takes; or "proofs"',
    )
    .option('--chip <names>', 'the chip of a test that is named', listOption('--chip'))
    .option('--waves <n>', 'waves of the scene (default: 3)', integerOption('--waves', 1, WAVES_MAX))
    .option('--pixels <letters>', 'the pixel of each wave, such as ABA (default: all on one)')
    .option('--fault <ids>', 'inject these faults', listOption('--fault'))
    .option('--set <knob=value>', 'fix a knob; may be repeated', repeatedOption)
    .option(
      '--seconds <n>',
      `time to search (default: ${SECONDS.default})`,
      integerOption('--seconds', 1, SECONDS.max),
    )
    .option('--histories', 'judge every past of each state, not one; takes several times as long')
    .option('--json', 'print one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action((what: string, values: ExploreValues) =>
      finish(what === PROOFS ? runProofs(values) : run(what, values)),
    );
}

/** Searches each scene of the list, and keeps what that shows where all were searched. */
function runProofs({ seconds = SECONDS.default, histories = false, json }: ExploreValues): ExitCode {
  const { signal, stop } = watchInterrupts();
  const proofs: Proof[] = [];
  for (const scene of PROOF_SCENES) {
    if (signal.aborted) break;
    const explored = explore(scenarioOfScene(scene), { ms: seconds * MS_PER_SECOND, histories, signal });
    proofs.push(proofOf(scene, explored));
    if (json !== true) printResult(proofLines(proofs.slice(-1)).join('\n'));
  }
  stop();
  if (json === true) printJson({ proofs });
  if (signal.aborted) return EXIT.INTERRUPTED;
  writeProofs(proofs);
  return proofs.every(({ findings }) => findings.length === 0) ? EXIT.OK : EXIT.FAILED;
}

function run(what: string, values: ExploreValues): ExitCode {
  const scene = sceneToExplore(what, readOverrides(values), values);
  const interrupts = watchInterrupts(
    'Interrupted: reporting what was found; interrupt again to exit at once',
  );
  const explored = explore(scene, {
    ms: (values.seconds ?? SECONDS.default) * MS_PER_SECOND,
    histories: values.histories === true,
    randomOrders: RANDOM_ORDERS,
    signal: interrupts.signal,
    onProgress: ({ runs, states, seconds }) => {
      if (isLively(process.stderr))
        printNote(`  ${counted(runs, 'run')}, ${counted(states, 'state')}, ${seconds.toFixed(0)} s`);
    },
  });
  interrupts.stop();
  const repros = explored.findings.map((finding, index) => store(finding, index));
  if (values.json === true) printJson(exploreDocument(explored, repros));
  else printResult(exploreText(scene, explored, repros));
  return exitOf(explored, interrupts.signal);
}

/** Writes the scene of a finding with its order; returns the line that replays it. */
function store({ scenario }: ExploreFinding, index: number): string {
  const file = join('.', `explored-${index + 1}.json`);
  writeWhole(file, scenarioToJson(scenario));
  return lineToPaste('replay', shellWord(file));
}

function exitOf({ findings }: Explored, { aborted }: AbortSignal): ExitCode {
  if (aborted) return EXIT.INTERRUPTED;
  return findings.length === 0 ? EXIT.OK : EXIT.FAILED;
}
