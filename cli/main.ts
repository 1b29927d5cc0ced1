#!/usr/bin/env node
import { Console } from 'node:console';
import { pathToFileURL } from 'node:url';
import { builtFile } from '../bundle/index.js';
import { EXIT } from './exit-code.js';

// Whoever reads only the head of the output has what he wanted; a full disk has not, and is no failure of a test.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit();
  process.stderr.write(`Cannot write the result to stdout: ${message}\n`);
  process.exit(EXIT.INFRASTRUCTURE);
});

// Notes that nobody can read end no run.
process.stderr.on('error', () => undefined);

// What the code of a suite file prints is no result.
globalThis.console = new Console(process.stderr, process.stderr);

const { runProgram }: typeof import('./program.js') = await import(
  pathToFileURL(builtFile('cli/program.js')).href
);
process.exitCode = await runProgram(process.argv.slice(2));
