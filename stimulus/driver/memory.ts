import type { MemoryObject } from '../../transactions/index.js';
import type { Corpus, DescriptorRecord } from '../corpus.js';
import { parseWord } from './words.js';

/** High half of descriptor and code addresses, as the 48 bits of an address carry it (corpus README). */
const DESCRIPTOR_WINDOW = 0x8000 * 2 ** 32;

/** Descriptor set N lies this far behind set N-1; well below the 4 GiB that `setN.lo` can name. */
const SET_DISTANCE = 0x1000;
const FIRST_SET = 0x10000;

/** Low address word of a descriptor set, for the user SGPR `setN.lo`. */
export function setAddressLow(set: number): number {
  return FIRST_SET + set * SET_DISTANCE;
}

/** Which buffer a program reaches, and how large the test makes it. */
export interface BufferUse {
  readonly name: string;
  readonly bytes: number;
  readonly initial?: readonly number[];
  readonly compare?: MemoryObject['compare'];
}

/**
 * Memory objects for a program: its descriptor sets as the driver writes them, and the buffers it reaches, at
 * the driver's own example addresses but with the size that the test wants. What is not listed stays unmapped,
 * so that a stray access is a fault and not a silent success.
 */
export function buildMemory(
  corpus: Corpus,
  gfx: string,
  sets: readonly number[],
  uses: readonly BufferUse[],
): MemoryObject[] {
  const descriptors = corpus.descriptors(gfx);
  const objects = sets.map((set) => descriptorSet(set, descriptors, uses));
  for (const use of uses) {
    const descriptor = descriptors.find((d) => d.name === use.name);
    if (descriptor === undefined) throw new Error(`no descriptor is called ${use.name}`);
    objects.push({
      name: use.name,
      address: parseWord(descriptor.words[0]) + (parseWord(descriptor.words[1]) & 0xffff) * 2 ** 32,
      bytes: use.bytes,
      initial: use.initial ?? [],
      compare: use.compare ?? { kind: 'bytes' },
    });
  }
  return objects;
}

function descriptorSet(
  set: number,
  descriptors: readonly DescriptorRecord[],
  uses: readonly BufferUse[],
): MemoryObject {
  const words: number[] = [];
  for (const descriptor of descriptors.filter((d) => d.set === set)) {
    const use = uses.find((u) => u.name === descriptor.name);
    put(words, descriptor.offset, descriptor.words);
    if (use !== undefined && descriptor.size !== undefined) words[(descriptor.offset >> 2) + 2] = use.bytes;
    if (descriptor.sampler_offset !== undefined)
      put(words, descriptor.sampler_offset, descriptor.sampler_words ?? []);
  }
  const initial = Array.from(words, (word) => word ?? 0);
  return {
    name: `set${set}`,
    address: DESCRIPTOR_WINDOW + setAddressLow(set),
    bytes: initial.length * 4,
    initial,
    compare: { kind: 'bytes' },
  };
}

function put(words: number[], offset: number, texts: readonly string[]): void {
  texts.forEach((text, i) => {
    words[(offset >> 2) + i] = parseWord(text);
  });
}
