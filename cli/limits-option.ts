import type { Command } from 'commander';
import { integerOption } from './option-values.js';

const TIMES_MAX = 1000;

/** Adds `--limits` to a command and its subcommands: it applies before the command reads anything. */
export function addLimitsOption(command: Command): void {
  for (const each of [command, ...command.commands])
    each.option(
      '--limits <times>',
      'raise the limits on input sizes by this factor (docs/limits.md)',
      integerOption('--limits', 1, TIMES_MAX),
    );
  command.hook('preAction', async (_, called) => {
    const { limits } = called.opts<{ limits?: number }>();
    if (limits === undefined) return;
    const { raiseLimits } = await import('../regression/index.js');
    raiseLimits(limits);
  });
}
