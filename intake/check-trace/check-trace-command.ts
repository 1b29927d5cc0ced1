import { type Command, Option } from 'commander';
import type { ChipName } from '../../arch/index.js';
import {
  type CoverageData,
  createEmptyCoverage,
  mergeCoverage,
  unpackCoverage,
} from '../../coverage/index.js';
import { getPictureStyle } from '../../failures/picture/index.js';
import { quoteShellWord, today } from '../../harness/basics/index.js';
import {
  getTestLimits,
  JSON_OPTION,
  type LimitValues,
  makeListParser,
  makeTestMemoryOption,
  makeTestTimeOption,
} from '../../harness/options/index.js';
import { readChipName } from '../../harness/programs/index.js';
import { readKnownIssues } from '../../harness/records/index.js';
import { writeCoverage } from '../../harness/run-directory/index.js';
import { formatCommand } from '../../harness/selection/index.js';
import {
  EXIT,
  type ExitCode,
  type FinishCommand,
  getVerdictExitCode,
  isInteractive,
  printJson,
  printNote,
  printResult,
  RESULTS,
} from '../../harness/terminal/index.js';
import { makeColours } from '../../harness/text/index.js';
import { callWithLimits } from '../../harness/workers/index.js';
import { UsageError } from '../../transactions/index.js';
import { buildTraceDocument, countTraces, type LostTrace, parseRequiredRules } from './trace-document.js';
import type { TraceOptions, TraceVerdict } from './trace-judge.js';
import { formatTrace, formatTraceRules } from './trace-text.js';
import type { TraceRequest } from './trace-worker.js';
import { formatWaves } from './wave-text.js';

const NOTES = `
Reads JSON Lines or MessagePack, one record per transaction (docs/trace.md); "replay --trace jsonl" writes such a trace. Rules that need data missing from
the trace are listed as not checked; they change the verdict only if --require
names them. A pipe is checked as its lines arrive: definite errors are reported on stderr at once, and --test-time limits how long the
writer may stay silent.

Examples:
  pops-tb check-trace trace.jsonl --by-rule
  ./simulate | pops-tb check-trace - --stop-on-first
                                 check a simulation, and stop it at the first error
  pops-tb check-trace trace.jsonl --complete --require ORD,RACE-01
                                 fail if it is truncated, or one of these rules is never evaluated
  pops-tb check-trace trace.jsonl --coverage t.msgpack
                                 save its coverage for "coverage merge"
  pops-tb check-trace --vcd dump.vcd --map map.yaml --scenario s.json
                                 check the signals of a design that writes no trace
  pops-tb check-trace --vcd dump.fst --map map.ts --scenario s.json --write-trace t.jsonl
                                 also save the generated trace
  pops-tb check-trace --waves umr.txt shader.s
                                 say where each wave of a hang stands, and which it waits for
`;

interface CheckTraceValues extends LimitValues {
  readonly scenario?: string;
  readonly json?: boolean;
  readonly stopOnFirst?: boolean;
  readonly complete?: boolean;
  readonly require?: readonly string[];
  readonly knownIssues?: string;
  readonly coverage?: string;
  readonly byRule?: boolean;
  readonly vcd?: string;
  readonly map?: string;
  readonly writeTrace?: string;
  readonly waves?: string;
  readonly chip?: ChipName;
}

