import { Command, CommanderError } from 'commander';
import { originalStack } from '../bundle/index.js';
import { ABSENT_COMMANDS, COMMANDS } from './commands.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { printNote } from './terminal.js';

/** Errors of the operating system that are the machine's and not the user's. */
const MACHINE_ERRORS: readonly string[] = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENOMEM'];

/** Runs the command line `pops-tb ARGUMENTS` and returns the exit code; never throws. */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  try {
    return await dispatch(args);
  } catch (error) {
    return explain(error, args.find(isWord));
  }
}

async function dispatch(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.OK;
  const program = quiet(new Command('pops-tb'))
    .description("Verification testbench for AMD's Primitive Ordered Pixel Shading")
    .addHelpText(
      'after',
      '\nExamples:\n  pops-tb run smoke\n  pops-tb replay out/RUN/failures/BUCKET/TEST\n',
    );
  const called = args.find(isWord);
  if (called !== undefined && ABSENT_COMMANDS.includes(called)) {
    const present = COMMANDS.map(({ name }) => name).join(', ');
    printNote(`Command "${called}" is not in this version; it has ${present}`);
    return EXIT.USAGE;
  }
  for (const { name, summary, load } of COMMANDS) {
    const command = quiet(program.command(name)).description(summary);
    if (name !== called) continue;
    const { define } = await load();
    define(command, (result) => {
      code = result;
    });
  }
  await program.parseAsync([...args], { from: 'user' });
  return code;
}

/** Whether an argument is none of the options; the first such one is the command. */
function isWord(argument: string): boolean {
  return !argument.startsWith('-');
}

/** Messages come from `explain`, in one line; help still goes to stdout. */
function quiet(command: Command): Command {
  return command.exitOverride().configureOutput({ writeErr: () => undefined });
}

async function explain(error: unknown, called: string | undefined): Promise<ExitCode> {
  if (error instanceof CommanderError) return explainCommander(error, called);
  const { name, message, code, path, stack } = error as NodeJS.ErrnoException;
  if (name === 'UsageError' || name === 'CoverageConflict') {
    printNote(message);
    return EXIT.USAGE;
  }
  if (name === 'InfrastructureError') {
    printNote(message);
    return EXIT.INFRASTRUCTURE;
  }
  if (code !== undefined && /^E[A-Z]+$/.test(code)) {
    // Loaded only now, as commands are: --help needs none of it.
    const { fileErrorText } = await import('../regression/index.js');
    printNote(`Cannot use ${path === undefined ? 'a file' : `"${path}"`}: ${fileErrorText(error)}`);
    return MACHINE_ERRORS.includes(code) ? EXIT.INFRASTRUCTURE : EXIT.USAGE;
  }
  printNote(`Internal error, please report it: ${originalStack(stack ?? message)}`);
  return EXIT.INFRASTRUCTURE;
}

function explainCommander(error: CommanderError, called: string | undefined): ExitCode {
  if (error.code === 'commander.helpDisplayed' || error.code === 'commander.version') return EXIT.OK;
  if (error.code === 'commander.help') {
    const present = COMMANDS.map(({ name }) => name).join(', ');
    printNote(`Missing command: expected one of ${present}; --help says more`);
    return EXIT.USAGE;
  }
  const line = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  const known = COMMANDS.some(({ name }) => name === called);
  const help = `"pops-tb ${known ? `${called} ` : ''}--help" says what there is`;
  printNote(`${line.charAt(0).toUpperCase()}${line.slice(1).replace(/\.$/, '')}; ${help}`);
  return EXIT.USAGE;
}
