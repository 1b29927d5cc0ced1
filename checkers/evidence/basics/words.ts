/** A word or address as messages print it, without leading zeros: `0x1f`. */
export function hex(word: number): string {
  return `0x${(word >>> 0).toString(16)}`;
}

/** A memory or register word as messages print it, with all digits: `0x0000001f`. */
export function wordText(word: number): string {
  return `0x${(word >>> 0).toString(16).padStart(8, '0')}`;
}

/** Consecutive words as messages print them. */
export function wordsText(words: readonly number[]): string {
  return words.map(wordText).join(' ');
}
