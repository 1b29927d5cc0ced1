#!/usr/bin/env node
import { Console } from 'node:console';
import { pathToFileURL } from 'node:url';
import { builtFile } from '../bundle/index.js';
import { EXIT, type ExitCode } from './exit-code.js';

/** Resources that a process may exhaust. */
const SHORTAGES: readonly string[] = ['EMFILE', 'ENFILE', 'ENOMEM'];

let result: ExitCode | undefined;

// A reader of only the head of the output has what he wanted; a full disk has not, and is no failure of a test.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(result ?? EXIT.OK);
  process.stderr.write(`Cannot write the result to stdout: ${message}\n`);
  process.exit(EXIT.INFRASTRUCTURE);
});

// A failure to print notes does not end a run.
process.stderr.on('error', () => undefined);

// Output of a suite file's code is not a result.
globalThis.console = new Console(process.stderr, process.stderr);

// A machine that is short of files or memory shows it where Node loads the program, in promises of its own.
process.on('uncaughtExceptionMonitor', ({ code = '', message }: NodeJS.ErrnoException) => {
  if (!SHORTAGES.includes(code)) return;
  process.stderr.write(`The machine is out of a resource: ${message}\n`);
  process.exit(EXIT.INFRASTRUCTURE);
});

const { runProgram }: typeof import('./program.js') = await import(
  pathToFileURL(builtFile('cli/program.js')).href
);
// Code that ends the process before the command's end says why.
process.exitCode = EXIT.INFRASTRUCTURE;

// Not awaited, since Nodes from 22 on add a warning of their own to a module that waits for what never comes.
void runProgram(process.argv.slice(2)).then((code) => {
  result = code;
  process.exitCode = code;
});
