import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { readSeed } from '../../harness/basics/index.js';
import { JSON_OPTION, readOverrides, WORKERS_OPTION } from '../../harness/options/index.js';
import {
  EXIT,
  type ExitCode,
  type FinishCommand,
  getVerdictExitCode,
  isInteractive,
  makeIntegerOption,
  printJson,
  printNote,
  printResult,
  RESULTS,
  watchInterrupts,
} from '../../harness/terminal/index.js';
import { type Colours, formatQuantity, makeColours } from '../../harness/text/index.js';
import { formatSeed, PROJECT_FAULTS } from '../../transactions/index.js';
import {
  getKillMatrixPath,
  type KillingPower,
  measureKillingPower,
  qualify,
  readKillMatrix,
  updateKillMatrix,
} from './qualify.js';
import type { FaultVerdict } from './qualify-fault.js';

/**
 * Builds the output of `qualify --json` from a qualification and the killing power of its kill matrix. `onlyKiller` lists
 * the faults that no other rule kills, keyed by the rule that does.
 */
function buildQualifyDocument(faults: readonly FaultVerdict[], power: KillingPower) {
  return {
    faults: faults.map((fault) => ({ ...fault, seconds: Number(fault.seconds.toFixed(3)) })),
    killed: faults.filter(({ killed }) => killed).length,
    total: faults.length,
    testsToKill: { median: power.medianTests, worst: power.maxTests },
    onlyKiller: Object.fromEntries(power.soleKillers),
    silentRules: power.silent,
  };
}

type QualifyDocument = ReturnType<typeof buildQualifyDocument>;

/** Describes the verdict on one fault, with the command that replays its killer, if any. */
function formatFaultVerdict(verdict: FaultVerdict, colour: Colours): string {
  const { id, title, killed, rule = '-', ofClass: inExpectedClass, tests, waves, repro } = verdict;
  const status = killed ? colour.green('killed  ') : colour.red('SURVIVED');
  const classNote = killed && !inExpectedClass ? ', by a rule outside the fault’s class' : '';
  return [
    `${status}  ${id.padEnd(4)}  ${rule.padEnd(9)}  ${formatQuantity(tests, 'test')}, ${formatQuantity(waves, 'wave')}${classNote}: ${title}`,
    ...(repro === undefined ? [] : [colour.dim(`  ${repro}`)]),
  ].join('\n');
}

/** Formats the summary: kills, tests per kill, and the rules that alone kill a fault or kill none. */
function formatQualification(document: QualifyDocument, file: string): string {
  const { killed, total, testsToKill, onlyKiller, silentRules } = document;
  const soleKillers = Object.entries(onlyKiller).map(([rule, faults]) => `${rule} (${faults.join(' ')})`);
  return [
    '',
    `killed    ${killed} of ${total} faults`,
    `matrix    ${file}; tests needed per kill: median ${testsToKill.median}, maximum ${testsToKill.worst}`,
    `sole      rules that are the only killer of a fault: ${soleKillers.join(', ') || 'none'}`,
    `silent    rules that kill no fault: ${silentRules.join(', ') || 'none'}`,
  ].join('\n');
}

const NOTES = `
Injects each fault into tests of the smoke suite until a rule of the fault's class fires, and compares the result with a fault-free
run of the same test. Faults that make the device too strong use the litmus suite, and faults that only nightly sequences can
expose use the nightly suite. Exits with 1 if a fault survives. A broken invariant of the model (DEVICE) does not count as a kill: a rule must fire.
The kill matrix has a row for each killed fault. "run soak" looks for false alarms.

Examples:
  pops-tb qualify                                   every fault
  pops-tb qualify F46 F43                           two faults
  pops-tb qualify --stored                          every fault, using stored killers (about a minute)
  pops-tb qualify --seed 0x1 --matrix other.json    other tests, and another kill matrix
  pops-tb qualify F46 --count 500 --workers 1 --json
`;

const MAX_COUNT = 1_000_000_000;
const DEFAULT_SEED = '0x5eed';

interface QualifyOptions {
  readonly seed: string;
  readonly count: number;
  readonly matrix?: string;
  readonly stored?: boolean;
  readonly workers?: number;
  readonly json?: boolean;
}

/** Adds the arguments and options for `qualify`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .argument('[faults...]', 'ids of the faults (default: all)')
    .option('--seed <seed>', 'root seed', DEFAULT_SEED)
    .option(
      '--count <n>',
      'number of tests to try before reporting a fault as a survivor',
      makeIntegerOption('--count', { min: 1, max: MAX_COUNT }),
      5000,
    )
    .option('--stored', 'run the stored killer first, and search only if it no longer kills the fault')
    .option('--matrix <file>', "kill matrix to update (default: the package's)")
    .addOption(WORKERS_OPTION)
    .addOption(JSON_OPTION)
    .addHelpText('after', NOTES)
    .action(async (faults: string[], values: QualifyOptions) => finish(await run(faults, values)));
}

async function run(ids: readonly string[], values: QualifyOptions): Promise<ExitCode> {
  const { count, matrix = getKillMatrixPath(), json } = values;
  const requestedFaults = readOverrides({ fault: ids }).faults;
  const seed = formatSeed(readSeed(values.seed));
  // Read the matrix before the long run, so an invalid one is reported early.
  const rows = readKillMatrix(matrix);
  const { signal, stop } = watchInterrupts();
  const colour = makeColours(isInteractive(RESULTS));
  const printVerdict = (verdict: FaultVerdict): void => {
    if (json !== true) printResult(formatFaultVerdict(verdict, colour));
    else printNote(`${verdict.id} ${verdict.killed ? verdict.rule : 'survived'}`);
  };
  const request = {
    faults: requestedFaults.length > 0 ? requestedFaults : PROJECT_FAULTS.map(({ id }) => id),
    seed,
    count,
    workers: values.workers ?? availableParallelism(),
    ...(values.stored === true ? { stored: rows } : {}),
  };
  const verdicts = await qualify(request, { signal, onFault: printVerdict });
  stop();
  updateKillMatrix(matrix, verdicts);
  const document = buildQualifyDocument(verdicts, measureKillingPower(readKillMatrix(matrix)));
  if (json === true) printJson(document);
  else printResult(formatQualification(document, matrix));
  return signal.aborted ? EXIT.INTERRUPTED : getExitCode(verdicts);
}

function getExitCode(verdicts: readonly FaultVerdict[]): ExitCode {
  const bugs = verdicts.flatMap(({ id, error }) => (error === undefined ? [] : [`${error} --fault ${id}`]));
  for (const bug of bugs) printNote(`Internal error, please report it: ${bug}`);
  if (bugs.length > 0) return EXIT.INFRASTRUCTURE;
  const killed = verdicts.filter((fault) => fault.ofClass).length;
  return getVerdictExitCode({ passed: killed, failed: verdicts.length - killed }, EXIT.INFRASTRUCTURE);
}
