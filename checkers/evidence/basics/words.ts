/** Formats a word or address for a message, without leading zeros: `0x1f`. */
export function hex(word: number): string {
  return `0x${(word >>> 0).toString(16)}`;
}

/** Formats a memory or register word for a message, with all digits: `0x0000001f`. */
export function wordText(word: number): string {
  return `0x${(word >>> 0).toString(16).padStart(8, '0')}`;
}

/** Formats consecutive words for a message. */
export function wordsText(words: readonly number[]): string {
  return words.map(wordText).join(' ');
}
