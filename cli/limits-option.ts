import { type Command, Option } from 'commander';
import { raiseLimits } from '../base/input/index.js';
import { makeIntegerOption } from '../base/terminal/index.js';

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
export function addLimitsOption(command: Command): void {
  for (const target of [command, ...command.commands]) target.addOption(createLimitsOption().hideHelp());
  command.hook('preAction', (_, actionCommand) => {
    const { limits } = actionCommand.opts<{ limits?: number }>();
    if (limits === undefined) return;
    raiseLimits(limits);
  });
}
