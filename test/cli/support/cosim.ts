import { join } from 'node:path';
import { callCli } from './call-cli.js';
import { type CliResult, temporaryFolder } from './run-cli.js';

/** A test in `cosim --json`. */
interface CosimRow {
  readonly test: string;
  readonly verdict: string;
  readonly signature?: string;
  readonly observed?: string;
  readonly folder?: string;
}

/** A temporary folder for one test file, and a `cosim` runner that writes into it. */
export interface CosimBench {
  readonly folder: string;
  /** An unused path in the folder. */
  readonly freshPath: (name?: string) => string;
  /** Runs tests with this command as the exit tracker or the named unit. */
  readonly cosim: (dut: string, ...words: string[]) => Promise<CliResult>;
}

/** Call once per test file: modules are shared between files, but the folder is deleted with the file that created it. */
export function cosimBench(): CosimBench {
  const folder = temporaryFolder();
  let paths = 0;
  const freshPath = (name = ''): string => join(folder, `${name}${paths++}`);
  const cosim = (dut: string, ...words: string[]): Promise<CliResult> => {
    const unit = words.includes('--unit') ? [] : ['--unit', 'exit-tracker'];
    return callCli(['cosim', '--dut', dut, ...unit, '--out', freshPath(), '--json', ...words]);
  };
  return { folder, freshPath, cosim };
}

/** The tests in a `cosim --json` document. */
export function testsIn({ stdout }: CliResult): readonly CosimRow[] {
  return JSON.parse(stdout).tests;
}
