import type { Command } from 'commander';

/** What a shell needs to know to complete an option. */
export interface OptionShape {
  /** The option, including its dashes. */
  readonly flag: string;
  readonly description: string;
  /** Whether the option is followed by a value. */
  readonly takesValue: boolean;
  /** The allowed values, if the parser knows them. */
  readonly choices: readonly string[];
}

/** What a shell needs to know to complete a command. */
export interface CommandShape {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionShape[];
  /** Number of positional arguments. */
  readonly argumentCount: number;
}

/** Returns the options and arguments that `--help` shows for a command. */
export function getCommandShape(command: Command, description: string): CommandShape {
  const { registeredArguments } = command;
  return {
    name: command.name(),
    description,
    options: command
      .createHelp()
      .visibleOptions(command)
      .map((option) => ({
        flag: option.long ?? option.flags,
        description: option.description,
        takesValue: option.required || option.optional,
        choices: option.argChoices ?? [],
      })),
    argumentCount: registeredArguments.length,
  };
}
