import { join } from 'node:path';
import { callCli } from './call-cli.js';
import { type CliResult, temporaryFolder } from './run-cli.js';

/** The folder of the designs and failures of a test file. */
export const folder = temporaryFolder();
let runs = 0;

/** A name in the folder that nothing has yet. */
export function freshPath(name = ''): string {
  return join(folder, `${name}${runs++}`);
}

/** What `cosim --json` says of a test. */
interface Told {
  readonly test: string;
  readonly verdict: string;
  readonly signature?: string;
  readonly observed?: string;
  readonly folder?: string;
}

/** Runs tests with this command as the exit tracker, or as the unit that is named. */
export function cosim(dut: string, ...words: string[]): Promise<CliResult> {
  const unit = words.includes('--unit') ? [] : ['--unit', 'exit-tracker'];
  return callCli(['cosim', '--dut', dut, ...unit, '--out', freshPath(), '--json', ...words]);
}

/** The tests of a document of `cosim --json`. */
export function testsIn({ stdout }: CliResult): readonly Told[] {
  return JSON.parse(stdout).tests;
}
