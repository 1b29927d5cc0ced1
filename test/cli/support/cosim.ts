import { join } from 'node:path';
import { callCli } from './call-cli.js';
import { type CliResult, temporaryFolder } from './run-cli.js';

/** A test in the output of `cosim --json`. */
interface CosimRow {
  readonly test: string;
  readonly verdict: string;
  readonly signature?: string;
  readonly observed?: string;
  readonly folder?: string;
}

/** The temporary folder of a test file, and a function that runs `cosim` and writes to the folder. */
export interface CosimBench {
  readonly folder: string;
  /** Returns a new path in the folder. */
  readonly freshPath: (name?: string) => string;
  /** Runs tests with the command `dut` replacing the exit tracker, or the unit named in `args`. */
  readonly cosim: (dut: string, ...args: string[]) => Promise<CliResult>;
}

/**
 * Creates the bench for a test file. Call this once per file: modules are shared between files, but the folder is
 * deleted when the file that created it has finished.
 */
export function createCosimBench(): CosimBench {
  const folder = temporaryFolder();
  let paths = 0;
  const freshPath = (name = ''): string => join(folder, `${name}${paths++}`);
  const cosim = (dut: string, ...args: string[]): Promise<CliResult> => {
    const unit = args.includes('--unit') ? [] : ['--unit', 'exit-tracker'];
    return callCli(['cosim', '--dut', dut, ...unit, '--out', freshPath(), '--json', ...args]);
  };
  return { folder, freshPath, cosim };
}

/** Returns the tests in the output of `cosim --json`. */
export function parseTests({ stdout }: CliResult): readonly CosimRow[] {
  return JSON.parse(stdout).tests;
}
