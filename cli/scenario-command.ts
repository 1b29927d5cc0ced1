import { join } from 'node:path';
import type { Command } from 'commander';
import { exportScenario, writeWhole } from '../regression/index.js';
import { UsageError } from '../transactions/index.js';
import type { Finish } from './command-module.js';
import { EXIT } from './exit-code.js';
import { readOverrides } from './option-values.js';
import {
  addSuiteOptions,
  DEFAULT_COUNT,
  namedScenario,
  plannedScenarios,
  type SuiteValues,
} from './planned-scenarios.js';
import { SUITE_FILE } from './shared-options.js';
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
                                 the first tests of a suite, one file per test
`;

/** Most tests to try for each that is written: a suite may have few without an intended violation. */
const TRIES = 20;

interface ScenarioValues extends SuiteValues {
  readonly out?: string;
  readonly suiteFile?: string;
}

/** Adds arguments and options of `scenario`. */
export function define(command: Command, finish: Finish): void {
  command.argument('[what]', 'TEST@0xSEED, SUITE:TEST@0xSEED, scenario file, or RUN_DIR#TEST_ID');
  addSuiteOptions(command, 'write tests of this suite instead, one file per test')
    .option('--out <dir>', 'with --suite: folder to write the files to')
    .addOption(SUITE_FILE)
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
  printJson(exportScenario(await namedScenario(what, values, values.suiteFile)));
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
