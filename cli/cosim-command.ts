import { join } from 'node:path';
import { type Command, Option } from 'commander';
import {
  type CosimResult,
  cosimTest,
  LiveDesign,
  lineToPaste,
  openCorpus,
  openSuiteOfReplay,
  RUNS_FOLDER,
  resolveReplay,
  shellWord,
  storeCosimFailure,
} from '../regression/index.js';
import {
  type CosimDocument,
  type CosimSummary,
  cosimDocument,
  cosimFailureText,
  cosimText,
} from '../report/index.js';
import { DESIGN_UNITS, type DesignUnit, UsageError } from '../transactions/index.js';
import type { Finish } from './command-module.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { watchInterrupts } from './interrupts.js';
import { type LimitValues, testLimits, testTimeOption } from './limit-options.js';
import {
  durationOption,
  globsOption,
  integerOption,
  listOption,
  type OverrideTexts,
  readOverrides,
  repeatedOption,
} from './option-values.js';
import { type PlannedScenario, plannedScenarios } from './planned-scenarios.js';
import { timestamp } from './run-options.js';
import { printJson, printResult } from './terminal.js';

const EXAMPLES = `
Runs tests with a design in place of one unit of the model: the testbench starts the command and speaks with it over its standard
input and output, in lock step (docs/cosim.md). A failure is stored with the answers of the design, so that "replay" shows it without
the design.

Examples:
  pops-tb cosim rmw_buffer@0x1 --dut './design' --unit exit-tracker
                                 one test; the suite is "smoke" unless it is named
  pops-tb cosim scenario.json 'smoke:rmw_image@0x7' --dut './design' --unit exit-tracker --dut-time 30s
  pops-tb cosim --suite smoke --count 100 --dut './design' --unit exit-tracker --chip navi21 --json
                                 the first tests of a suite
  pops-tb cosim --suite smoke --test 'rmw*' --count 20 --seed 0x5 --dut 'vvp design.vvp' --unit exit-tracker --out results
  pops-tb cosim or_bits@0x2 --set packers=2 --test-time 60s --dut './design' --unit exit-tracker
                                 with two packers, for a minute at most
`;

/** Suite of a test that is named without one. */
const DEFAULT_SUITE = 'smoke';
/** Tests of a suite that run unless the user says how many. */
const DEFAULT_COUNT = 100;
const DEFAULT_SILENT_MS = 10_000;
const COUNT_MAX = 1_000_000;

interface CosimValues extends OverrideTexts, LimitValues {
  readonly dut: string;
  readonly unit: DesignUnit;
  readonly dutTime?: number;
  readonly suite?: string;
  readonly seed?: string;
  readonly count?: number;
  readonly test?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** Adds arguments and options of `cosim`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument(
      '[tests...]',
      'TEST@0xSEED, SUITE:TEST@0xSEED, scenario file, failure directory or RUN_DIR#TEST_ID',
    )
    .requiredOption('--dut <command>', 'command that runs the design')
    .addOption(
      new Option('--unit <name>', 'unit of the model whose place the design takes')
        .choices(DESIGN_UNITS)
        .makeOptionMandatory(),
    )
    .option(
      '--dut-time <duration>',
      'end a design that takes longer than this to answer (default: 10s)',
      durationOption('--dut-time'),
    )
    .option('--suite <name>', 'run tests of this suite')
    .option('--seed <seed>', "with --suite: root seed (default: the suite's)")
    .option(
      '--count <n>',
      `with --suite: number of tests (default: ${DEFAULT_COUNT})`,
      integerOption('--count', 1, COUNT_MAX),
    )
    .option('--test <globs>', 'with --suite: only tests whose name matches', globsOption)
    .option('--chip <names>', 'generate tests for one of these chips', listOption('--chip'))
    .option('--set <knob=value>', 'fix a knob; may be repeated', repeatedOption)
    .option('--out <dir>', 'folder for the failures (default: a new one in out)')
    .addOption(testTimeOption('one test'))
    .option('--json', 'print one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action(async (tests: readonly string[], values: CosimValues) => finish(await cosim(tests, values)));
}

async function cosim(names: readonly string[], values: CosimValues): Promise<ExitCode> {
  if ((names.length === 0) === (values.suite === undefined))
    throw new UsageError('Missing tests: name some, as TEST@0xSEED, or a suite by --suite');
  const { dut: command, unit, dutTime: silentMs = DEFAULT_SILENT_MS } = values;
  const design = new LiveDesign({ command, unit, silentMs });
  const interrupts = watchInterrupts('Interrupted: ending the test; interrupt again to exit at once');
  const out = values.out ?? join(RUNS_FOLDER, `cosim-${timestamp(new Date())}`);
  const began = performance.now();
  const tests: CosimDocument[] = [];
  try {
    design.start();
    for await (const test of testsOf(names, values)) {
      const result = await cosimTest(test.scenario, design, testLimits(values).ms);
      const document = tell(test, result, out);
      tests.push(document);
      if (values.json !== true && document.verdict !== 'pass') printResult(cosimFailureText(document));
      if (interrupts.signal.aborted) break;
    }
  } finally {
    await design.close();
    interrupts.stop();
  }
  const seconds = (performance.now() - began) / 1000;
  const { waitedMs, exchanges } = design;
  const summary: CosimSummary = { unit, command, tests, seconds, exchanges, waitedSeconds: waitedMs / 1000 };
  if (values.json === true) printJson(cosimDocument(summary));
  else printResult(cosimText(summary));
  if (interrupts.signal.aborted) return EXIT.INTERRUPTED;
  return tests.every(({ verdict }) => verdict === 'pass') ? EXIT.OK : EXIT.FAILED;
}

async function* testsOf(names: readonly string[], values: CosimValues): AsyncGenerator<PlannedScenario> {
  const { suite, count = DEFAULT_COUNT } = values;
  const overrides = readOverrides(values);
  for (const what of names) {
    const name = /^[\w-]+@0x/.test(what) ? `${DEFAULT_SUITE}:${what}` : what;
    await openSuiteOfReplay(name, undefined);
    const { scenario, repro } = resolveReplay(name, overrides, openCorpus());
    yield { id: scenario.name, scenario, repro };
  }
  if (suite === undefined) return;
  let left = count;
  for await (const planned of plannedScenarios({ ...values, suite }, overrides)) {
    yield planned;
    if (--left === 0) return;
  }
}

/** What is said of a test; stores a failure. */
function tell(test: PlannedScenario, run: CosimResult, out: string): CosimDocument {
  const { result, finding, message } = run;
  const base = {
    test: test.id,
    chip: run.scenario.chip,
    waves: result?.run.waves ?? 0,
    cycles: result?.run.cycles ?? 0,
  };
  if (finding === undefined) return { ...base, verdict: 'pass' };
  const folder = storeCosimFailure(out, test.id, run, test.repro);
  const observed = message ?? result?.verdict.violations[0]?.observed ?? finding.message ?? '';
  const replay = lineToPaste('replay', shellWord(folder));
  return { ...base, verdict: 'fail', signature: finding.signature, observed, folder, replay };
}
