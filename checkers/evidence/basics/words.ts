/** Number of lanes per word of a lane mask. */
export const LANES_PER_WORD = 32;

/** Returns whether a lane mask, passed as its low and high words, contains a lane from 0 to 63. */
export function hasLane(low: number, high: number, lane: number): boolean {
  return (((lane < LANES_PER_WORD ? low : high) >>> (lane % LANES_PER_WORD)) & 1) !== 0;
}

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
