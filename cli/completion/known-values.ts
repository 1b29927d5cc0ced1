import { INSTRUCTION_SETS, lookup } from '../../arch/index.js';
import { COVERAGE_ACTIONS } from '../../closure/coverage-command/index.js';
import { LISTINGS } from '../listings.js';
import type { Candidate } from './candidates.js';
import { SHELLS } from './scripts.js';

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
export function listKnownValues(command: string, parameter: string | number): readonly Candidate[] {
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
