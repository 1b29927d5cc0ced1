const knownWords: number[] = [];

/** Distinct words in a fixed order: read-only memory of shaders must differ from place to place. */
export function pattern(words: number): number[] {
  while (knownWords.length < words) knownWords.push(Math.imul(knownWords.length + 1, 0x9e3779b1) >>> 0);
  return knownWords.slice(0, words);
}
