import { printJson } from '../../base/terminal/index.js';
import type { OverrideStrings } from '../../harness/options/index.js';
import { UsageError } from '../../transactions/index.js';
import { resolveScenario } from '../stored/planned-scenarios.js';
import { exportScenario } from './export-scenario.js';

/** The `replay` options that can be combined with an export: options that identify the test, and general options. */
const EXPORT_OPTIONS: readonly string[] = [
  'export',
  'chip',
  'set',
  'fault',
  'suiteFile',
  'json',
  'limits',
  'config',
];

/** The values of the `replay` options that identify the test. */
interface ExportValues extends OverrideStrings {
  readonly suiteFile?: string;
}

/** Prints a test for another testbench, with its expected result, instead of replaying it. */
export async function exportTest(target: string, values: ExportValues): Promise<void> {
  const [conflict] = Object.keys(values).filter((name) => !EXPORT_OPTIONS.includes(name));
  if (conflict !== undefined) {
    const flag = conflict.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new UsageError(`Cannot use --${flag} with --export: the expected result holds for any legal run`);
  }
  printJson(exportScenario(await resolveScenario(target, values, values.suiteFile)));
}
