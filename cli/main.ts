#!/usr/bin/env node
import { runProgram } from './program.js';

// Whoever reads only the head of the output has what he wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

process.exitCode = await runProgram(process.argv.slice(2));
