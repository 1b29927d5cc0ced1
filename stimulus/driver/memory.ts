import type { MemoryObject } from '../../transactions/index.js';
import type { Corpus, DescriptorRecord } from '../corpus.js';
import { parseWord } from './words.js';

/** High half of descriptor and code addresses, as the 48 bits of an address carry it (corpus README). */
const DESCRIPTOR_WINDOW = 0x8000 * 2 ** 32;

/** Descriptor set N lies this far behind set N-1; well below the 4 GiB that `setN.lo` can name. */
const SET_DISTANCE = 0x1000;
const FIRST_SET = 0x10000;

/** Word of a buffer descriptor that holds NUM_RECORDS. */
const NUM_RECORDS_WORD = 2;

/** Low address word of a descriptor set, for the user SGPR `setN.lo`. */
export function setAddressLow(set: number): number {
  return FIRST_SET + set * SET_DISTANCE;
}

/** An object that a program reaches, by its binding name; without `bytes` as large as the driver's descriptor says. */
export interface MemoryUse {
  readonly name: string;
  readonly bytes?: number;
  readonly initial?: readonly number[];
  readonly compare?: MemoryObject['compare'];
}

/**
 * Memory objects for a program: its descriptor sets as the driver writes them, and the objects it reaches, at
 * the driver's own example addresses. What is not listed stays unmapped, so that a stray access is a fault and
 * not a silent success. Throws for a name that no descriptor has.
 */
export function buildMemory(
  corpus: Corpus,
  gfx: string,
  sets: readonly number[],
  uses: readonly MemoryUse[],
): MemoryObject[] {
  const descriptors = corpus.descriptors(gfx);
  const objects = sets.map((set) => descriptorSet(set, descriptors, uses));
  for (const use of uses) {
    const descriptor = descriptors.find((d) => d.name === use.name);
    if (descriptor === undefined) throw new Error(`no descriptor is called ${use.name}`);
    objects.push({
      name: use.name,
      address: Number.parseInt(descriptor.address, 16),
      bytes: use.bytes ?? objectBytes(descriptor),
      initial: use.initial ?? [],
      compare: use.compare ?? { kind: 'bytes' },
    });
  }
  return objects;
}

/** Bytes of the object behind a descriptor: a buffer's size, or an image's rows (`… WxH` in its type) of one pitch. */
export function objectBytes(descriptor: DescriptorRecord): number {
  if (descriptor.size !== undefined) return descriptor.size;
  const height = Number(/\d+x(\d+)$/.exec(descriptor.type)?.[1]);
  return (descriptor.pitch ?? 0) * height;
}

function descriptorSet(
  set: number,
  descriptors: readonly DescriptorRecord[],
  uses: readonly MemoryUse[],
): MemoryObject {
  const words: number[] = [];
  for (const descriptor of descriptors.filter((d) => d.set === set)) {
    const bytes = uses.find((use) => use.name === descriptor.name)?.bytes;
    put(words, descriptor.offset, descriptor.words);
    if (bytes !== undefined) words[(descriptor.offset >> 2) + NUM_RECORDS_WORD] = bytes;
    if (descriptor.sampler_offset !== undefined) {
      put(words, descriptor.sampler_offset, descriptor.sampler_words ?? []);
    }
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
