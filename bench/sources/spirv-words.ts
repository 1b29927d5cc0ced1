/** Yields the opcode and the word offset of each instruction in a SPIR-V module. */
export function* elementsOf(words: Uint32Array): Generator<{ readonly op: number; readonly offset: number }> {
  for (let offset = 5; offset < words.length; offset += words[offset]! >>> 16)
    yield { op: words[offset]! & 0xffff, offset };
}
