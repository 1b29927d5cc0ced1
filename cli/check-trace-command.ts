import type { Command } from 'commander';
import { checkTrace, shellWord, type TraceVerdict } from '../regression/index.js';
import { colours, traceDocument, traceText } from '../report/index.js';
import type { Finish } from './command-module.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { isLively, printJson, printResult } from './terminal.js';

const NOTES = `
Takes JSON Lines or MessagePack, one record a transaction, as docs/trace.md describes; replay --trace jsonl writes them.
Rules for which a trace has no data are named, and neither pass nor fail it.

Examples:
  pops-tb check-trace trace.jsonl
  pops-tb check-trace probe.msgpack --scenario scenario.json --json
`;

interface CheckTraceValues {
  readonly scenario?: string;
  readonly json?: boolean;
}

/** Adds arguments and options of `check-trace`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument('<files...>', 'traces')
    .option('--scenario <file>', 'scenario file that says what ran, in place of the first record')
    .option('--json', 'print one JSON document on stdout')
    .addHelpText('after', NOTES)
    .action(async (files: string[], values: CheckTraceValues) => finish(await judge(files, values)));
}

async function judge(files: readonly string[], { scenario, json }: CheckTraceValues): Promise<ExitCode> {
  const colour = colours(isLively(process.stdout));
  const traces: TraceVerdict[] = [];
  for (const file of files) {
    const trace = await checkTrace(file, scenario);
    traces.push(trace);
    if (json !== true) printResult(traceText(trace, reproLine(file, scenario), colour));
  }
  const document = traceDocument(traces);
  if (json === true) printJson(document);
  return document.verdict === 'pass' ? EXIT.OK : EXIT.FAILED;
}

function reproLine(file: string, scenario: string | undefined): string {
  const option = scenario === undefined ? '' : ` --scenario ${shellWord(scenario)}`;
  return `npx --no-install pops-tb check-trace ${shellWord(file)}${option}`;
}
