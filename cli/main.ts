#!/usr/bin/env node
import { Console } from 'node:console';
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { builtFile, CODE_CACHE } from '../harness/built/index.js';
import { EXIT, type ExitCode } from '../harness/terminal/index.js';

/** Error codes for running out of memory or file descriptors. */
const SHORTAGE_CODES: readonly string[] = ['EMFILE', 'ENFILE', 'ENOMEM'];

/** The number of bytes of bytecode that a function executes before Node 20 optimises it. Node's default is 135,168. */
const BUDGET_BEFORE_OPTIMISING = 600_000;

/** How long a process may keep running after its command has finished, in milliseconds. */
const LINGER_MS = 2000;

let result: ExitCode | undefined;

// If the reader closes the pipe early, the command goes on without it, since its exit code is not known before its end.
// A full disk is a machine error, not a test failure, and ends the process.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return;
  process.stderr.write(`Cannot write the result to stdout: ${message}\n`);
  result = EXIT.INFRASTRUCTURE;
  process.exit();
});

// Code of users may exit the process or set its exit code. Neither replaces the command's result, or makes one.
process.on('exit', () => {
  process.exitCode = result ?? (process.exitCode || EXIT.INFRASTRUCTURE);
});

// A run must not stop because a note cannot be printed.
process.stderr.on('error', () => undefined);

// Output printed by a suite file's code is not part of the result.
globalThis.console = new Console(process.stderr, process.stderr);

// If the machine runs out of file descriptors or memory, promises inside Node are rejected while the program is being
// loaded.
process.on('uncaughtExceptionMonitor', ({ code = '', message }: NodeJS.ErrnoException) => {
  if (!SHORTAGE_CODES.includes(code)) return;
  process.stderr.write(`The machine ran out of memory or file descriptors: ${message}\n`);
  process.exit(EXIT.INFRASTRUCTURE);
});

speedUpStartup(module);

const { runProgram }: typeof import('./program.js') = await import(
  pathToFileURL(builtFile('cli/program.js')).href
);
// Not awaited, since Node 22 and later warn about a module that waits for a promise that never settles.
void runProgram(process.argv.slice(2)).then((code) => {
  result ??= code;
  // Handles left open by user code or a disconnected server must not keep a finished process alive.
  setTimeout(() => process.exit(), LINGER_MS).unref();
});

/**
 * Lets Node 22 and later cache compiled code next to the bundles, including in workers. If the folder is not
 * writable, Node compiles the code every time. Node 20 has no such cache; by default, it optimises functions so
 * early that this takes up a third of a short command's processor time.
 */
function speedUpStartup(
  node: typeof module & { readonly enableCompileCache?: (folder: string) => unknown },
): void {
  if (node.enableCompileCache === undefined)
    setFlagsFromString(`--interrupt-budget=${BUDGET_BEFORE_OPTIMISING}`);
  else if (process.env.NODE_COMPILE_CACHE === undefined) {
    node.enableCompileCache(CODE_CACHE);
    process.env.NODE_COMPILE_CACHE = CODE_CACHE;
  }
}
