import type { Command } from 'commander';
import type { ChoicesByRule, ReplayResult } from '../../harness/one-test/index.js';
import {
  FAULTS_OPTION,
  getTestLimits,
  JSON_OPTION,
  KNOBS_OPTION,
  type LimitValues,
  makeListParser,
  makeTestMemoryOption,
  makeTestTimeOption,
  type OverrideStrings,
  readRule,
  readStoredOverrides,
  SUITE_FILE_OPTION,
  TEST_CHIP_OPTION,
} from '../../harness/options/index.js';
import {
  EXIT,
  type ExitCode,
  type FinishCommand,
  getVerdictExitCode,
  type JudgedCounts,
  makeIntegerOption,
  printJson,
  printNote,
  printResult,
  RESULTS,
} from '../../harness/terminal/index.js';
import { formatQuantity } from '../../harness/text/index.js';
import { callWithLimits } from '../../harness/workers/index.js';
import { UsageError } from '../../transactions/index.js';
import { getPictureStyle } from '../picture/violation-picture.js';
import { countReplay, formatChoice, formatReplay, getReplayVerdict } from '../text/replay-text.js';
import type { Window } from '../waves/vcd.js';
import { saveExplanation } from '../why/why-text.js';
import type { ReplayOutcome, ReplayRequest } from './replay.js';
import { parseWindow, readTraceKinds, TRACE_KINDS, type TraceKind } from './trace-options.js';

const EXAMPLES = `
Examples:
  pops-tb replay out/RUN/failures/BUCKET/TEST               a stored failure
  pops-tb replay 'out/RUN#rmw_buffer.17'                     any test of a run
  pops-tb replay 'smoke:rmw_buffer@0x1f' --fault F46         a test by its test seed, with a fault
  pops-tb replay scenario.json --trace jsonl --waves 3,4     write the trace of two waves
  pops-tb replay scenario.json --trace vcd --window 400..900
                                                             these cycles, for GTKWave and Surfer
  pops-tb replay scenario.json --trace jsonl --until 5000    stop at a cycle; --break-on ORD-01 stops at a violation
  pops-tb replay 'smoke:rmw_buffer@0x1f' --chip navi31 --set storeLatency=300..2000 --strategy pct:3
                                                             another chip, a fixed knob and another schedule
  pops-tb replay out/RUN/failures/BUCKET/TEST --unknowns     which unknown hardware behaviour it depends on
  pops-tb replay out/RUN/failures/BUCKET/TEST --why          when the failure became inevitable, and why
  pops-tb replay rmw_buffer@0x1 --chip navi21 --export > s.json
                                                             the test for another testbench, in the format that "check-trace --scenario" reads
  pops-tb replay 'out/RUN#rmw_buffer.17' --test-time 10m --test-memory 4096 --json
  pops-tb replay 'out/RUN#my_test.17' --suite-file my-suite.ts
                                                             a test from your own suite; pass the suite file again
`;

interface ReplayValues extends OverrideStrings, LimitValues {
  readonly trace?: readonly string[];
  readonly strategy?: string;
  readonly breakOn?: string;
  readonly until?: number;
  readonly waves?: readonly string[];
  readonly window?: Window;
  readonly suiteFile?: string;
  readonly unknowns?: boolean;
  readonly why?: boolean;
  readonly export?: boolean;
  readonly json?: boolean;
}

