import { join } from 'node:path';
import type { Command } from 'commander';
import {
  exportScenario,
  openCorpus,
  openSuiteOfReplay,
  resolveReplay,
  writeWhole,
} from '../regression/index.js';
import { UsageError } from '../transactions/index.js';
import type { Finish } from './command-module.js';
import { EXIT } from './exit-code.js';
import {
  globsOption,
  integerOption,
  listOption,
  type OverrideTexts,
  readOverrides,
  repeatedOption,
  SUITE_FILE,
} from './option-values.js';
import { plannedScenarios } from './planned-scenarios.js';
import { printJson, printNote } from './terminal.js';

const NOTES = `
Prints a test as plain JSON for another testbench: chip, programs as machine
words, registers, primitives, memory, and the expected result: final memory,
and the ordered accesses in sequential order. docs/scenario.schema.json
describes it; "check-trace --scenario" takes the same file.

Examples:
  pops-tb scenario rmw_buffer@0x1 > s.json
  pops-tb scenario 'smoke:rmw_buffer@0x1' --chip navi21 --set waveSlots=16
  pops-tb scenario 'out/RUN#my_test.17' --suite-file my-suite.ts
  pops-tb scenario --suite smoke --seed 0x1 --test 'rmw*' --count 50 --out folder
                                 the first tests of a suite, a file each
`;

/** Suite of a test that is named without one. */
const DEFAULT_SUITE = 'smoke';
/** Tests of a suite that are written unless the user says how many. */
const DEFAULT_COUNT = 100;
/** Most tests to try for each that is written: a suite may have few without an intended violation. */
const TRIES = 20;

interface ScenarioValues extends OverrideTexts {
  readonly suite?: string;
  readonly seed?: string;
  readonly count?: number;
  readonly test?: string;
  readonly out?: string;
  readonly suiteFile?: string;
}

/** Adds arguments and options of `scenario`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument('[what]', 'TEST@0xSEED, SUITE:TEST@0xSEED, scenario file, or RUN_DIR#TEST_ID')
    .option('--suite <name>', 'write tests of this suite instead, a file each')
    .option('--seed <seed>', "with --suite: root seed (default: the suite's)")
    .option(
      '--count <n>',
      `with --suite: number of tests (default: ${DEFAULT_COUNT})`,
      integerOption('--count', 1, 1_000_000),
    )
    .option('--test <globs>', 'with --suite: only tests whose name matches', globsOption)
    .option('--out <dir>', 'with --suite: folder to write the files to')
    .option('--chip <names>', 'generate for one of these chips', listOption('--chip'))
    .option('--set <knob=value>', 'fix a knob; may be repeated', repeatedOption)
    .option(...SUITE_FILE)
    .addHelpText('after', NOTES)
    .action(async (what: string | undefined, values: ScenarioValues) => {
      if (values.suite !== undefined) await writeSuite(what, values.suite, values);
      else await printOne(what, values);
      finish(EXIT.OK);
    });
}

async function printOne(what: string | undefined, values: ScenarioValues): Promise<void> {
  if (what === undefined)
    throw new UsageError('Missing test: name one, as TEST@0xSEED, or a suite by --suite');
  const name = /^[\w-]+@0x/.test(what) ? `${DEFAULT_SUITE}:${what}` : what;
  await openSuiteOfReplay(name, values.suiteFile);
  printJson(exportScenario(resolveReplay(name, readOverrides(values), openCorpus())));
}

async function writeSuite(what: string | undefined, name: string, values: ScenarioValues): Promise<void> {
  const { out, count = DEFAULT_COUNT } = values;
  if (what !== undefined) throw new UsageError(`Cannot use --suite with "${what}": give one of them`);
  if (out === undefined) throw new UsageError('Missing --out: name the folder for the files of the suite');
  let written = 0;
  let tried = 0;
  for await (const { id, scenario, repro } of plannedScenarios(
    { ...values, suite: name },
    readOverrides(values),
  )) {
    try {
      writeWhole(join(out, `${id}.json`), JSON.stringify(exportScenario({ scenario, repro })));
      written++;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      printNote(error.message);
    }
    if (written === count || ++tried === TRIES * count) return;
  }
}
