const known: number[] = [];

/** So many different words in a fixed order: what shaders read and no one wrote must tell places apart. */
export function pattern(words: number): number[] {
  while (known.length < words) known.push(Math.imul(known.length + 1, 0x9e3779b1) >>> 0);
  return known.slice(0, words);
}
