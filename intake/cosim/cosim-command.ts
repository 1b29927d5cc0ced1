import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { formatSize } from '../../failures/shrink/index.js';
import {
  addSuiteOptions,
  DEFAULT_COUNT,
  planScenarios,
  readViolations,
  resolveScenario,
  type SuiteValues,
} from '../../failures/stored/index.js';
import {
  FAILURE_FILES,
  getFailureFolder,
  getPasteablePath,
  quoteShellWord,
} from '../../harness/basics/index.js';
import {
  getTestLimits,
  JSON_OPTION,
  type LimitValues,
  makeDurationParser,
  makeTestTimeOption,
  readOverrides,
} from '../../harness/options/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { findNamingViolation } from '../../harness/records/index.js';
import { formatCommand } from '../../harness/selection/index.js';
import {
  EXIT,
  type ExitCode,
  type FinishCommand,
  getVerdictExitCode,
  makeIntegerOption,
  printJson,
  printResult,
  watchInterrupts,
} from '../../harness/terminal/index.js';
import { createRunId } from '../../runs/command/index.js';
import { RUNS_FOLDER } from '../../runs/history/index.js';
import {
  DESIGN_UNITS,
  type DesignUnit,
  encodeScenario,
  MAX_HOLD,
  scenarioToJson,
  UsageError,
} from '../../transactions/index.js';
import {
  type CosimResult,
  type CosimTest,
  runCosimTest,
  type ShrunkCosim,
  shrinkCosim,
} from './cosim-test.js';
import {
  buildCosimDocument,
  type CosimDocument,
  type CosimSummary,
  countCosim,
  formatCosimFailure,
  formatCosimSummary,
} from './cosim-text.js';
import { LiveDesign } from './live-design.js';

/**
 * Stores a test that failed when run against a design, including the design's answers, in the same layout as a run's
 * failures. Returns the folder.
 */
function storeCosimFailure(directory: string, id: string, failed: CosimResult): string {
  const { scenario, finding, message, result } = failed;
  const { outcome, signature } = finding!;
  const folder = join(directory, getFailureFolder(signature, id));
  const violations = result?.verdict.violations ?? [];
  const document = { outcome, signature, violations, ...(message === undefined ? {} : { message }) };
  writeAtomic(join(folder, FAILURE_FILES.scenario), encodeScenario(scenario));
  writeAtomic(join(folder, FAILURE_FILES.violations), `${JSON.stringify(document, null, 2)}\n`);
  writeAtomic(join(folder, FAILURE_FILES.repro), `${formatReplayCommand(folder)}\n`);
  return folder;
}

/** Stores a shrunk test next to the failure, and describes it. */
function storeShrunkCosim(folder: string, { scenario, shrunk: size }: ShrunkCosim) {
  const file = join(folder, FAILURE_FILES.shrunk);
  writeAtomic(file, scenarioToJson(scenario));
  return { file, size, text: formatSize(size) };
}

const EXAMPLES = `
Runs tests with a design in place of one unit of the model: the testbench starts the command and communicates with it over its standard
input and output, in lock step (docs/cosim.md). A failure is stored with the design's answers, so that "replay" can show
it without the design.

Examples:
  pops-tb cosim rmw_buffer@0x1 --dut './design' --unit exit-tracker
                                 one test; SUITE is "smoke" by default
  pops-tb cosim scenario.json 'smoke:rmw_image@0x7' --dut './design' --unit exit-tracker --dut-time 30s
  pops-tb cosim --suite smoke --count 100 --dut './design' --unit exit-tracker --chip navi21 --json
                                 the first tests of a suite
  pops-tb cosim --suite smoke --test 'rmw*' --count 20 --seed 0x5 --dut 'vvp design.vvp' --unit exit-tracker --out results
  pops-tb cosim or_bits@0x2 --set packers=2 --test-time 60s --dut './design' --unit exit-tracker
                                 with two packers, for at most a minute
  pops-tb cosim --suite smoke --dut './design' --unit exit-tracker --hold 4 --shrink 20s
                                 stall outputs for up to 4 cycles, and shrink failures
  pops-tb cosim out/cosim-DATE/failures/BUCKET/TEST --dut './design +vcd=dump.vcd' --unit exit-tracker
                                 rerun a stored failure with the design; its dump marks the error
`;

const DEFAULT_MAX_SILENCE_MS = 10_000;

interface CosimValues extends SuiteValues, LimitValues {
  readonly dut: string;
  readonly unit: DesignUnit;
  readonly dutTime?: number;
  readonly hold?: number;
  readonly shrink?: number;
  readonly out?: string;
  readonly json?: boolean;
}

