import { INSTRUCTION_SETS, lookup } from '../../arch/index.js';
import { COVERAGE_ACTIONS } from '../../closure/coverage-command/index.js';
import { LISTINGS } from '../listings.js';
import type { Candidate } from './candidates.js';
import { SHELLS } from './scripts.js';

/** Options whose values are the names in a listing, and the listing. */
const OPTION_LISTINGS: Readonly<Record<string, string>> = lookup({
  '--chip': 'chips',
  '--fault': 'faults',
  '--test': 'tests',
  '--break-on': 'rules',
});

/** Candidates for positional arguments. A key consists of a command and the index of the argument. */
const ARGUMENTS: Readonly<Record<string, () => readonly Candidate[]>> = lookup({
  'run 0': () => candidatesFrom('suites'),
  'qualify 0': () => candidatesFrom('faults'),
  'list 0': () => withoutDescriptions(Object.keys(LISTINGS)),
  'coverage 0': () => withoutDescriptions(Object.keys(COVERAGE_ACTIONS)),
  'completion 0': () => withoutDescriptions(SHELLS),
});

/** Returns the names that an option or argument accepts, or none if it takes a file or a number. */
export function knownValues(command: string, parameter: string | number): readonly Candidate[] {
  if (typeof parameter === 'number') return ARGUMENTS[`${command} ${parameter}`]?.() ?? [];
  if (parameter === '--set')
    return candidatesFrom('knobs').map(({ word, text }) => ({ word: `${word}=`, text }));
  if (parameter === '--gfx') return withoutDescriptions(INSTRUCTION_SETS);
  const listing = OPTION_LISTINGS[parameter];
  return listing === undefined ? [] : candidatesFrom(listing);
}

function candidatesFrom(listing: string): readonly Candidate[] {
  return LISTINGS[listing]!().map(({ name, id, text, title }) => ({
    word: String(name ?? id),
    text: String(text ?? title ?? ''),
  }));
}

function withoutDescriptions(words: readonly string[]): readonly Candidate[] {
  return words.map((word) => ({ word, text: '' }));
}
