import { Command } from 'commander';
import type { Finish } from '../base/terminal/index.js';
import type { CommandEntry } from './commands.js';
import { addConfigOption } from './config-option.js';
import { addLimitsOption } from './limits-option.js';

/** Commands without user extensions. */
const WITHOUT_CONFIG: readonly string[] = ['asm', 'disasm', 'doctor', 'completion', 'init'];

/** Loads a command's module and adds all arguments, options and help to the bare command. */
export async function loadInto(
  command: Command,
  { name, load }: CommandEntry,
  finish: Finish,
): Promise<void> {
  (await load()).define(command, finish);
  addLimitsOption(command);
  if (!WITHOUT_CONFIG.includes(name)) addConfigOption(command);
}

/** A command as shown in its help, outside any program. */
export async function shownCommand(entry: CommandEntry): Promise<Command> {
  const command = new Command(entry.name).description(entry.summary);
  await loadInto(command, entry, () => undefined);
  return command;
}