/** Adds the arguments and options of `replay`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .argument('<what>', 'failure directory, scenario file, RUN_DIR#TEST_ID or SUITE:TEST@0xSEED[~HASH]')
    .addOption(FAULTS_OPTION)
    .addOption(TEST_CHIP_OPTION)
    .addOption(KNOBS_OPTION)
    .option(
      '--trace <kinds>',
      `write the trace in one or more formats (${TRACE_KINDS.join(', ')}; comma-separated) to trace.KIND next to a stored scenario or in the current folder, numbered if that file exists`,
      makeListParser('--trace'),
    )
    .option('--strategy <strategy>', 'use another schedule: random[:0xSEED] or pct:DEPTH[:0xSEED]')
    .option('--break-on <rule>', 'end the trace at the first violation of this rule')
    .option(
      '--until <cycle>',
      'stop after this cycle',
      makeIntegerOption('--until', { min: 1, max: Number.MAX_SAFE_INTEGER }),
    )
    .option('--waves <numbers>', 'trace only these waves, comma-separated', makeListParser('--waves'))
    .option('--window <first..last>', 'trace only these cycles', parseWindow)
    .option('--why', 'report which hardware choices made the test fail; runs the test several hundred times')
    .option(
      '--unknowns',
      'report which errors depend on unknown hardware behaviour; runs the test many times',
    )
    .option(
      '--export',
      'instead of replaying, print the test as JSON for another testbench, with its expected result (docs/scenario.schema.json)',
    )
    .addOption(makeTestTimeOption('the test'))
    .addOption(makeTestMemoryOption())
    .addOption(SUITE_FILE_OPTION)
    .addOption(JSON_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(async (what: string, options: ReplayValues) => finish(await replay(what, options)));
}

async function replay(what: string, values: ReplayValues): Promise<ExitCode> {
  if (values.export === true) {
    const { exportTest } = await import('../export-scenario/export-test.js');
    await exportTest(what, values);
    return EXIT.OK;
  }
  const kinds = readTraceKinds(values.trace ?? []);
  const breakOn = values.breakOn === undefined ? undefined : readRule(values.breakOn);
  const waves = values.waves?.map(makeIntegerOption('--waves', { min: 0, max: Number.MAX_SAFE_INTEGER }));
  if (kinds.length === 0) rejectTraceOptions(values);
  const request: ReplayRequest = {
    reference: what,
    suiteFile: values.suiteFile,
    overrides: readStoredOverrides(values),
    strategy: values.strategy,
    until: values.until,
    unknowns: values.unknowns === true,
    why: values.why === true,
    trace: kinds.length === 0 ? undefined : { breakOn, waves, lastCycle: values.window?.last },
  };
  let counts: JudgedCounts = { passed: 0, failed: 1 };
  const calls = callWithLimits<ReplayRequest, ReplayOutcome>(
    'failures/replay/replay-worker.js',
    [request],
    getTestLimits(values),
  );
  for await (const outcome of calls) {
    if ('lost' in outcome) printLost(what, outcome.lost, values);
    else counts = await printReplay(outcome.value, values, kinds, waves);
  }
  return getVerdictExitCode(counts, EXIT.GATE);
}

/** Reports a test that exceeded its limits as a failure, as in a run. */
function printLost(what: string, reason: string, { json }: ReplayValues): void {
  if (json === true) printJson({ verdict: 'fail', signature: reason, violations: [], message: reason });
  else printResult(`FAIL  ${what}: ${reason}`);
}

async function printReplay(
  replayed: ReplayOutcome,
  { json, window }: ReplayValues,
  kinds: readonly TraceKind[],
  waves: readonly number[] | undefined,
): Promise<JudgedCounts> {
  // The testbench itself failed, so its error is the test's result.
  if ('signature' in replayed) {
    if (json === true) printJson({ verdict: 'fail', violations: [], ...replayed });
    else printResult(`FAIL  ${replayed.signature}\n${replayed.message}`);
    return { passed: 0, failed: 1 };
  }
  const { result, repro, trace, dependsOn, folder } = replayed;
  const why = replayed.why && saveExplanation(folder, replayed.why);
  const traces: string[] = [];
  if (trace !== undefined && kinds.length > 0) {
    // Imported on demand, because it loads the instruction set.
    const { writeTraces } = await import('./write-traces.js');
    traces.push(...writeTraces({ kinds, folder, lines: trace.transactions, waves, window, repro }, result));
    printNote(`${formatQuantity(trace.transactions.length, 'transaction')} in ${traces.join(', ')}`);
  }
  if (json === true)
    printJson({
      ...makeReplayDocument(result, repro),
      ...makeChoicesDocument(dependsOn),
      ...why?.document,
      traces,
    });
  else {
    const style = getPictureStyle(RESULTS);
    printResult(
      [
        formatReplay(result, repro, style),
        ...formatChoices(dependsOn),
        ...(why === undefined ? [] : ['', why.text(style)]),
      ].join('\n'),
    );
  }
  return countReplay(result);
}

/** Rejects options that restrict a trace unless `--trace` is set. */
function rejectTraceOptions({ waves, window, breakOn }: ReplayValues): void {
  const options = { '--waves': waves, '--window': window, '--break-on': breakOn };
  const givenOption = Object.entries(options).find(([, value]) => value !== undefined)?.[0];
  if (givenOption !== undefined)
    throw new UsageError(`Missing --trace: ${givenOption} requires it; add --trace jsonl`);
}

function makeReplayDocument(result: ReplayResult, repro: string) {
  const { verdict, finding, device = [], run, repeatable, choices, scenario, stoppedAtCycle } = result;
  return {
    test: scenario.name,
    chip: scenario.chip,
    verdict: getReplayVerdict(result),
    signature: stoppedAtCycle === undefined ? (finding?.signature ?? null) : null,
    message: finding?.message,
    violations: verdict.violations,
    device,
    armed: verdict.armed,
    unchecked: verdict.unchecked,
    inconclusive: verdict.inconclusive,
    waves: run.waves,
    instructions: run.instructions,
    cycles: run.cycles,
    choices,
    repeatable,
    repro,
  };
}

function makeChoicesDocument(dependsOn: ChoicesByRule | undefined) {
  if (dependsOn === undefined) return {};
  return { dependsOn: Array.from(dependsOn, ([rule, choices]) => ({ rule, choices })) };
}

function formatChoices(dependsOn: ChoicesByRule | undefined): readonly string[] {
  if (dependsOn === undefined) return [];
  if (dependsOn.size === 0) return ['No error depends on unknown hardware behaviour'];
  return Array.from(dependsOn, ([rule, choices]) =>
    choices.map((choice) => `${rule} ${formatChoice(choice)}`),
  ).flat();
}