/** Adds the arguments and options for `cosim`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .argument(
      '[tests...]',
      'TEST@0xSEED, SUITE:TEST@0xSEED, scenario file, failure directory or RUN_DIR#TEST_ID',
    )
    .requiredOption('--dut <command>', 'command that runs the design')
    .addOption(
      new Option('--unit <name>', 'unit of the model that the design replaces')
        .choices(DESIGN_UNITS)
        .makeOptionMandatory(),
    )
    .option(
      '--dut-time <duration>',
      'kill a design that takes longer than this to answer (default: 10s)',
      makeDurationParser('--dut-time'),
    )
    .option(
      '--hold <cycles>',
      "stall the design's outputs at random, for up to this many cycles",
      makeIntegerOption('--hold', { min: 0, max: MAX_HOLD }),
    )
    .option(
      '--shrink <duration>',
      'shrink each failure for up to this long, rerunning it with the design',
      makeDurationParser('--shrink'),
    );
  addSuiteOptions(command, 'run tests from this suite')
    .option('--out <dir>', 'directory to store failures in (default: a new directory under out/)')
    .addOption(makeTestTimeOption('one test'))
    .addOption(JSON_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(async (tests: readonly string[], values: CosimValues) => finish(await cosim(tests, values)));
}

/** A test, along with the id used to rerun it. */
interface IdentifiedTest extends CosimTest {
  readonly id: string;
}

async function cosim(names: readonly string[], values: CosimValues): Promise<ExitCode> {
  if ((names.length === 0) === (values.suite === undefined))
    throw new UsageError('Invalid tests: expected tests such as TEST@0xSEED, or --suite, but not both');
  const { dut: command, unit, dutTime: maxSilenceMs = DEFAULT_MAX_SILENCE_MS } = values;
  const design = new LiveDesign({ command, unit, maxSilenceMs });
  const interrupts = watchInterrupts(
    'Interrupted: no more tests will be started; interrupt again to exit immediately',
  );
  const out = getPasteablePath(values.out ?? join(RUNS_FOLDER, createRunId('cosim', new Date())));
  const startedAt = performance.now();
  const tests: CosimDocument[] = [];
  try {
    design.start();
    for await (const test of selectTests(names, values)) {
      const document = await runAndReport(test, design, values, out, interrupts.signal);
      tests.push(document);
      if (values.json !== true && document.verdict !== 'pass') printResult(formatCosimFailure(document));
      // Signals are handled only between tests, since the host waits for the design in a system call during a test.
      await setImmediate();
      if (interrupts.signal.aborted) break;
    }
  } finally {
    await design.close();
    interrupts.stop();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const { waitedMs, exchanges } = design;
  const summary: CosimSummary = {
    unit,
    command,
    tests,
    seconds,
    exchanges,
    waitedSeconds: waitedMs / 1000,
    held: values.hold !== undefined,
    interrupted: interrupts.signal.aborted,
    untried: design.untried.lines,
  };
  if (values.json === true) printJson(buildCosimDocument(summary));
  else printResult(formatCosimSummary(summary));
  if (interrupts.signal.aborted) return EXIT.INTERRUPTED;
  return getVerdictExitCode(countCosim(summary), EXIT.USAGE);
}

async function* selectTests(names: readonly string[], values: CosimValues): AsyncGenerator<IdentifiedTest> {
  const { suite, count = DEFAULT_COUNT, hold } = values;
  const holdField = hold === undefined ? {} : { hold };
  for (const name of names) {
    const { scenario, folder } = await resolveScenario(name, values);
    // A stored failure's dump is marked at its first violation.
    const markCycle = folder === undefined ? undefined : readViolations(folder)[0]?.cycle;
    yield { id: scenario.name, scenario, ...holdField, ...(markCycle === undefined ? {} : { markCycle }) };
  }
  if (suite === undefined) return;
  let remainingTests = count;
  for await (const planned of planScenarios({ ...values, suite }, readOverrides(values))) {
    yield { ...planned, ...holdField };
    if (--remainingTests === 0) return;
  }
}

/** Runs a test and returns its result. A failure is stored, and shrunk if requested. */
async function runAndReport(
  test: IdentifiedTest,
  design: LiveDesign,
  values: CosimValues,
  out: string,
  signal: AbortSignal,
): Promise<CosimDocument> {
  const { ms } = getTestLimits(values);
  const run = await runCosimTest(test, design, ms);
  const { result, finding, message } = run;
  const base = {
    test: test.id,
    chip: run.scenario.chip,
    waves: result?.run.waves ?? 0,
    cycles: result?.run.cycles ?? 0,
    ...(result?.verdict.leftOut && { leftOut: result.verdict.leftOut }),
  };
  if (finding === undefined) return { ...base, verdict: 'pass' };
  const folder = storeCosimFailure(out, test.id, run);
  const violation = findNamingViolation(finding, result?.verdict.violations ?? []);
  const observed = message ?? violation?.observed ?? finding.message ?? '';
  const bound = message === undefined ? violation?.freedom : undefined;
  const { shrink: budgetMs } = values;
  const shrunk =
    budgetMs === undefined ? undefined : await shrinkCosim(test, run, design, { budgetMs, ms, signal });
  return {
    ...base,
    verdict: 'fail',
    signature: finding.signature,
    rule: finding.rule,
    observed,
    ...(bound !== undefined && { bound }),
    ...(run.owed !== undefined && run.owed.length > 0 && { owed: run.owed }),
    folder,
    replay: formatReplayCommand(folder),
    ...(shrunk && { shrunk: storeShrunkCosim(folder, shrunk) }),
  };
}

/** Returns the command that replays a stored failure from the design's recorded answers. */
function formatReplayCommand(folder: string): string {
  return formatCommand('replay', quoteShellWord(folder));
}
