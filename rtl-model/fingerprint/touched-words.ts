import { forEachLane } from '../memory/access.js';
import type { AccessRecord } from '../memory/access-record.js';

/** The number of words per memory line. */
const LINE_WORDS = 32;

/**
 * Returns the words that an access touches: those that its lanes access or, for images and lanes with an address per
 * dword, all words of its memory lines.
 */
export function findTouchedWords(record: AccessRecord): ReadonlySet<number> {
  const { operation, offsets, lines, lineCount } = record;
  const words = new Set<number>();
  if (operation.space === 'image' || record.hasDwordAddresses === true) {
    for (let i = 0; i < lineCount; i++)
      for (let word = 0; word < LINE_WORDS; word++) words.add(lines[i] * LINE_WORDS + word);
    return words;
  }
  const count = Math.max(operation.dwords, (operation.bytes + 3) >> 2);
  forEachLane(record, (lane) => {
    const first = offsets[lane] >> 2;
    // An access that does not start on a word boundary may extend into the following word.
    const end = first + count + ((offsets[lane] & 3) === 0 ? 0 : 1);
    for (let word = first; offsets[lane] >= 0 && word < end; word++) words.add(word);
  });
  return words;
}
