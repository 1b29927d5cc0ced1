import { type Command, Option } from 'commander';
import { findNearestConfig } from '../harness/extension/index.js';

/** False once a command has run in this process. A previous one may have loaded a configuration or a suite file. */
let isFirstCommand = true;

/** Creates the option `--config`, which all commands accept but only `pops-tb --help` shows. */
export function createConfigOption(): Option {
  return new Option('--config <file>', 'configuration, or "none" (default: pops-tb.config.*)');
}

/**
 * Adds `--config` to a command and its subcommands, so they load the user's configuration before they run.
 */
export function addConfigOption(command: Command): void {
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
