import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Option } from 'commander';
import fc from 'fast-check';
import { COMMANDS, type CommandEntry } from '../../../cli/commands.js';
import { LISTINGS } from '../../../cli/listings.js';
import { buildStandaloneCommand } from '../../../cli/loaded-command.js';
import { COVERAGE_ACTIONS } from '../../../closure/coverage-command/index.js';
import { findPackageRoot } from '../../../harness/basics/index.js';
import type { RunFiles } from './inputs.js';

/** Words that are invalid or barely valid where a command expects a name, number, duration or path. */
const HOSTILE_ARGUMENTS: readonly string[] = [
  ...['', ' '],
  ...'- -- -1 0 1 2 1.5 1e999 NaN 0x10 0x5eed 1/2 2/1'.split(' '),
  '9'.repeat(30),
  ...'0s 1ms 597h 1e9h 1..0 0..1 a=b = , ,, a,b * ** [ ( { \\ %s ~'.split(' '),
  ...'constructor __proto__ toString hasOwnProperty __proto__=1 constructor:__proto__@0x1 a#__proto__'.split(
    ' ',
  ),
  ...['a\nPASS  1 of 1', '\x1b[31mred', '\u202edaer', 'a\tb', '\ud800', '::error::x', '##[error]x'],
  'x'.repeat(5000),
  ...'smoke:rmw_buffer@0x1 rmw_buffer.0 saturated coverage=101 ORD-01 F46 navi21 gfx12'.split(' '),
];

/** Options that launch another program, or that read standard input, which can only be consumed once per process. */
const EXCLUDED_OPTIONS: readonly string[] = ['--open', '--stdio'];
/** Options that take servers, programs to start, or files containing code. Known values are never used for them. */
const UNSAFE_OPTIONS: readonly string[] = ['--queue', '--launch', '--config', '--suite-file'];

/** Arguments that keep a command's run time short. */
const SHORT_RUN_ARGS: Readonly<Record<string, readonly string[]>> = {
  run: ['--dry-run'],
  qualify: ['--matrix', 'own-kills.json', '--count', '1'],
  shrink: ['--budget', '1ms'],
  coverage: ['--time', '1ms'],
};

/** Returns command lines of all commands, of their options and known values, mixed with invalid ones. */
export async function makeLines(): Promise<fc.Arbitrary<readonly string[]>> {
  return fc.oneof(...(await Promise.all(COMMANDS.map(makeLinesOf))));
}

async function makeLinesOf(entry: CommandEntry): Promise<fc.Arbitrary<readonly string[]>> {
  const { options } = await buildStandaloneCommand(entry);
  const used = options.filter((option) => !EXCLUDED_OPTIONS.includes(getFlag(option)));
  const optionWords = used.map((option) => {
    const flag = getFlag(option);
    if (!option.required && !option.optional) return fc.constant([flag]);
    const known = UNSAFE_OPTIONS.includes(flag) ? [] : (option.argChoices ?? findKnown(flag));
    return makeValue(known).map((value) => [flag, value]);
  });
  const positional = makeValue(findKnown(entry.name)).map((value) => [value]);
  const word = optionWords.length === 0 ? positional : fc.oneof(positional, fc.oneof(...optionWords));
  return fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((words) => [entry.name, ...words.flat(), ...(SHORT_RUN_ARGS[entry.name] ?? [])]);
}

function getFlag({ long, flags }: Option): string {
  return long ?? flags;
}

/** The lists whose names options and first arguments take. */
const KNOWN: Readonly<Record<string, string>> = {
  ...{ '--chip': 'chips', '--fault': 'faults', '--test': 'tests', '--break-on': 'rules', '--set': 'knobs' },
  ...{ run: 'suites', qualify: 'faults' },
};

/** Returns the names that an option, or the first argument of a command, takes. */
function findKnown(parameter: string): readonly string[] {
  if (parameter === 'list') return Object.keys(LISTINGS);
  if (parameter === 'coverage') return Object.keys(COVERAGE_ACTIONS);
  const listing = Object.hasOwn(KNOWN, parameter) ? LISTINGS[KNOWN[parameter]!]!() : [];
  return listing.map(({ name, id }) => `${name ?? id}${parameter === '--set' ? '=' : ''}`);
}

/** Returns a file or a value known to the command, with a probability of 3/8 each, or else a hostile word. */
function makeValue(known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_ARGUMENTS) },
    { weight: 3, arbitrary: fc.constantFrom(...FILE_NAMES) },
    ...(known.length === 0 ? [] : [{ weight: 3, arbitrary: fc.constantFrom(...known) }]),
  );
}

const PROTO = '{"__proto__": {"a": 1}, "constructor": {"prototype": 1}, "toString": "x"}';

/** Fills a folder with valid and invalid files of every kind, for command lines to name. */
export function createLineFiles(folder: string, run: RunFiles): void {
  const write = (name: string, content: string | Uint8Array): void =>
    writeFileSync(join(folder, name), content);
  const examples = join(findPackageRoot(), 'docs', 'examples', 'trace');
  for (const name of readdirSync(examples))
    cpSync(join(examples, name), join(folder, name), { recursive: true });
  write('empty', '');
  write(
    'binary.bin',
    Uint8Array.from({ length: 4096 }, (_, index) => (index * 151) & 0xff),
  );
  write('list.json', '[]');
  write('proto.json', PROTO);
  write('deep.json', '['.repeat(100_000));
  write('suite.json', '{"count": 1, "tests": [{"sequence": "empty_section"}]}');
  write('line\nend.json', '{}');
  write('program.s', 's_endpgm\n');
  mkdirSync(join(folder, 'run', 'coverage'), { recursive: true });
  write('run/manifest.json', run.manifest);
  write('run/events.msgpack', run.log);
  write('run/coverage/coverage.msgpack', run.coverage);
  mkdirSync(join(folder, 'damaged', 'failures', 'a', 'b'), { recursive: true });
  write('damaged/manifest.json', run.manifest);
  write('damaged/events.msgpack', run.log.subarray(0, run.log.length >> 1));
  write('damaged/failures/a/b/violations.json', PROTO);
  mkdirSync(join(folder, 'folder'));
  symlinkSync('list.json', join(folder, 'link'));
  symlinkSync('loop', join(folder, 'loop'));
  spawnSync('mkfifo', ['fifo'], { cwd: folder });
  // Only root can create devices.
  spawnSync('mknod', ['null', 'c', '1', '3'], { cwd: folder });
}

/** The names of these files, and of some that do not exist. */
const FILE_NAMES = [
  ...'scenario.json trace.jsonl empty binary.bin list.json proto.json deep.json suite.json'.split(' '),
  'line\nend.json',
  ...'program.s run damaged damaged/failures/a/b folder link loop missing .'.split(' '),
  ...'fifo null folder/new missing/new empty/new run#rmw_buffer.0'.split(' '),
];
