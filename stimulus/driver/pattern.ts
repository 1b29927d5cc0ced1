const knownWords: number[] = [];

/** Distinct words in a fixed order: read-only memory of shaders must differ from place to place. */
export function pattern(count: number): number[] {
  while (knownWords.length < count) knownWords.push(Math.imul(knownWords.length + 1, 0x9e3779b1) >>> 0);
  return knownWords.slice(0, count);
}
