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
    return explain(error);
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
  const called = args.find((argument) => !argument.startsWith('-'));
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

/** Messages come from `explain`, in one line; help still goes to stdout. */
function quiet(command: Command): Command {
  return command.exitOverride().configureOutput({ writeErr: () => undefined });
}

function explain(error: unknown): ExitCode {
  if (error instanceof CommanderError) return explainCommander(error);
  const { name, message, code, stack } = error as NodeJS.ErrnoException;
  if (name === 'UsageError' || name === 'CoverageConflict') {
    printNote(message);
    return EXIT.USAGE;
  }
  if (name === 'InfrastructureError' || MACHINE_ERRORS.includes(code ?? '')) {
    printNote(message);
    return EXIT.INFRASTRUCTURE;
  }
  if (code !== undefined && /^E[A-Z]+$/.test(code)) {
    printNote(message);
    return EXIT.USAGE;
  }
  printNote(`Internal error, please report it: ${originalStack(stack ?? message)}`);
  return EXIT.INFRASTRUCTURE;
}

function explainCommander(error: CommanderError): ExitCode {
  if (error.code === 'commander.helpDisplayed' || error.code === 'commander.version') return EXIT.OK;
  if (error.code === 'commander.help') {
    const present = COMMANDS.map(({ name }) => name).join(', ');
    printNote(`Missing command: expected one of ${present}; --help says more`);
    return EXIT.USAGE;
  }
  const line = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  printNote(line.charAt(0).toUpperCase() + line.slice(1));
  return EXIT.USAGE;
}