/** Adds the arguments and options for `check-trace`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .argument('[files...]', 'traces')
    .option('--vcd <file>', 'make a trace from a signal dump (VCD or FST) and check it')
    .option(
      '--map <file>',
      'signal map for --vcd (YAML or a module), which specifies the clock and the records to generate (docs/trace.md)',
    )
    .option(
      '--waves <file>',
      'explain the waves of a hang from a dump (umr -wa, RADV); FILE is their program',
    )
    .addOption(new Option('--chip <name>', 'chip of the program for --waves').argParser(readChipName))
    .option('--write-trace <file>', 'write the trace that --vcd makes, as JSON Lines')
    .option('--scenario <file>', 'scenario of the run, instead of the first record of the trace')
    .option('--stop-on-first', 'stop reading at the first definite error')
    .option(
      '--complete',
      'fail if the trace is truncated, i.e. unless all draws and waves end, the device becomes idle and memory is dumped',
    )
    .addOption(
      new Option(
        '--require <rules>',
        'fail unless these rules, and all of these classes that apply, were evaluated; comma-separated',
      ).argParser(makeListParser('--require')),
    )
    .option('--known-issues <file>', 'JSON file of accepted failures, as for "run"')
    .option('--coverage <file>', 'write the coverage of the traces to this file')
    .option('--by-rule', 'list how often each rule was evaluated and how often it fired')
    .addOption(makeTestTimeOption('a trace'))
    .addOption(makeTestMemoryOption())
    .addOption(JSON_OPTION)
    .addHelpText('after', NOTES)
    .action(async (files: string[], values: CheckTraceValues) => finish(await checkFiles(files, values)));
}

async function checkFiles(traceFiles: readonly string[], values: CheckTraceValues): Promise<ExitCode> {
  const { scenario, json, waves } = values;
  if (waves !== undefined) return explainHang(waves, traceFiles, values);
  const files = selectFiles(traceFiles, values);
  const style = getPictureStyle(RESULTS);
  const traces: TraceVerdict[] = [];
  const lost: LostTrace[] = [];
  const options = makeTraceOptions(values);
  const requests = files.map((file) => ({ file, scenario, ...options }));
  let fileIndex = 0;
  const calls = callWithLimits<TraceRequest, TraceVerdict>(
    'intake/check-trace/trace-worker.js',
    requests,
    getTestLimits(values),
    printNote,
  );
  for await (const result of calls) {
    const file = files[fileIndex++]!;
    if ('lost' in result) {
      lost.push({ file, reason: result.lost });
      printNote(`INCONCLUSIVE  ${file}: ${result.lost}`);
      continue;
    }
    traces.push(result.value);
    if (json !== true)
      printResult(formatTrace(result.value, formatCheckCommand(file, values), style, values.require));
    if (result.value.stoppedAt !== undefined) break;
  }
  if (values.coverage !== undefined) writeCoverage(values.coverage, mergeTraceCoverage(traces));
  if (values.byRule === true && json !== true) printResult(formatTraceRules(traces));
  if (json === true) printJson(buildTraceDocument(traces, lost));
  return getVerdictExitCode(countTraces(traces, lost.length), EXIT.GATE);
}

/** Explains the waves of a hang. Only what cannot be is a failure: a dump has no verdict on the rest. */
async function explainHang(
  dump: string,
  [program, ...others]: readonly string[],
  { chip, json }: CheckTraceValues,
): Promise<ExitCode> {
  if (program === undefined || others.length > 0)
    throw new UsageError(`Missing program: expected --waves ${dump} and the file of one program`);
  const { checkWaves } = await import('./check-waves.js');
  const report = checkWaves(dump, program, chip);
  if (json === true) printJson(report);
  else printResult(formatWaves(dump, report, makeColours(isInteractive(RESULTS))));
  return report.impossible.length > 0 ? EXIT.FAILED : EXIT.OK;
}

/** Returns the traces to check, or the dump to generate one from. */
function selectFiles(
  files: readonly string[],
  { vcd, map, scenario, writeTrace }: CheckTraceValues,
): readonly string[] {
  if (vcd === undefined) {
    if (map !== undefined || writeTrace !== undefined)
      throw new UsageError(
        `Missing --vcd: ${map === undefined ? '--write-trace saves the trace generated from the dump' : '--map describes how to make a trace from it'}`,
      );
    if (files.length === 0) throw new UsageError('Missing trace: expected files, or --vcd with --map');
    return files;
  }
  if (files.length > 0) throw new UsageError(`Unexpected trace ${files[0]}: --vcd names the dump to check`);
  if (map !== undefined && scenario === undefined)
    throw new UsageError(`Missing --scenario: ${vcd} does not record what ran`);
  return [vcd];
}

function makeTraceOptions({
  require = [],
  complete,
  stopOnFirst,
  knownIssues,
  coverage,
  vcd,
  map,
  writeTrace,
}: CheckTraceValues): TraceOptions {
  return {
    ...(map === undefined ? {} : { map }),
    ...(vcd === undefined ? {} : { isDump: true }),
    ...(writeTrace === undefined ? {} : { writeTo: writeTrace }),
    require: parseRequiredRules(require),
    complete: complete === true,
    stopOnFirst: stopOnFirst === true,
    cover: coverage !== undefined,
    knownIssues: knownIssues === undefined ? [] : readKnownIssues(knownIssues, today()),
  };
}

function mergeTraceCoverage(traces: readonly TraceVerdict[]): CoverageData {
  return traces
    .flatMap(({ coverage }) => (coverage === undefined ? [] : [unpackCoverage(coverage)]))
    .reduce(mergeCoverage, createEmptyCoverage());
}

/** Returns the command that checks a trace again. A pipe cannot be read again, so the line says how to keep its records. */
function formatCheckCommand(file: string, { scenario, map }: CheckTraceValues): string {
  const scenarioOption = scenario === undefined ? [] : [`--scenario ${quoteShellWord(scenario)}`];
  const dump =
    map === undefined
      ? [quoteShellWord(file)]
      : [`--vcd ${quoteShellWord(file)}`, `--map ${quoteShellWord(map)}`];
  const command = formatCommand('check-trace', ...dump, ...scenarioOption);
  return file === '-' ? `SIMULATION | tee trace.jsonl | ${command}` : command;
}
