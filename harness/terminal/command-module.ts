import type { Command } from 'commander';
import type { ExitCode } from './exit-code.js';

/** Finishes a command with its exit code. Every command calls it once. */
export type FinishCommand = (code: ExitCode) => void;

/** The interface of a command module: `define` adds arguments, options, examples and the action to a bare command. */
export interface CommandModule {
  readonly define: (command: Command, finish: FinishCommand) => void;
}
