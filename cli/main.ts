#!/usr/bin/env node
import { Console } from 'node:console';
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { EXIT, type ExitCode } from '../base/terminal/index.js';
import { builtFile, COMPILED } from '../bundle/index.js';

/** Resources that a process may exhaust. */
const SHORTAGES: readonly string[] = ['EMFILE', 'ENFILE', 'ENOMEM'];

/** How long a process may outlive its command, in milliseconds. */
const LINGER_MS = 2000;

let result: ExitCode | undefined;

// A reader that closes the pipe early has seen enough. A full disk is a machine error, not a test failure.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(result ?? EXIT.OK);
  process.stderr.write(`Cannot write the result to stdout: ${message}\n`);
  process.exit(EXIT.INFRASTRUCTURE);
});

// Failing to print notes does not end a run.
process.stderr.on('error', () => undefined);

// Output from a suite file's code is not a result.
globalThis.console = new Console(process.stderr, process.stderr);

// On a machine short of files or memory, Node's own promises fail while loading the program.
process.on('uncaughtExceptionMonitor', ({ code = '', message }: NodeJS.ErrnoException) => {
  if (!SHORTAGES.includes(code)) return;
  process.stderr.write(`The machine is out of a resource: ${message}\n`);
  process.exit(EXIT.INFRASTRUCTURE);
});

keepCompiled(module);

const { runProgram }: typeof import('./program.js') = await import(
  pathToFileURL(builtFile('cli/program.js')).href
);
// The exit code in case other code ends the process first.
process.exitCode = EXIT.INFRASTRUCTURE;

// Not awaited: Node 22 and later warn about a module waiting for a promise that never settles.
void runProgram(process.argv.slice(2)).then((code) => {
  result = code;
  process.exitCode = code;
  // Handles left open by user code or a lost server must not keep a finished process alive.
  setTimeout(() => process.exit(), LINGER_MS).unref();
});

/**
 * Lets Node 22 and later cache compiled code next to the bundles, for workers too; that saves a third of a short
 * command's time. If the folder is not writable, Node compiles each time.
 */
function keepCompiled(
  node: typeof module & { readonly enableCompileCache?: (folder: string) => unknown },
): void {
  if (node.enableCompileCache === undefined || process.env.NODE_COMPILE_CACHE !== undefined) return;
  node.enableCompileCache(COMPILED);
  process.env.NODE_COMPILE_CACHE = COMPILED;
}
