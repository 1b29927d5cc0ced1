import { spawnSync } from 'node:child_process';
import type { ShaderDriver } from './shader-tools.js';

export interface ToolResult {
  readonly ok: boolean;
  /** The tool's stdout, followed by its stderr. */
  readonly out: string;
  /** Why the tool exited: an exit code, a signal or a limit. */
  readonly exitReason: string;
}

const MAX_SECONDS = 60;
const MAX_OUTPUT_BYTES = 2 ** 24;

/** A shell command that runs a tool with at most 4 GiB of memory and no core dump. */
const LIMITED_COMMAND = 'ulimit -v 4194304; ulimit -c 0; exec "$0" "$@"';

interface ToolOptions {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly driver: ShaderDriver | undefined;
  /** The working folder; this process's by default. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly maxSeconds?: number;
}

/** Runs a tool to completion, with only PATH from the user's environment and with limits on time, memory and output. */
export function runTool(options: ToolOptions): ToolResult {
  const libraries = options.driver?.libraries ?? [];
  const { status, signal, stdout, stderr, error } = spawnSync(
    '/bin/sh',
    ['-c', LIMITED_COMMAND, options.command, ...options.arguments],
    {
      encoding: 'utf8',
      timeout: 1000 * (options.maxSeconds ?? MAX_SECONDS),
      maxBuffer: MAX_OUTPUT_BYTES,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.folder === undefined ? {} : { cwd: options.folder }),
      env: {
        PATH: process.env.PATH,
        ...(libraries.length === 0 ? {} : { LD_LIBRARY_PATH: libraries.join(':') }),
        ...options.environment,
      },
    },
  );
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return {
    ok: status === 0 && error === undefined,
    out: `${stdout ?? ''}${stderr ?? ''}`,
    exitReason: describeExit(code, status, signal),
  };
}

function describeExit(code: string | undefined, status: number | null, signal: string | null): string {
  if (code === 'ETIMEDOUT') return 'it took too long';
  if (code === 'ENOBUFS') return 'it printed too much';
  if (code !== undefined) return code;
  return signal === null ? `exit code ${status}` : `it crashed (${signal})`;
}
