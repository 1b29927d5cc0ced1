import { type Command, Option } from 'commander';

/** `--config`, shown by `pops-tb --help` for all commands. */
export function configOption(): Option {
  return new Option('--config <file>', 'configuration, or "none" (default: pops-tb.config.*)');
}

/** Adds `--config` to a command and its subcommands: the user's configuration is loaded first. */
export function addConfigOption(command: Command): void {
  for (const target of [command, ...command.commands]) target.addOption(configOption().hideHelp());
  command.hook('preAction', async (_, called) => {
    const { openConfig } = await import('../harness/extension/index.js');
    const { run } = await openConfig(called.opts<{ config?: string }>().config);
    if (run === undefined || called.name() !== 'run') return;
    const { setRunDefaults } = await import('../runs/command/run-defaults.js');
    setRunDefaults(called, run);
  });
}
