import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { runProgram } from '../../../cli/program.js';
import { openConfig } from '../../../harness/extension/loaded-config.js';
import { raiseLimits } from '../../../harness/input/limits.js';
import type { CliResult } from './run-cli.js';

/** The previous call, which owns the process's streams until it finishes. */
let previous: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in the process of the test, which is faster than `runCli`. Paths are relative to the tests' working
 * directory, and the command reads `input` from stdin. Calls run one after another.
 */
export function callCli(args: readonly string[], input = ''): Promise<CliResult> {
  const call = previous.then(() => callNow(args, input));
  previous = call.catch(() => undefined);
  return call;
}

async function callNow(args: readonly string[], input: string): Promise<CliResult> {
  let stdout = '';
  let stderr = '';
  const stdoutSpy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    stdout += text;
    return true;
  });
  const stderrSpy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    stderr += text;
    return true;
  });
  const stdinSpy = vi
    .spyOn(process, 'stdin', 'get')
    .mockReturnValue(Readable.from([Buffer.from(input)]) as typeof process.stdin);
  try {
    const code = await runProgram(args);
    return { code, stdout, stderr };
  } finally {
    stdoutSpy.mockRestore();
    stderrSpy.mockRestore();
    stdinSpy.mockRestore();
    // Other test files run in this process too, so undo the changes made by the command's options.
    await openConfig('none');
    raiseLimits(1);
  }
}
