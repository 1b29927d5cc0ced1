import type { Command } from 'commander';
import {
  DEFAULT_LIMITS,
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
import { UsageError } from '../transactions/index.js';
import type { Finish } from './command-module.js';
import { EXIT, type ExitCode } from './exit-code.js';
import {
  durationOption,
  integerOption,
  listOption,
  type OverrideTexts,
  readOverrides,
  readRule,
  repeatedOption,
  SUITE_FILE,
} from './option-values.js';
import { pictureStyle } from './picture-style.js';
import { printJson, printNote, printResult } from './terminal.js';
import { TRACE_FILE, TraceLines } from './trace-file.js';
import { tryTest } from './tried-test.js';

const EXAMPLES = `
Examples:
  pops-tb replay out/RUN/failures/BUCKET/TEST               a stored failure
  pops-tb replay 'out/RUN#rmw_buffer.17'                     any test of a run
  pops-tb replay 'smoke:rmw_buffer@0x1f' --fault F46         a test by its own seed, with a fault
  pops-tb replay scenario.json --trace jsonl --waves 3,4     write what two waves did
  pops-tb replay scenario.json --trace jsonl --until 5000    up to a cycle, or with --break-on ORD-01 to a violation
  pops-tb replay 'smoke:rmw_buffer@0x1f' --chip navi31 --set storeLatency=300..2000 --strategy pct:3
                                                             other hardware, a knob and other choices
  pops-tb replay 'out/RUN#rmw_buffer.17' --test-time 10m --json
  pops-tb replay 'out/RUN#my_test.17' --suite-file my-suite.ts
                                                             a test of a suite of your own, whose file is named again
`;

/** A replay runs the test, and then what it recorded. */
const RUNS_OF_REPLAY = 2;

const ABSENT_TRACES: readonly string[] = ['vcd', 'perfetto', 'html', 'wavejson'];

interface ReplayValues extends OverrideTexts {
  readonly trace?: readonly string[];
  readonly strategy?: string;
  readonly breakOn?: string;
  readonly until?: number;
  readonly waves?: readonly string[];
  readonly testTime?: number;
  readonly suiteFile?: string;
  readonly json?: boolean;
}

/** Adds arguments and options of `replay`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument('<what>', 'failure directory, scenario file, RUN_DIR#TEST_ID or SUITE:TEST@0xSEED[~HASH]')
    .option('--fault <ids>', 'inject faults', listOption('--fault'))
    .option('--chip <names>', 'generate for one of these chips', listOption('--chip'))
    .option('--set <knob=value>', 'fix a knob; may be given often', repeatedOption)
    .option(
      '--trace <kinds>',
      `write transactions: jsonl (${TRACE_FILE} beside the scenario or here)`,
      listOption('--trace'),
    )
    .option('--strategy <strategy>', 'other choices: random[:0xSEED] or pct:DEPTH[:0xSEED]')
    .option('--break-on <rule>', "end the trace at this rule's first violation")
    .option('--until <cycle>', 'stop after this cycle', integerOption('--until', 1, Number.MAX_SAFE_INTEGER))
    .option('--waves <numbers>', 'waves of the trace, with commas between them', listOption('--waves'))
    .option('--test-time <duration>', 'what the test may take (default: 120s)', durationOption('--test-time'))
    .option(...SUITE_FILE)
    .option('--json', 'print one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action(async (what: string, options: ReplayValues) => finish(await replay(what, options)));
}

async function replay(what: string, values: ReplayValues): Promise<ExitCode> {
  const traced = checkTraces(values.trace ?? []);
  const breakOn = values.breakOn === undefined ? undefined : readRule(values.breakOn);
  const waves = values.waves?.map(integerOption('--waves', 0, Number.MAX_SAFE_INTEGER));
  if (!traced) refuseTraceOptions(values);
  const limitMs = values.testTime ?? DEFAULT_LIMITS.ms;
  await openSuiteOfReplay(what, values.suiteFile);
  const drawn = tryTest(limitMs, () => resolveReplay(what, readOverrides(values), openCorpus()));
  if (!('value' in drawn)) return tellError(drawn, values);
  const source = withChoices(drawn.value, values.strategy);
  const { scenario } = source;
  const trace = new TraceLines();
  const options: ReplayOptions = {
    ...(values.until === undefined ? {} : { until: values.until }),
    ...(breakOn === undefined ? {} : { breakOn }),
    ...(waves === undefined ? {} : { waves }),
    ...(traced ? { trace: trace.take } : {}),
  };
  const replayed = tryTest(RUNS_OF_REPLAY * limitMs, () => replayScenario(scenario, options));
  if (!('value' in replayed)) return tellError(replayed, values);
  const result = replayed.value;
  if (traced) {
    const missing = waves?.find((wave) => !trace.tellsOf(wave));
    if (missing !== undefined)
      throw new UsageError(
        `Unknown wave ${missing}: nothing in the trace is about it; expected numbers of waves that the replay forms, from 0 on`,
      );
    const file = trace.write(source.folder ?? '.', scenario, waves);
    printNote(`${trace.transactions} transactions in ${file}`);
  }
  if (values.json === true) printJson(document(result, source));
  else printResult(replayText(result, source.repro, pictureStyle(process.stdout)));
  return exitCode(result);
}

/** The same test under other choices, which its line then asks for. */
function withChoices(source: ReplaySource, strategy: string | undefined): ReplaySource {
  if (strategy === undefined) return source;
  const scenario = withStrategy(source.scenario, strategy);
  return { ...source, scenario, repro: `${source.repro} --strategy ${strategy}` };
}

/** The testbench itself failed in the test, which is then its result. */
function tellError(
  { signature, message }: { readonly signature: string; readonly message: string },
  { json }: ReplayValues,
): ExitCode {
  if (json === true) printJson({ verdict: 'fail', signature, violations: [], message });
  else printResult(`FAIL  ${signature}\n${message}`);
  return EXIT.FAILED;
}

function checkTraces(kinds: readonly string[]): boolean {
  const absent = kinds.find((kind) => ABSENT_TRACES.includes(kind));
  if (absent !== undefined)
    throw new UsageError(`Trace kind "${absent}" is not in this version; it has jsonl`);
  const unknown = kinds.find((kind) => kind !== 'jsonl');
  if (unknown !== undefined) throw new UsageError(`Unknown trace kind "${unknown}": expected jsonl`);
  return kinds.length > 0;
}

/** What a trace is cut down to says nothing without one. */
function refuseTraceOptions({ waves, breakOn }: ReplayValues): void {
  const given = waves !== undefined ? '--waves' : breakOn !== undefined ? '--break-on' : undefined;
  if (given !== undefined)
    throw new UsageError(
      `Missing --trace: ${given} says what the trace holds; expected --trace jsonl with it`,
    );
}

function document(
  { verdict, finding, run, repeatable, choices, scenario, cutAt }: ReplayResult,
  source: ReplaySource,
) {
  return {
    test: scenario.name,
    chip: scenario.chip,
    verdict: finding === undefined ? 'pass' : cutAt === undefined ? 'fail' : 'inconclusive',
    signature: cutAt === undefined ? (finding?.signature ?? null) : null,
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
function exitCode({ finding, cutAt }: ReplayResult): ExitCode {
  return finding === undefined || cutAt !== undefined ? EXIT.OK : EXIT.FAILED;
}
