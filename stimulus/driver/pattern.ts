const knownWords: number[] = [];

/** Returns `count` distinct words, always the same ones: a shader's read-only memory must not hold the same word twice. */
export function pattern(count: number): number[] {
  while (knownWords.length < count) knownWords.push(Math.imul(knownWords.length + 1, 0x9e3779b1) >>> 0);
  return knownWords.slice(0, count);
}
