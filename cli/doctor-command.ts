import type { Command } from 'commander';
import { formatOneLine } from '../harness/basics/index.js';
import { getConfigFile, openConfig } from '../harness/extension/index.js';
import { JSON_OPTION } from '../harness/options/index.js';
import { NO_OVERRIDES } from '../harness/selection/index.js';
import {
  EXIT,
  type FinishCommand,
  getTableWidth,
  printJson,
  printNote,
  printResult,
  RESULTS,
  watchInterrupts,
} from '../harness/terminal/index.js';
import { fitTable } from '../harness/text/index.js';
import { DEFAULT_LIMITS } from '../harness/workers/index.js';
import { installDriver } from '../intake/source/index.js';
import { launchWorkers, readTemplate } from '../runs/launch/index.js';
import { checkSetup, type Finding } from './doctor/check-setup.js';

/**
 * Starts one worker from a template and runs an empty batch on it. The template is given either inline or by its name
 * in the nearest configuration. Throws `UsageError` if the template is invalid.
 */
async function checkLaunch(launch: string): Promise<Finding> {
  // The configuration is loaded only for this check, so that a broken one doesn't stop the other checks.
  await openConfig();
  const template = readTemplate(launch);
  const config = getConfigFile();
  const interrupts = watchInterrupts('Interrupted: stopping the worker; interrupt again to exit immediately');
  const runner = launchWorkers({
    template,
    workers: 1,
    limits: DEFAULT_LIMITS,
    needed: config === undefined ? {} : { config },
    signal: interrupts.signal,
    onNote: printNote,
  });
  const base = { name: 'launch', unlocks: `run --launch '${launch}'` };
  try {
    const emptyBatch = { first: 0, tests: [], overrides: NO_OVERRIDES, suite: 'smoke', coverageRun: '' };
    await runner.run(config === undefined ? emptyBatch : { ...emptyBatch, configHash: config.hash });
    return { ...base, state: 'ok', detail: 'a matching worker started and answered' };
  } catch (error) {
    return { ...base, state: 'wrong', detail: formatOneLine(error) };
  } finally {
    await runner.close();
    interrupts.stop();
  }
}

const EXAMPLES = `
Checks this machine for the tools that the program and its tests use, and shows what each one is for and how to install it. The exit code
is 4 if something that every command needs is wrong, and 0 if only optional things are missing.

Examples:
  pops-tb doctor
  pops-tb doctor --json
  pops-tb doctor --install-driver /tmp/radv
  pops-tb doctor --launch 'srun -n1 {worker}'
`;

/** The width below which a table with four columns is hard to read. */
const NARROW_WIDTH = 80;

interface DoctorOptions {
  readonly json?: boolean;
  readonly launch?: string;
  readonly driver?: string;
  readonly installDriver?: string;
}

/** Adds the options of `doctor`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .option('--driver <file>', 'try this Vulkan driver, as "check --driver" does')
    .option('--install-driver <folder>', "unpack a working Vulkan driver of Debian's there, and try it")
    .option('--launch <template>', 'also start one worker, as "run --launch" does')
    .addOption(JSON_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(async ({ json, launch, driver, installDriver: folder }: DoctorOptions) => {
      if (folder !== undefined) printNote('Downloading the driver (30 MB), unless it is there');
      const icd = folder === undefined ? driver : installDriver(folder);
      const launchFindings = launch === undefined ? [] : [await checkLaunch(launch)];
      const findings = [...checkSetup(icd), ...launchFindings];
      if (json === true) printJson(findings);
      else printResult(formatFindings(findings, getTableWidth(RESULTS)));
      if (json !== true && folder !== undefined)
        printResult(`\nFor one command: --driver '${icd}'\nFor all: export POPS_TB_RADV='${icd}'`);
      finish(findings.some(({ state }) => state === 'wrong') ? EXIT.INFRASTRUCTURE : EXIT.OK);
    });
}

/** Formats a table with one row per finding. On a narrow terminal, the state and the details share a column. */
function formatFindings(findings: readonly Finding[], width: number): string {
  const isNarrow = width < NARROW_WIDTH;
  const titles = isNarrow ? ['name', 'for', 'state'] : ['name', 'state', 'for', 'details'];
  const rows = findings.map(({ name, state, unlocks, detail }) =>
    isNarrow ? [name, unlocks, `${state}: ${detail}`] : [name, state, unlocks, detail],
  );
  return fitTable(
    titles.map((title) => ({ title })),
    rows,
    width,
  );
}
