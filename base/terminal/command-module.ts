import type { Command } from 'commander';
import type { ExitCode } from './exit-code.js';

/** Finishes a command with its exit code. Every command calls it once. */
export type Finish = (code: ExitCode) => void;

/** A command module's export: a function that adds the arguments, options, examples and action to a bare command. */
export interface CommandModule {
  readonly define: (command: Command, finish: Finish) => void;
}
