import { type Command, Option } from 'commander';
import { raiseLimits } from '../base/input/index.js';
import { integerOption } from '../base/terminal/index.js';

const TIMES_MAX = 1000;

/** `--limits`, shown by `pops-tb --help` for all commands. */
export function limitsOption(): Option {
  return new Option('--limits <times>', 'raise the limits on input sizes by this factor').argParser(
    integerOption('--limits', { min: 1, max: TIMES_MAX }),
  );
}

/** Adds `--limits` to a command and its subcommands; the factor applies before the command reads anything. */
export function addLimitsOption(command: Command): void {
  for (const target of [command, ...command.commands]) target.addOption(limitsOption().hideHelp());
  command.hook('preAction', (_, called) => {
    const { limits } = called.opts<{ limits?: number }>();
    if (limits === undefined) return;
    raiseLimits(limits);
  });
}
