#!/usr/bin/env node
import { Console } from 'node:console';
import { pathToFileURL } from 'node:url';
import { builtFile } from '../bundle/index.js';

// Whoever reads only the head of the output has what he wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

// What the code of a suite file prints is no result.
globalThis.console = new Console(process.stderr, process.stderr);

const { runProgram }: typeof import('./program.js') = await import(
  pathToFileURL(builtFile('cli/program.js')).href
);
process.exitCode = await runProgram(process.argv.slice(2));
