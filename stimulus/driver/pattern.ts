const known: number[] = [];

/** Distinct words in a fixed order: read-only memory of shaders must differ from place to place. */
export function pattern(words: number): number[] {
  while (known.length < words) known.push(Math.imul(known.length + 1, 0x9e3779b1) >>> 0);
  return known.slice(0, words);
}
