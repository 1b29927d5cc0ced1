import { Command, Option } from 'commander';
import { findNearestConfig } from '../harness/extension/index.js';
import { raiseLimits } from '../harness/input/index.js';
import { type FinishCommand, makeIntegerOption } from '../harness/terminal/index.js';
import type { CommandEntry } from './commands.js';

/** False once a command has run in this process. A previous one may have loaded a configuration or a suite file. */
let isFirstCommand = true;

/** Creates the option `--config`, which all commands accept but only `pops-tb --help` shows. */
export function createConfigOption(): Option {
  return new Option('--config <file>', 'configuration, or "none" (default: pops-tb.config.*)');
}

/**
 * Adds `--config` to a command and its subcommands, so they load the user's configuration before they run.
 */
function addConfigOption(command: Command): void {
  for (const target of [command, ...command.commands]) target.addOption(createConfigOption().hideHelp());
  command.hook('preAction', async (_, actionCommand) => {
    const configFile = actionCommand.opts<{ config?: string }>().config;
    const isFirst = isFirstCommand;
    isFirstCommand = false;
    // The configuration loader pulls in the model and all rules, which most processes do not need.
    if (isFirst && configFile === undefined && findNearestConfig() === undefined) return;
    const { openConfig } = await import('../harness/extension/index.js');
    const { run } = await openConfig(configFile);
    if (run === undefined || actionCommand.name() !== 'run') return;
    const { setRunDefaults } = await import('../runs/command/run-defaults.js');
    setRunDefaults(actionCommand, run);
  });
}

const MAX_FACTOR = 1000;

/** Creates the option `--limits`, which all commands accept but only `pops-tb --help` shows. */
export function createLimitsOption(): Option {
  return new Option('--limits <times>', 'raise the limits on input sizes by this factor').argParser(
    makeIntegerOption('--limits', { min: 1, max: MAX_FACTOR }),
  );
}

/**
 * Adds `--limits` to a command and its subcommands. The factor takes effect before the command reads any input.
 */
function addLimitsOption(command: Command): void {
  for (const target of [command, ...command.commands]) target.addOption(createLimitsOption().hideHelp());
  command.hook('preAction', (_, actionCommand) => {
    const { limits } = actionCommand.opts<{ limits?: number }>();
    if (limits === undefined) return;
    raiseLimits(limits);
  });
}

/** Commands that do not use a configuration. */
const WITHOUT_CONFIG: readonly string[] = ['asm', 'disasm', 'doctor', 'init'];

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
