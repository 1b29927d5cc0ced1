import { Command, CommanderError } from 'commander';
import { describeFileError } from '../harness/basics/index.js';
import { mapStack } from '../harness/built/index.js';
import {
  EXIT,
  type ExitCode,
  getHelpWidth,
  printNote,
  printResult,
  RESULTS,
  wrapHelp,
} from '../harness/terminal/index.js';
import { MODEL_VERSION } from '../transactions/index.js';
import { UsageError } from '../transactions/usage-error.js';
import { isVisible } from '../transactions/visible-text.js';
import { COMMAND_GROUPS, COMMANDS } from './commands.js';
import { createConfigOption, createLimitsOption } from './loaded-command.js';

/** Operating system errors caused by the machine rather than the user. */
const MACHINE_ERRORS: readonly string[] = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENOMEM'];

/** Runs the command line `pops-tb ARGUMENTS` and returns the exit code. Never throws. */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  // Only the invoked command is loaded, so "help COMMAND" is handled as "COMMAND --help".
  const commandArgs =
    args[0] === 'help' ? [...args.slice(1).filter((word) => word !== 'help'), '--help'] : args;
  try {
    rejectUnprintable(commandArgs);
    return await dispatch(commandArgs);
  } catch (error) {
    return reportError(error, commandArgs.find(isPositional));
  }
}

/**
 * Throws `UsageError` for arguments with non-printable characters: a file name with a line break would corrupt reports.
 * Anything after `--` is a design's command, which is passed to a shell.
 */
function rejectUnprintable(args: readonly string[]): void {
  const end = args.indexOf('--');
  const invalidArgument = args.slice(0, end < 0 ? args.length : end).find((argument) => !isVisible(argument));
  if (invalidArgument !== undefined)
    throw new UsageError(
      `Invalid argument "${invalidArgument}": it must not contain line breaks or other non-printable characters`,
    );
}

async function dispatch(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.OK;
  const program = silenceErrors(new Command('pops-tb'))
    .description("Verification testbench for AMD's Primitive Ordered Pixel Shading")
    .addHelpText('after', AFTER_HELP);
  const commandName = args.find(isPositional);
  // Only added if there is no command. Otherwise the option would apply to the whole program even after a command,
  // and the command would run too.
  if (commandName === undefined)
    program.option(VERSION_OPTIONS.join(', '), 'print the program and model versions, and the commit');
  if (commandName === undefined && args.some((word) => VERSION_OPTIONS.includes(word))) {
    await printVersion();
    return code;
  }
  // "help" has no entry in the command groups.
  program.commandsGroup('Setup and reference:').helpCommand('help [command]', "print a command's help");
  for (const [group, entries] of COMMAND_GROUPS) {
    for (const entry of entries) {
      const command = silenceErrors(program.command(entry.name)).description(entry.summary).helpGroup(group);
      if (entry.name !== commandName) continue;
      if (entry.earlyThreads !== undefined) {
        const { startEarly } = await import('../harness/threads/index.js');
        await startEarly(entry.earlyThreads, args);
      }
      const { loadInto } = await import('./loaded-command.js');
      await loadInto(command, entry, (result) => {
        code = result;
      });
    }
  }
  // Options after an unknown command are dropped, since --help would hide the error.
  const isUnknown = commandName !== undefined && !COMMANDS.some(({ name }) => name === commandName);
  await program.parseAsync(isUnknown ? [commandName] : [...args], { from: 'user' });
  return code;
}

/** The end of the program's help: global options, which the commands' own help omits, and examples. */
const AFTER_HELP = `
Global options:
${[createConfigOption(), createLimitsOption()].map(({ flags, description }) => `  ${flags.padEnd(18)}${description}`).join('\n')}

Examples:
  pops-tb run smoke
  pops-tb replay out/RUN/failures/BUCKET/TEST
  pops-tb check shader.elf --chip navi31
`;

const VERSION_OPTIONS: readonly string[] = ['-V', '--version'];

async function printVersion(): Promise<void> {
  const { describeHost } = await import('../harness/records/index.js');
  const { version, commit, dirty } = describeHost();
  const changes = dirty === true ? ', with uncommitted changes' : '';
  const commitText = commit === null ? '' : `, commit ${commit.slice(0, 12)}${changes}`;
  printResult(`${version} (model ${MODEL_VERSION}${commitText})`);
}

/** Returns whether an argument is not an option. The first such argument is the command. */
function isPositional(argument: string): boolean {
  return !argument.startsWith('-');
}

/**
 * Stops a command from printing its own errors, since `reportError` prints them on one line. Help still goes to
 * stdout.
 */
function silenceErrors(command: Command): Command {
  return command.exitOverride().configureOutput({
    writeErr: () => undefined,
    writeOut: (text) => printResult(wrapHelp(text, getHelpWidth(RESULTS)).replace(/\n$/, '')),
  });
}

async function reportError(error: unknown, commandName: string | undefined): Promise<ExitCode> {
  if (error instanceof CommanderError) return reportCommanderError(error, commandName);
  const { name, message, code, path, stack } = error as NodeJS.ErrnoException;
  if (name === 'UsageError' || name === 'CoverageConflict') {
    printNote(message);
    return EXIT.USAGE;
  }
  if (name === 'InfrastructureError' || name === 'UserCodeError') {
    printNote(message);
    return EXIT.INFRASTRUCTURE;
  }
  if (code !== undefined && /^E[A-Z]+$/.test(code)) {
    printNote(`Cannot use ${path === undefined ? 'a file' : `"${path}"`}: ${describeFileError(error)}`);
    return MACHINE_ERRORS.includes(code) ? EXIT.INFRASTRUCTURE : EXIT.USAGE;
  }
  printNote(`Internal error, please report it: ${mapStack(stack ?? message)}`);
  return EXIT.INFRASTRUCTURE;
}

function reportCommanderError(error: CommanderError, commandName: string | undefined): ExitCode {
  if (error.code === 'commander.helpDisplayed') return EXIT.OK;
  if (error.code === 'commander.help') {
    const names = COMMANDS.map(({ name }) => name).join(', ');
    printNote(`Missing command: expected one of ${names}; see --help`);
    return EXIT.USAGE;
  }
  const line = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  const isKnown = COMMANDS.some(({ name }) => name === commandName);
  const help = `see "pops-tb ${isKnown ? `${commandName} ` : ''}--help"`;
  printNote(`${line.charAt(0).toUpperCase()}${line.slice(1).replace(/\.$/, '')}; ${help}`);
  return EXIT.USAGE;
}
