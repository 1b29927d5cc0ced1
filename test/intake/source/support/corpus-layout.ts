/** Yields the opcode and the word offset of each instruction in a SPIR-V module. */
export function* elementsOf(words: Uint32Array): Generator<{ readonly op: number; readonly offset: number }> {
  for (let offset = 5; offset < words.length; offset += words[offset]! >>> 16)
    yield { op: words[offset]! & 0xffff, offset };
}

type Kind = 'storageImage' | 'combined' | 'storageBuffer' | 'uniformBuffer' | 'uniformTexelBuffer';

/**
 * The bindings in the corpus's descriptor sets, in the order in which the corpus's driver laid them out: binding
 * number, kind and descriptor count.
 */
const SETS: readonly (readonly (readonly [binding: number, kind: Kind, count?: number])[])[] = [
  [
    [1, 'storageImage'],
    [3, 'storageImage'],
    [5, 'combined'],
    [8, 'storageImage'],
    [0, 'storageBuffer'],
    [2, 'storageBuffer'],
    [4, 'uniformBuffer'],
    [6, 'storageBuffer'],
    [7, 'uniformTexelBuffer'],
    [9, 'storageBuffer', 4],
  ],
  [
    [0, 'storageBuffer'],
    [1, 'combined'],
  ],
  [
    [0, 'storageImage'],
    [1, 'storageBuffer'],
  ],
];

const UNNAMED_BINDING = {
  name: '',
  format: undefined,
  dimension: undefined,
  isCoherent: false,
  isReadOnly: false,
  bytes: 0,
  members: [],
};

/** All bindings in the corpus's sets, numbered by offset. Older drivers need this to produce the same offsets. */
export const CORPUS_BINDINGS = SETS.flatMap((bindings, set) =>
  bindings.map(([, kind, count = 1], binding) => ({ ...UNNAMED_BINDING, set, binding, kind, count })),
);

const [DECORATE, BINDING, DESCRIPTOR_SET] = [71, 33, 34];

/** Returns a copy of a SPIR-V module with its bindings renumbered as in `CORPUS_BINDINGS`. */
export function renumberBindings(module: Uint8Array): Uint8Array {
  const words = new Uint32Array(Uint8Array.from(module).buffer);
  const sets = new Map<number, number>();
  for (const { op, offset } of elementsOf(words))
    if (op === DECORATE && words[offset + 2] === DESCRIPTOR_SET)
      sets.set(words[offset + 1]!, words[offset + 3]!);
  for (const { op, offset } of elementsOf(words)) {
    if (op !== DECORATE || words[offset + 2] !== BINDING) continue;
    words[offset + 3] = SETS[sets.get(words[offset + 1]!) ?? 0]!.findIndex(
      ([binding]) => binding === words[offset + 3],
    );
  }
  return new Uint8Array(words.buffer);
}
