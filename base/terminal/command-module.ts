import type { Command } from 'commander';
import type { ExitCode } from './exit-code.js';

/** Ends a command with its exit code; every command calls it once. */
export type Finish = (code: ExitCode) => void;

/** A command module's export: adds arguments, options, examples and action to the bare command. */
export interface CommandModule {
  readonly define: (command: Command, finish: Finish) => void;
}
