import { elementsOf } from './spirv-words.js';

type Kind = 'storageImage' | 'combined' | 'storageBuffer' | 'uniformBuffer' | 'texels';

/** Bindings of the corpus's sets in its driver's layout order: each binding's number, kind and number of descriptors. */
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
    [7, 'texels'],
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

const UNNAMED = {
  name: '',
  format: undefined,
  dimension: undefined,
  isCoherent: false,
  isReadOnly: false,
  bytes: 0,
  words: [],
};

/** All bindings of the corpus's sets, numbered by offset, which older drivers need to produce the same offsets. */
export const CORPUS_BINDINGS = SETS.flatMap((bindings, set) =>
  bindings.map(([, kind, count = 1], binding) => ({ ...UNNAMED, set, binding, kind, count })),
);

const [DECORATE, BINDING, DESCRIPTOR_SET] = [71, 33, 34];

/** A module with its bindings renumbered as in `CORPUS_BINDINGS`. */
export function withCorpusBindings(module: Uint8Array): Uint8Array {
  const words = new Uint32Array(Uint8Array.from(module).buffer);
  const sets = new Map<number, number>();
  for (const { op, at } of elementsOf(words))
    if (op === DECORATE && words[at + 2] === DESCRIPTOR_SET) sets.set(words[at + 1]!, words[at + 3]!);
  for (const { op, at } of elementsOf(words)) {
    if (op !== DECORATE || words[at + 2] !== BINDING) continue;
    words[at + 3] = SETS[sets.get(words[at + 1]!) ?? 0]!.findIndex(([binding]) => binding === words[at + 3]);
  }
  return new Uint8Array(words.buffer);
}
