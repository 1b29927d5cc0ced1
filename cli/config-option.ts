import type { Command } from 'commander';

/** Adds `--config` to a command and those within it: the user's configuration is loaded before the command does anything. */
export function addConfigOption(command: Command): void {
  for (const each of [command, ...command.commands])
    each.option(
      '--config <file>',
      'configuration (default: the nearest pops-tb.config.ts, .js or .json from here up), or "none"',
    );
  command.hook('preAction', async (_, called) => {
    const { openConfig } = await import('../regression/index.js');
    const { run } = await openConfig(called.opts<{ config?: string }>().config);
    if (run === undefined || called.name() !== 'run') return;
    const { setRunDefaults } = await import('./run-defaults.js');
    setRunDefaults(called, run);
  });
}
