/** Formats a word or address without leading zeros, for messages: `0x1f`. */
export function hex(word: number): string {
  return `0x${(word >>> 0).toString(16)}`;
}

/** Formats a memory or register word with all digits, for messages: `0x0000001f`. */
export function wordText(word: number): string {
  return `0x${(word >>> 0).toString(16).padStart(8, '0')}`;
}

/** Formats consecutive words for messages. */
export function wordsText(words: readonly number[]): string {
  return words.map(wordText).join(' ');
}
