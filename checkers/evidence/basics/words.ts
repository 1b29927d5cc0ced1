/** Formats a word or address without leading zeros, for messages: `0x1f`. */
export function formatHex(word: number): string {
  return `0x${(word >>> 0).toString(16)}`;
}

/** Formats a memory or register word with all digits, for messages: `0x0000001f`. */
export function formatWord(word: number): string {
  return `0x${(word >>> 0).toString(16).padStart(8, '0')}`;
}

/** Formats consecutive words for messages. */
export function formatWords(words: readonly number[]): string {
  return words.map(formatWord).join(' ');
}
