import type { ExpectedContent, MemoryObject } from '../../../transactions/index.js';
import { formatWords } from '../../evidence/basics/words.js';
import type { Finding } from '../../kit.js';

/** A word or a group of words whose final contents differ from what the scenario expects. */
export interface UnexpectedContent {
  readonly object: MemoryObject;
  /** Index of the first word. */
  readonly word: number;
  readonly expected: readonly number[];
  readonly observed: readonly number[];
}

/**
 * Returns every word or group of words in an object whose final contents differ from `expected`. The words in a
 * group may be in any order.
 */
export function findUnexpected(
  object: MemoryObject,
  { words, groupWords = 1 }: ExpectedContent,
  observed: Int32Array,
): UnexpectedContent[] {
  const unexpected: UnexpectedContent[] = [];
  for (let word = 0; word < words.length; word += groupWords) {
    const expected = words.slice(word, word + groupWords);
    const found = Array.from(observed.subarray(word, word + expected.length));
    if (!haveSameWords(expected, found)) unexpected.push({ object, word, expected, observed: found });
  }
  return unexpected;
}

function haveSameWords(expected: readonly number[], observed: readonly number[]): boolean {
  const sort = (words: readonly number[]): number[] => words.map((word) => word >>> 0).sort((a, b) => a - b);
  const [expectedWords, observedWords] = [sort(expected), sort(observed)];
  return expectedWords.every((word, i) => word === observedWords[i]);
}

/** Describes a word or a group of words with unexpected contents. */
export function describeUnexpected(cycle: number, content: UnexpectedContent): Finding {
  const { object, word, expected, observed } = content;
  const isWord = expected.length === 1;
  const location = isWord ? `word ${word}` : `words ${word} to ${word + expected.length - 1}`;
  return {
    cycle,
    unit: 'memory',
    place: {},
    allowed: `The scenario expects ${location} of ${object.name} (address 0x${(object.address + 4 * word).toString(16)}) to be ${formatWords(expected)}${isWord ? '' : ', in any order'}.`,
    observed: `${isWord ? 'Its final value is' : 'Their final values are'} ${formatWords(observed)}.`,
    steps: [],
    hint: 'If the reference agrees with the observed value, suspect the program or the scenario first: these expected contents come from the scenario, not from the reference.',
  };
}
