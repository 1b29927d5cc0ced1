import { type Command, Option } from 'commander';
import { integerOption } from './option-values.js';

/** Where a debugger connects; Chrome and Visual Studio Code look there. */
const PORT = 9229;
const PORT_MAX = 65_535;
const HOST = '127.0.0.1';

/** `--config` and `--inspect`, which `pops-tb --help` shows for all commands. */
export function configOptions(): readonly Option[] {
  return [
    new Option('--config <file>', 'configuration, or "none" (default: pops-tb.config.*)'),
    new Option('--inspect [port]', `wait for a debugger at ${HOST} (default port: ${PORT})`).argParser(
      integerOption('--inspect', { min: 0, max: PORT_MAX }),
    ),
  ];
}

/**
 * Adds `--config` and `--inspect` to a command and its subcommands: the user's configuration is loaded before the
 * command does anything, and a debugger can attach even before that.
 */
export function addConfigOption(command: Command): void {
  for (const each of [command, ...command.commands])
    for (const option of configOptions()) each.addOption(option.hideHelp());
  command.hook('preAction', async (_, called) => {
    const { openConfig } = await import('../regression/index.js');
    const { config, inspect } = called.opts<{ config?: string; inspect?: number | true }>();
    if (inspect !== undefined) await debug(inspect === true ? PORT : inspect);
    const { run } = await openConfig(config);
    if (run === undefined || called.name() !== 'run') return;
    const { setRunDefaults } = await import('./run-defaults.js');
    setRunDefaults(called, run);
  });
}

/** Waits until a debugger is attached; it finds the worker threads by itself. */
async function debug(port: number): Promise<void> {
  const { open } = await import('node:inspector');
  open(port, HOST, true);
}
