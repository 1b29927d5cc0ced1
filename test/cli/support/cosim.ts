import { join } from 'node:path';
import { callCli } from './call-cli.js';
import { type CliResult, createTempFolder } from './run-cli.js';

/** A test in the output of `cosim --json`. */
interface CosimRow {
  readonly test: string;
  readonly verdict: string;
  readonly signature?: string;
  readonly observed?: string;
  readonly folder?: string;
}

/** Helpers that run `cosim` in a test file's temporary folder. */
export interface CosimBench {
  readonly folder: string;
  /** Returns a new path in the folder. */
  readonly freshPath: (name?: string) => string;
  /** Runs `cosim` with the command `dut` in place of the exit tracker, or of the unit named in `args`. */
  readonly cosim: (dut: string, ...args: string[]) => Promise<CliResult>;
}

/**
 * Creates the helpers for a test file. Call this once per file: modules are shared between files, but the folder is
 * deleted when the file that created it finishes.
 */
export function createCosimBench(): CosimBench {
  const folder = createTempFolder();
  let pathCount = 0;
  const freshPath = (name = ''): string => join(folder, `${name}${pathCount++}`);
  const cosim = (dut: string, ...args: string[]): Promise<CliResult> => {
    const unit = args.includes('--unit') ? [] : ['--unit', 'exit-tracker'];
    return callCli(['cosim', '--dut', dut, ...unit, '--out', freshPath(), '--json', ...args]);
  };
  return { folder, freshPath, cosim };
}

/** Parses the tests in the output of `cosim --json`. */
export function parseTests({ stdout }: CliResult): readonly CosimRow[] {
  return JSON.parse(stdout).tests;
}
