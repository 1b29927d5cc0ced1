/** A word or address as messages show it, without leading zeros: `0x1f`. */
export function hex(word: number): string {
  return `0x${(word >>> 0).toString(16)}`;
}

/** A word of memory or of a register as messages show it, with all its digits: `0x0000001f`. */
export function wordText(word: number): string {
  return `0x${(word >>> 0).toString(16).padStart(8, '0')}`;
}

/** Words in a row as messages show them. */
export function wordsText(words: readonly number[]): string {
  return words.map(wordText).join(' ');
}
