import type { Command } from 'commander';
import {
  errorFinding,
  openCorpus,
  openSuiteOfReplay,
  type ReplayOptions,
  type ReplayResult,
  type ReplaySource,
  replayScenario,
  resolveReplay,
  withStrategy,
} from '../regression/index.js';
import { replayText } from '../report/index.js';
import { type Scenario, UsageError } from '../transactions/index.js';
import type { Finish } from './commands.js';
import { EXIT, type ExitCode } from './exit-code.js';
import {
  integerOption,
  listOption,
  type OverrideTexts,
  readOverrides,
  readRule,
  repeatedOption,
} from './option-values.js';
import { pictureStyle } from './picture-style.js';
import { printJson, printNote, printResult } from './terminal.js';
import { TRACE_FILE, TraceLines } from './trace-file.js';

const EXAMPLES = `
Examples:
  pops-tb replay out/RUN/failures/BUCKET/TEST               a stored failure
  pops-tb replay 'out/RUN#rmw_buffer.17'                     any test of a run
  pops-tb replay 'smoke:rmw_buffer@0x1f' --fault F46         a test by its own seed, with a fault
  pops-tb replay scenario.json --trace jsonl --waves 3,4     write what two waves did
`;

const ABSENT_TRACES: readonly string[] = ['vcd', 'perfetto', 'html', 'wavejson'];

interface ReplayValues extends OverrideTexts {
  readonly trace?: readonly string[];
  readonly strategy?: string;
  readonly breakOn?: string;
  readonly until?: number;
  readonly waves?: readonly string[];
  readonly json?: boolean;
}

/** Adds arguments and options of `replay`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument('<what>', 'failure directory, scenario file, RUN_DIR#TEST_ID or SUITE:TEST@0xSEED[~HASH]')
    .option('--fault <ids>', 'inject faults', listOption)
    .option('--chip <names>', 'generate for one of these chips', listOption)
    .option('--set <knob=value>', 'fix a knob; may be given often', repeatedOption)
    .option(
      '--trace <kinds>',
      `write transactions: jsonl (${TRACE_FILE} beside the scenario or here)`,
      listOption,
    )
    .option('--strategy <strategy>', 'other choices: random[:0xSEED] or pct:DEPTH[:0xSEED]')
    .option('--break-on <rule>', "end the trace at this rule's first violation")
    .option('--until <cycle>', 'stop after this cycle', integerOption('--until', 1, Number.MAX_SAFE_INTEGER))
    .option('--waves <numbers>', 'waves of the trace, with commas between them', listOption)
    .option('--json', 'print one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action(async (what: string, options: ReplayValues) => finish(await replay(what, options)));
}

async function replay(what: string, values: ReplayValues): Promise<ExitCode> {
  const traced = checkTraces(values.trace ?? []);
  const breakOn = values.breakOn === undefined ? undefined : readRule(values.breakOn);
  const waves = values.waves?.map(integerOption('--waves', 0, Number.MAX_SAFE_INTEGER));
  await openSuiteOfReplay(what);
  const source = resolveReplay(what, readOverrides(values), openCorpus());
  const scenario =
    values.strategy === undefined ? source.scenario : withStrategy(source.scenario, values.strategy);
  const trace = new TraceLines();
  const options: ReplayOptions = {
    ...(values.until === undefined ? {} : { until: values.until }),
    ...(breakOn === undefined ? {} : { breakOn }),
    ...(waves === undefined ? {} : { waves }),
    ...(traced ? { trace: trace.take } : {}),
  };
  const result = replayOrExplain(scenario, options);
  if (result === undefined) return EXIT.FAILED;
  if (traced) {
    const file = trace.write(source.folder ?? '.', scenario);
    printNote(`${trace.transactions} transactions in ${file}`);
  }
  if (values.json === true) printJson(document(result, source));
  else printResult(replayText(result, source.repro, pictureStyle(process.stdout)));
  return exitCode(result, values.until);
}

/** The replay, or undefined when the testbench itself fails in it; its error is then the result. */
function replayOrExplain(scenario: Scenario, options: ReplayOptions): ReplayResult | undefined {
  try {
    return replayScenario(scenario, options);
  } catch (error) {
    const { stack, message } = error as Error;
    printResult(`FAIL  ${errorFinding(error).signature}\n${stack ?? message}`);
    return undefined;
  }
}

function checkTraces(kinds: readonly string[]): boolean {
  const absent = kinds.find((kind) => ABSENT_TRACES.includes(kind));
  if (absent !== undefined)
    throw new UsageError(`Trace kind "${absent}" is not in this version; it has jsonl`);
  const unknown = kinds.find((kind) => kind !== 'jsonl');
  if (unknown !== undefined) throw new UsageError(`Unknown trace kind "${unknown}": expected jsonl`);
  return kinds.length > 0;
}

function document(
  { verdict, finding, run, repeatable, choices, scenario }: ReplayResult,
  source: ReplaySource,
) {
  return {
    test: scenario.name,
    chip: scenario.chip,
    verdict: finding === undefined ? 'pass' : 'fail',
    signature: finding?.signature ?? null,
    violations: verdict.violations,
    armed: verdict.armed,
    unchecked: verdict.unchecked,
    inconclusive: verdict.inconclusive,
    waves: run.waves,
    instructions: run.instructions,
    cycles: run.cycles,
    choices,
    repeatable,
    repro: source.repro,
  };
}

/** A run that `--until` cut short is no failure unless a violation came before. */
function exitCode({ finding }: ReplayResult, until: number | undefined): ExitCode {
  if (finding === undefined) return EXIT.OK;
  return finding.outcome === 'inconclusive' && until !== undefined ? EXIT.OK : EXIT.FAILED;
}
