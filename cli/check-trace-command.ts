import type { Command } from 'commander';
import { callsLimited, lineToPaste, shellWord, type TraceVerdict } from '../regression/index.js';
import { colours, traceDocument, traceText } from '../report/index.js';
import type { Finish } from './command-module.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { type LimitValues, testLimits, testMemoryOption, testTimeOption } from './limit-options.js';
import { isLively, printJson, printNote, printResult } from './terminal.js';

const NOTES = `
Reads JSON Lines or MessagePack, one record per transaction (docs/trace.md); "replay --trace jsonl" writes such a trace.
Rules that need data the trace lacks are listed as not checked; they do not change the verdict.

Examples:
  pops-tb check-trace trace.jsonl
  pops-tb check-trace probe.msgpack --scenario scenario.json --json
  pops-tb check-trace long.jsonl --test-time 10m --test-memory 4096
`;

interface CheckTraceValues extends LimitValues {
  readonly scenario?: string;
  readonly json?: boolean;
}

/** Adds arguments and options of `check-trace`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument('<files...>', 'traces')
    .option('--scenario <file>', 'scenario of the run, instead of the first record of the trace')
    .addOption(testTimeOption('a trace'))
    .addOption(testMemoryOption())
    .option('--json', 'print one JSON document on stdout')
    .addHelpText('after', NOTES)
    .action(async (files: string[], values: CheckTraceValues) => finish(await judge(files, values)));
}

async function judge(files: readonly string[], values: CheckTraceValues): Promise<ExitCode> {
  const { scenario, json } = values;
  const colour = colours(isLively(process.stdout));
  const traces: TraceVerdict[] = [];
  const lost: { readonly file: string; readonly reason: string }[] = [];
  const requests = files.map((file) => ({ file, scenario }));
  let at = 0;
  for await (const result of callsLimited('check-trace', requests, testLimits(values))) {
    const file = files[at++]!;
    if ('lost' in result) {
      lost.push({ file, reason: result.lost });
      printNote(`INCONCLUSIVE  ${file}: ${result.lost}`);
      continue;
    }
    traces.push(result.value);
    if (json !== true) printResult(traceText(result.value, reproLine(file, scenario), colour));
  }
  const document = traceDocument(traces);
  if (json === true)
    printJson(lost.length === 0 ? document : { ...document, verdict: verdictWith(document.verdict), lost });
  return document.verdict === 'pass' && lost.length === 0 ? EXIT.OK : EXIT.FAILED;
}

function reproLine(file: string, scenario: string | undefined): string {
  const option = scenario === undefined ? [] : [`--scenario ${shellWord(scenario)}`];
  return lineToPaste('check-trace', shellWord(file), ...option);
}

/** The verdict of several traces, one of which could not be judged to its end. */
function verdictWith(others: TraceVerdict['verdict']): TraceVerdict['verdict'] {
  return others === 'pass' ? 'inconclusive' : others;
}
