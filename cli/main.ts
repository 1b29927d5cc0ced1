#!/usr/bin/env node
import { Console } from 'node:console';
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { EXIT, type ExitCode } from '../base/terminal/index.js';
import { builtFile, COMPILED } from '../bundle/index.js';

/** Resources that a process may exhaust. */
const SHORTAGES: readonly string[] = ['EMFILE', 'ENFILE', 'ENOMEM'];

/** How long a process may outlive its command. */
const LINGER_MS = 2000;

let result: ExitCode | undefined;

// A reader that closes the pipe early has what it wanted. A full disk is an error of the machine, not a failure of a
// test.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(result ?? EXIT.OK);
  process.stderr.write(`Cannot write the result to stdout: ${message}\n`);
  process.exit(EXIT.INFRASTRUCTURE);
});

// A failure to print notes does not end a run.
process.stderr.on('error', () => undefined);

// Output of a suite file's code is not a result.
globalThis.console = new Console(process.stderr, process.stderr);

// On a machine short of files or memory, Node's own promises fail while it loads the program.
process.on('uncaughtExceptionMonitor', ({ code = '', message }: NodeJS.ErrnoException) => {
  if (!SHORTAGES.includes(code)) return;
  process.stderr.write(`The machine is out of a resource: ${message}\n`);
  process.exit(EXIT.INFRASTRUCTURE);
});

keepCompiled(module);

const { runProgram }: typeof import('./program.js') = await import(
  pathToFileURL(builtFile('cli/program.js')).href
);
// Code that ends the process before the command's end says why.
process.exitCode = EXIT.INFRASTRUCTURE;

// Not awaited: Node 22 and later warn about a module that waits for a promise that never settles.
void runProgram(process.argv.slice(2)).then((code) => {
  result = code;
  process.exitCode = code;
  // What someone's code or a lost server leaves open does not keep a process that has printed its result.
  setTimeout(() => process.exit(), LINGER_MS).unref();
});

/**
 * Later versions of Node keep compiled code beside the bundles, for workers too: a third of a short command's time. Where the
 * folder cannot be written, they compile again.
 */
function keepCompiled(
  node: typeof module & { readonly enableCompileCache?: (folder: string) => unknown },
): void {
  if (node.enableCompileCache === undefined || process.env.NODE_COMPILE_CACHE !== undefined) return;
  node.enableCompileCache(COMPILED);
  process.env.NODE_COMPILE_CACHE = COMPILED;
}
