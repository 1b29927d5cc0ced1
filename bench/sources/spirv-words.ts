/** Instructions of a SPIR-V module: number and place. */
export function* elementsOf(words: Uint32Array): Generator<{ readonly op: number; readonly at: number }> {
  for (let at = 5; at < words.length; at += words[at]! >>> 16) yield { op: words[at]! & 0xffff, at };
}
