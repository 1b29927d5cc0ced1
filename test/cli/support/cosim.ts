import { join } from 'node:path';
import { callCli } from './call-cli.js';
import { type CliResult, temporaryFolder } from './run-cli.js';

/** What `cosim --json` says of a test. */
interface Told {
  readonly test: string;
  readonly verdict: string;
  readonly signature?: string;
  readonly observed?: string;
  readonly folder?: string;
}

/** Designs and failures of one test file, each under a name of its own. */
export interface CosimBench {
  readonly folder: string;
  /** A path in the folder that nothing has yet. */
  readonly freshPath: (name?: string) => string;
  /** Runs tests with this command as the exit tracker, or as the unit that is named. */
  readonly cosim: (dut: string, ...words: string[]) => Promise<CliResult>;
}

/** Call it in the test file: test files share their modules, and the folder is gone after the tests of the file that made it. */
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

/** The tests of a document of `cosim --json`. */
export function testsIn({ stdout }: CliResult): readonly Told[] {
  return JSON.parse(stdout).tests;
}
