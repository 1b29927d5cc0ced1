import type { Command } from 'commander';
import { INSTRUCTION_SETS, lookup } from '../../arch/index.js';
import { COVERAGE_ACTIONS } from '../../closure/coverage-command/index.js';
import { COMMANDS, type CommandEntry } from '../commands.js';
import { SHELLS } from '../completion-command.js';
import { LISTINGS } from '../listings.js';
import { buildStandaloneCommand } from '../loaded-command.js';

/** What a shell needs to know to complete an option. */
interface OptionShape {
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
function getCommandShape(command: Command, description: string): CommandShape {
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

/** The listing that provides the accepted values of each option. */
const OPTION_LISTINGS: Readonly<Record<string, string>> = lookup({
  '--chip': 'chips',
  '--fault': 'faults',
  '--test': 'tests',
  '--break-on': 'rules',
});

/** Candidates for positional arguments, by command and argument index. */
const ARGUMENTS: Readonly<Record<string, () => readonly Candidate[]>> = lookup({
  'run 0': () => listCandidatesFrom('suites'),
  'qualify 0': () => listCandidatesFrom('faults'),
  'list 0': () => createBareCandidates(Object.keys(LISTINGS)),
  'coverage 0': () => createBareCandidates(Object.keys(COVERAGE_ACTIONS)),
  'completion 0': () => createBareCandidates(SHELLS),
});

/** Returns the names that an option or argument accepts, or none if it takes a file or a number. */
function listKnownValues(command: string, parameter: string | number): readonly Candidate[] {
  if (typeof parameter === 'number') return ARGUMENTS[`${command} ${parameter}`]?.() ?? [];
  if (parameter === '--set')
    return listCandidatesFrom('knobs').map(({ word, description }) => ({ word: `${word}=`, description }));
  if (parameter === '--gfx') return createBareCandidates(INSTRUCTION_SETS);
  const listing = OPTION_LISTINGS[parameter];
  return listing === undefined ? [] : listCandidatesFrom(listing);
}

function listCandidatesFrom(listing: string): readonly Candidate[] {
  return LISTINGS[listing]!().map(({ name, id, text, title }) => ({
    word: String(name ?? id),
    description: String(text ?? title ?? ''),
  }));
}

function createBareCandidates(words: readonly string[]): readonly Candidate[] {
  return words.map((word) => ({ word, description: '' }));
}

/** A word that can be inserted at the cursor, and its description. */
export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/**
 * Returns the names that a command accepts as the value of an option (such as `--chip`) or of a positional
 * argument (given by its index).
 */
type KnownValues = (command: string, parameter: string | number) => readonly Candidate[];

/**
 * Returns the candidates for the last word. Returns none if the word may be a file name or no known values match; the
 * shell then completes file names. For example, `['run', '--fault', 'F4']` yields the faults F4 and F40 to F49.
 *
 * @param words everything after `pops-tb` up to the cursor. The last word is the one being completed, which may
 * be empty.
 */
export function listCandidates(
  words: readonly string[],
  commands: readonly CommandShape[],
  knownValues: KnownValues,
): readonly Candidate[] {
  const current = words.at(-1) ?? '';
  const [commandName, ...precedingWords] = words.slice(0, -1);
  if (commandName === undefined)
    return filterByPrefix(
      current,
      commands.map(({ name, description }) => ({ word: name, description })),
    );
  const command = commands.find(({ name }) => name === commandName);
  if (command === undefined) return [];
  const assignment = /^(--[^=]+)=(.*)$/s.exec(current);
  if (assignment !== null) {
    const [, flag, value] = assignment as unknown as [string, string, string];
    return completeOption(command, flag, value, knownValues).map(({ word, description }) => ({
      word: `${flag}=${word}`,
      description,
    }));
  }
  const previousWord = precedingWords.at(-1);
  if (previousWord !== undefined && takesValue(command, previousWord))
    return completeOption(command, previousWord, current, knownValues);
  if (current.startsWith('-'))
    return filterByPrefix(
      current,
      command.options.map(({ flag, description }) => ({ word: flag, description })),
    );
  const parameter = Math.min(
    countPositionals(precedingWords, command),
    Math.max(command.argumentCount - 1, 0),
  );
  return completeList(current, knownValues(command.name, parameter));
}

function findOption({ options }: CommandShape, flag: string): OptionShape | undefined {
  return options.find((option) => option.flag === flag);
}

function takesValue(command: CommandShape, word: string): boolean {
  return findOption(command, word)?.takesValue === true;
}

function completeOption(
  command: CommandShape,
  flag: string,
  value: string,
  knownValues: KnownValues,
): readonly Candidate[] {
  const choices = findOption(command, flag)?.choices ?? [];
  if (choices.length > 0)
    return filterByPrefix(
      value,
      choices.map((word) => ({ word, description: '' })),
    );
  return completeList(value, knownValues(command.name, flag));
}

/** Counts the words that are neither options nor option values. */
function countPositionals(words: readonly string[], command: CommandShape): number {
  return words.filter((word, i) => !word.startsWith('-') && !(i > 0 && takesValue(command, words[i - 1]!)))
    .length;
}

/** Completes the last name in a comma-separated list and keeps the others. */
function completeList(current: string, values: readonly Candidate[]): readonly Candidate[] {
  const listPrefix = current.slice(0, current.lastIndexOf(',') + 1);
  return filterByPrefix(
    current,
    values.map(({ word, description }) => ({ word: listPrefix + word, description })),
  );
}

function filterByPrefix(prefix: string, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(prefix));
}

/**
 * Returns the lines to print for the shell, one per candidate at the cursor: the word, a tab and the
 * description.
 */
export async function completeLine(words: readonly string[]): Promise<readonly string[]> {
  const commandName = words.length > 1 ? words[0] : undefined;
  const shapes = await Promise.all(
    COMMANDS.map((entry) =>
      entry.name === commandName ? loadShape(entry) : createBareShape(entry.name, entry.summary),
    ),
  );
  return listCandidates(words, shapes, listKnownValues).map(
    ({ word, description }) => `${word}\t${description.replaceAll(/\s+/g, ' ')}`,
  );
}

async function loadShape(entry: CommandEntry): Promise<CommandShape> {
  return getCommandShape(await buildStandaloneCommand(entry), entry.summary);
}

/** Returns the shape of a command that is not being completed. Only its name is needed, so its module is not loaded. */
function createBareShape(name: string, description: string): CommandShape {
  return { name, description, options: [], argumentCount: 0 };
}
