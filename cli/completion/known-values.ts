import { INSTRUCTION_SETS, lookup } from '../../arch/index.js';
import { COVERAGE_ACTIONS } from '../../closure/coverage-command/index.js';
import { LISTINGS } from '../listings.js';
import type { Candidate } from './candidates.js';
import { SHELLS } from './scripts.js';

/** Options whose values are names in a listing; `set` takes a value after the name. */
const LISTED: Readonly<Record<string, string>> = lookup({
  '--chip': 'chips',
  '--fault': 'faults',
  '--test': 'tests',
  '--break-on': 'rules',
});

const ARGUMENTS: Readonly<Record<string, () => readonly Candidate[]>> = lookup({
  'run 0': () => listed('suites'),
  'qualify 0': () => listed('faults'),
  'list 0': () => plain(Object.keys(LISTINGS)),
  'coverage 0': () => plain(Object.keys(COVERAGE_ACTIONS)),
  'completion 0': () => plain(SHELLS),
});

/** Values with names known to the project; empty if a file or number is expected. */
export function knownValues(command: string, place: string | number): readonly Candidate[] {
  if (typeof place === 'number') return ARGUMENTS[`${command} ${place}`]?.() ?? [];
  if (place === '--set') return listed('knobs').map(({ word, text }) => ({ word: `${word}=`, text }));
  if (place === '--gfx') return plain(INSTRUCTION_SETS);
  const listing = LISTED[place];
  return listing === undefined ? [] : listed(listing);
}

function listed(listing: string): readonly Candidate[] {
  return LISTINGS[listing]!().map(({ name, id, text, title }) => ({
    word: String(name ?? id),
    text: String(text ?? title ?? ''),
  }));
}

function plain(words: readonly string[]): readonly Candidate[] {
  return words.map((word) => ({ word, text: '' }));
}
