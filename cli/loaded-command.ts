import { Command } from 'commander';
import type { FinishCommand } from '../base/terminal/index.js';
import type { CommandEntry } from './commands.js';
import { addConfigOption } from './config-option.js';
import { addLimitsOption } from './limits-option.js';

/** Commands that do not use a configuration. */
const WITHOUT_CONFIG: readonly string[] = ['asm', 'disasm', 'doctor', 'completion', 'init'];

/** Loads the module of a command and adds its arguments, options and help to `command`. */
export async function loadInto(
  command: Command,
  { name, load }: CommandEntry,
  finish: FinishCommand,
): Promise<void> {
  (await load()).define(command, finish);
  addLimitsOption(command);
  if (!WITHOUT_CONFIG.includes(name)) addConfigOption(command);
}

/** Builds a standalone command with its arguments, options and help. */
export async function buildStandaloneCommand(entry: CommandEntry): Promise<Command> {
  const command = new Command(entry.name).description(entry.summary);
  await loadInto(command, entry, () => undefined);
  return command;
}
