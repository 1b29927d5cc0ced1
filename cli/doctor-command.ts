import type { Command } from 'commander';
import {
  EXIT,
  type FinishCommand,
  getTableWidth,
  printJson,
  printResult,
  RESULTS,
} from '../base/terminal/index.js';
import { fitTable } from '../base/text/index.js';
import { JSON_OPTION } from '../harness/options/index.js';
import { checkSetup, type Finding } from './doctor/check-setup.js';
import { checkLaunch } from './doctor/launch-finding.js';

const EXAMPLES = `
Checks this machine for the tools that the program and its tests use, and shows what each one is for and how to install it. The exit code
is 4 if something that every command needs is wrong, and 0 if only optional things are missing.

Examples:
  pops-tb doctor
  pops-tb doctor --json
  pops-tb doctor --driver /tmp/radv/usr/share/vulkan/icd.d/radeon_icd.json
  pops-tb doctor --launch 'srun -n1 {worker}'
`;

/** The width below which a table with four columns is hard to read. */
const NARROW_WIDTH = 80;

/** Adds the options of `doctor`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .option('--driver <file>', 'try this Vulkan driver, as "check --driver" does')
    .option('--launch <template>', 'also start one worker, as "run --launch" does')
    .addOption(JSON_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(async ({ json, launch, driver }: { json?: boolean; launch?: string; driver?: string }) => {
      const launchFindings = launch === undefined ? [] : [await checkLaunch(launch)];
      const findings = [...checkSetup(driver), ...launchFindings];
      if (json === true) printJson(findings);
      else printResult(formatFindings(findings, getTableWidth(RESULTS)));
      finish(findings.some(({ state }) => state === 'wrong') ? EXIT.INFRASTRUCTURE : EXIT.OK);
    });
}

/** Formats a table with one row per finding. On a narrow terminal, the state and the details share a column. */
function formatFindings(findings: readonly Finding[], width: number): string {
  const titles = (...names: readonly string[]) => names.map((title) => ({ title }));
  if (width < NARROW_WIDTH)
    return fitTable(
      titles('name', 'for', 'state'),
      findings.map(({ name, state, unlocks, detail }) => [name, unlocks, `${state}: ${detail}`]),
      width,
    );
  return fitTable(
    titles('name', 'state', 'for', 'details'),
    findings.map(({ name, state, unlocks, detail }) => [name, state, unlocks, detail]),
    width,
  );
}
