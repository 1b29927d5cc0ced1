import type { CommandShape, OptionShape } from './command-shape.js';

/** A word that can be inserted at the cursor, and its description. */
export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/**
 * Returns the names that a command accepts as the value of an option (such as `--chip`) or of a positional
 * argument (given by its index).
 */
export type KnownValues = (command: string, parameter: string | number) => readonly Candidate[];

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
