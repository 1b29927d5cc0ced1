import type { Command } from 'commander';

/** An option as a shell completes it. */
export interface OptionShape {
  /** With its dashes. */
  readonly flag: string;
  readonly text: string;
  /** Whether a value follows. */
  readonly takesValue: boolean;
  /** Its values, if the parser knows them. */
  readonly choices: readonly string[];
}

/** A command as a shell completes it. */
export interface CommandShape {
  readonly name: string;
  readonly text: string;
  readonly options: readonly OptionShape[];
  /** Positional arguments shown in `--help`. */
  readonly argumentCount: number;
}

/** A defined command's options and arguments as shown in `--help`. */
export function shapeOfCommand(command: Command, text: string): CommandShape {
  const { registeredArguments } = command;
  return {
    name: command.name(),
    text,
    options: command
      .createHelp()
      .visibleOptions(command)
      .map((option) => ({
        flag: option.long ?? option.flags,
        text: option.description,
        takesValue: option.required || option.optional,
        choices: option.argChoices ?? [],
      })),
    argumentCount: registeredArguments.length,
  };
}
