const converter = new DataView(new ArrayBuffer(4));

/** Returns the bit pattern of a value converted to float32. */
export function toFloatBits(value: number): number {
  converter.setFloat32(0, value);
  return converter.getUint32(0);
}

/** Rounds a value to the nearest float32. */
export function roundToFloat32(value: number): number {
  return Math.fround(value);
}

/** Parses a word as printed in corpus files (`0x…`). */
export function parseWord(text: string): number {
  return Number.parseInt(text, 16) >>> 0;
}

/** Formats a word as printed in corpus files. */
export function formatCorpusWord(word: number): string {
  return `0x${(word >>> 0).toString(16).padStart(8, '0')}`;
}
