import { expect, it } from 'vitest';
import { type CommandShape, listCandidates } from '../../../cli/completion/complete.js';

const RUN: CommandShape = {
  name: 'run',
  description: 'run a suite',
  options: [
    { flag: '--fault', description: 'inject', takesValue: true, choices: [] },
    { flag: '--format', description: 'as', takesValue: true, choices: ['text', 'json'] },
    { flag: '--json', description: 'print JSON', takesValue: false, choices: [] },
  ],
  argumentCount: 1,
};
const REPLAY: CommandShape = { name: 'replay', description: 'run again', options: [], argumentCount: 1 };

function complete(...words: string[]): readonly string[] {
  const knownValues = (command: string, parameter: string | number) =>
    command === 'run' && parameter === '--fault'
      ? ['F1', 'F10', 'F2'].map((word) => ({ word, description: '' }))
      : command === 'run' && parameter === 0
        ? ['smoke', 'soak', 'nightly'].map((word) => ({ word, description: '' }))
        : [];
  return listCandidates(words, [RUN, REPLAY], knownValues).map(({ word }) => word);
}

it.each([
  ['the commands', ['r'], ['run', 'replay']],
  ['all commands if nothing has been typed yet', [''], ['run', 'replay']],
  ['the options after a dash', ['run', '--f'], ['--fault', '--format']],
  ['the names that an option accepts', ['run', '--fault', 'F1'], ['F1', 'F10']],
  ['the last name in a comma-separated list', ['run', '--fault', 'F2,F1'], ['F2,F1', 'F2,F10']],
  ['the values after an equals sign', ['run', '--fault=F2'], ['--fault=F2']],
  ['the choices that the parser knows', ['run', '--format', 't'], ['text']],
  [
    'the names that an argument accepts, even after options and their values',
    ['run', '--fault', 'F1', '--json', 's'],
    ['smoke', 'soak'],
  ],
  ['nothing where a file is expected', ['replay', 'out'], []],
  ['nothing after a word that is not a command', ['rum', '--f'], []],
])('completion offers %s', (_, words, expected) => {
  expect(complete(...words)).toEqual(expected);
});
