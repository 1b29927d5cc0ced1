import type { Command, Option } from 'commander';
import { COMMANDS, type CommandEntry } from '../../../cli/commands.js';
import { completeLine } from '../../../cli/completion/complete.js';
import { buildStandaloneCommand } from '../../../cli/loaded-command.js';
import type { RandomStream } from '../../../transactions/index.js';
import { pick } from '../real-programs.js';

/** Words that are invalid or barely valid where a command expects a name, number, duration or path. */
const HOSTILE_ARGUMENTS: readonly string[] = [
  ...[
    '',
    ' ',
    '-',
    '--',
    '-1',
    '0',
    '1',
    '2',
    '1.5',
    '1e999',
    'NaN',
    '0x10',
    '0x5eed',
    '1/2',
    '2/1',
    '9'.repeat(30),
  ],
  ...[
    '0s',
    '1ms',
    '597h',
    '1e9h',
    '1..0',
    '0..1',
    'a=b',
    '=',
    ',',
    ',,',
    'a,b',
    '*',
    '**',
    '[',
    '(',
    '{',
    '\\',
    '%s',
    '~',
  ],
  ...[
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    '__proto__=1',
    'constructor:__proto__@0x1',
    'a#__proto__',
  ],
  ...[
    'a\nPASS  1 of 1',
    '\x1b[31mred',
    '\u202edaer',
    'a\tb',
    '\ud800',
    '::error::x',
    '##[error]x',
    'x'.repeat(5000),
  ],
  ...[
    'smoke:rmw_buffer@0x1',
    'rmw_buffer.0',
    'saturated',
    'coverage=101',
    'ORD-01',
    'F46',
    'navi21',
    'gfx12',
  ],
];

/** Options that launch another program, or that read standard input, which can only be consumed once per process. */
const EXCLUDED_OPTIONS: readonly string[] = ['--open', '--stdio'];
/** Options that take servers, programs to start, or files containing code. Known values are never used for them. */
const UNSAFE_OPTIONS: readonly string[] = ['--queue', '--launch', '--config', '--suite-file'];

/** Arguments that keep a command's run time short. */
const SHORT_RUN_ARGS: Readonly<Record<string, readonly string[]>> = {
  run: ['--dry-run'],
  qualify: ['--budget', '1ms', '--clean-waves', '0'],
  shrink: ['--budget', '1ms'],
  coverage: ['--time', '1ms'],
};

const MAX_ARGUMENTS = 3;

/** Generates a random command line from the commands' options and known values, mixed with invalid ones. */
export async function generateLine(
  random: RandomStream,
  files: readonly string[],
): Promise<readonly string[]> {
  const entry = pick(random, COMMANDS);
  const args = [entry.name];
  const command = await loadCommand(entry);
  for (let remaining = 1 + random.below(MAX_ARGUMENTS); remaining > 0; remaining--) {
    if (command.options.length > 0 && random.below(2) === 0) {
      const option = pick(random, command.options);
      const flag = option.long ?? option.flags;
      if (EXCLUDED_OPTIONS.includes(flag)) continue;
      args.push(flag);
      if (acceptsValue(option)) args.push(await generateValue(random, [...args, ''], files, option));
    } else args.push(await generateValue(random, [...args, ''], files));
  }
  return [...args, ...(SHORT_RUN_ARGS[entry.name] ?? [])];
}

/** A cache of loaded commands. */
const loadedCommands = new Map<string, Promise<Command>>();

function loadCommand(entry: CommandEntry): Promise<Command> {
  const cached = loadedCommands.get(entry.name) ?? buildStandaloneCommand(entry);
  loadedCommands.set(entry.name, cached);
  return cached;
}

function acceptsValue({ required, optional }: Option): boolean {
  return required || optional;
}

/** Picks a file or a value known to the command, with a probability of 3/8 each, or else a hostile word. */
async function generateValue(
  random: RandomStream,
  args: readonly string[],
  files: readonly string[],
  option?: Option,
): Promise<string> {
  const kind = random.below(8);
  if (kind < 3) return pick(random, files);
  if (kind < 6 && !UNSAFE_OPTIONS.includes(option?.long ?? '')) {
    const choices = option?.argChoices ?? (await completeLine(args)).map((line) => line.split('\t')[0]!);
    if (choices.length > 0) return pick(random, choices);
  }
  return pick(random, HOSTILE_ARGUMENTS);
}
