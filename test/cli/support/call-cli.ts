import { vi } from 'vitest';
import { runProgram } from '../../../cli/program.js';
import type { CliResult } from './run-cli.js';

/** Runs a command within the test's own process, which is quicker than `runCli`; paths are relative to the test's. */
export async function callCli(args: readonly string[]): Promise<CliResult> {
  let stdout = '';
  let stderr = '';
  const takeStdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    stdout += text;
    return true;
  });
  const takeStderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    stderr += text;
    return true;
  });
  try {
    const code = await runProgram(args);
    return { code, stdout, stderr };
  } finally {
    takeStdout.mockRestore();
    takeStderr.mockRestore();
  }
}
