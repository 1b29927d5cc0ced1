import { type Command, Option } from 'commander';
import { nearestConfig } from '../harness/extension/index.js';

/** Whether this process has run no command yet. An earlier one may have loaded a configuration or a suite file. */
let isFirstCommand = true;

/** The option `--config`. All commands have it, but only `pops-tb --help` shows it. */
export function configOption(): Option {
  return new Option('--config <file>', 'configuration, or "none" (default: pops-tb.config.*)');
}

/**
 * Adds `--config` to a command and its subcommands, so that they load the user's configuration before they
 * run.
 */
export function addConfigOption(command: Command): void {
  for (const target of [command, ...command.commands]) target.addOption(configOption().hideHelp());
  command.hook('preAction', async (_, called) => {
    const named = called.opts<{ config?: string }>().config;
    const isFirst = isFirstCommand;
    isFirstCommand = false;
    // The loader of configurations loads the model and all rules, and most processes need none of them.
    if (isFirst && named === undefined && nearestConfig() === undefined) return;
    const { openConfig } = await import('../harness/extension/index.js');
    const { run } = await openConfig(named);
    if (run === undefined || called.name() !== 'run') return;
    const { setRunDefaults } = await import('../runs/command/run-defaults.js');
    setRunDefaults(called, run);
  });
}
