import type { MemoryObject } from '../../transactions/index.js';
import type { Corpus, CorpusRecord, DescriptorRecord } from '../corpus.js';
import { type MemoryContents, plainBuffer } from '../kit/draws.js';
import {
  createCodeMemory,
  createDriverObject,
  createSampleTable,
  createScratchTable,
  getAbi,
} from './abi.js';
import { listResources, type ResourcePlacement } from './resources.js';
import {
  getPushConstantsLow,
  getSetAddressLow,
  parseWord,
  RAW_POINTER_BUFFER_ADDRESS,
  splitAddress,
} from './words.js';

/**
 * The push constants of the corpus shaders, by name (corpus README, "Initial state of a wave"). `alpha` is the bits of a
 * float.
 */
export interface PushConstants
  extends Readonly<Record<'k' | 'primBase' | 'width' | 'flags' | 'alpha' | 'count', number>> {
  /** The low and high words of an address; by default, the address of the buffer `addr`. */
  readonly addr?: readonly [number, number];
}

/** The address of the buffer `addr`, as two words. */
export const RAW_POINTER_WORDS = splitAddress(RAW_POINTER_BUFFER_ADDRESS);

/** Returns the push constant block as eight words, in declaration order. */
export function packPushConstants(constants: PushConstants): readonly number[] {
  const { k, primBase, width, flags, alpha, count, addr = RAW_POINTER_WORDS } = constants;
  return [k, primBase, width, flags, alpha, count, ...addr].map((word) => word >>> 0);
}

const WORD_BYTES = 4;

/** The index of the NUM_RECORDS word in a buffer descriptor. */
const NUM_RECORDS_WORD = 2;

/** The name of the buffer reached only through `pc.addr` (docs/judging-shaders.md). */
const RAW_POINTER_BUFFER = 'addr';
/** The default size of that buffer in bytes. */
const RAW_POINTER_BYTES = 0x40000;

/** The user data source for `pc.addr`. */
const ADDRESS_SOURCE = 'pc+24';

/** An object that a program uses, by its binding name. */
export interface MemoryUse extends Omit<MemoryContents, 'expected'> {
  readonly name: string;
  /** The size in bytes; defaults to the size in the driver's descriptor. */
  readonly bytes?: number;
}

/**
 * Creates the memory objects for a program whose draws have the given push constants: its descriptor sets as written by the driver, the objects it uses (at the
 * addresses from the driver's example), copies of push constants, and scratch memory. Anything else stays unmapped, so
 * that a stray access faults instead of silently succeeding. Throws if a named object has no descriptor.
 */
export function buildMemory(
  corpus: Corpus,
  record: CorpusRecord,
  uses: readonly MemoryUse[],
  constants: readonly PushConstants[],
  waves: number,
): MemoryObject[] {
  const descriptors = corpus.descriptors(record.gfx);
  const { window } = getAbi(record);
  const resources = listResources(record);
  const copies = constants.map((drawConstants, draw) => createPushConstantCopy(record, drawConstants, draw));
  return [
    ...listDescriptorSets(record).map((set) => {
      const words = isSetInState(record, set)
        ? listStateWords(set, resources)
        : listDescriptorWords(set, descriptors, uses);
      const initial = Array.from(words, (word) => word ?? 0);
      return createDriverObject(`set${set}`, window + getSetAddressLow(set), initial);
    }),
    ...(listUserData(record).includes('pcbuf.lo') ? copies : []),
    ...createScratchTable(record, waves),
    ...uses.map((use) => createObject(use, descriptors, resources)),
    // These come last so that they don't shift the other objects' positions in caches.
    ...createSampleTable(record),
    ...createCodeMemory(record),
  ];
}

/**
 * Lists the names of all objects that a record's program can access: those in its descriptor sets; the buffer at
 * `pc.addr`, if used; and its resources other than samplers.
 */
export function listSceneObjects(record: CorpusRecord, corpus: Corpus): readonly string[] {
  const sets = listDescriptorSets(record).filter((set) => !isSetInState(record, set));
  const members = corpus.descriptors(record.gfx).filter(({ set }) => sets.includes(set));
  const pointees = listUserData(record).includes(ADDRESS_SOURCE) ? [{ name: RAW_POINTER_BUFFER }] : [];
  const others = listResources(record).filter(({ bytes }) => bytes > 0);
  return [...members, ...pointees, ...others.map((resource) => resource.given)].map(({ name }) => name);
}

/**
 * Returns the size in bytes of the object that a descriptor describes: the size of a buffer, or the height of an image
 * (from `… WxH` in its type) times its pitch.
 */
export function getObjectBytes(descriptor: DescriptorRecord): number {
  if (descriptor.size !== undefined) return descriptor.size;
  const height = Number(/\d+x(\d+)$/.exec(descriptor.type)?.[1]);
  return (descriptor.pitch ?? 0) * height;
}

/** Lists the descriptor set numbers in a record's user data, across all variants. */
function listDescriptorSets(record: CorpusRecord): number[] {
  const sets = listUserData(record).flatMap((source) => {
    const set = /^set(\d+)\.lo$/.exec(source)?.[1];
    return set === undefined ? [] : [Number(set)];
  });
  return [...new Set(sets)];
}

function listUserData({ abi, variants }: CorpusRecord): string[] {
  return [abi.user_data, ...variants.map(({ user_data }) => user_data ?? {})].flatMap(Object.values);
}

function createObject(
  { name, bytes, ...contents }: MemoryUse,
  descriptors: readonly DescriptorRecord[],
  resources: readonly ResourcePlacement[],
): MemoryObject {
  const place = (address: number, allBytes: number): MemoryObject =>
    plainBuffer({ name, address }, bytes ?? allBytes, contents);
  if (name === RAW_POINTER_BUFFER) return place(RAW_POINTER_BUFFER_ADDRESS, RAW_POINTER_BYTES);
  const resource = resources.find(({ given }) => given.name === name);
  if (resource !== undefined) return place(resource.address, resource.bytes);
  const descriptor = descriptors.find((candidate) => candidate.name === name);
  if (descriptor === undefined) throw new Error(`there is no descriptor named ${name}`);
  return place(Number.parseInt(descriptor.address, 16), getObjectBytes(descriptor));
}

function createPushConstantCopy(record: CorpusRecord, constants: PushConstants, draw: number): MemoryObject {
  const words = [...packPushConstants(constants)];
  for (const [byte, word] of Object.entries(record.push_words ?? {}))
    words[Number(byte) / WORD_BYTES] = parseWord(word);
  const filled = Array.from(words, (word) => word ?? 0);
  return createDriverObject(`pcbuf${draw}`, getAbi(record).window + getPushConstantsLow(draw), filled);
}

/** Lists the words of a descriptor set as the driver wrote it; unset ones are missing. */
function listDescriptorWords(
  set: number,
  descriptors: readonly DescriptorRecord[],
  uses: readonly MemoryUse[],
): readonly number[] {
  const words: number[] = [];
  for (const descriptor of descriptors.filter((d) => d.set === set)) {
    const bytes = uses.find((use) => use.name === descriptor.name)?.bytes;
    writeWords(words, descriptor.offset, descriptor.words.map(parseWord));
    if (bytes !== undefined) words[(descriptor.offset >> 2) + NUM_RECORDS_WORD] = bytes;
    if (descriptor.sampler_offset !== undefined) {
      writeWords(words, descriptor.sampler_offset, (descriptor.sampler_words ?? []).map(parseWord));
    }
  }
  return words;
}

/** Whether the state file defines the contents of the set. */
function isSetInState({ resources = [] }: CorpusRecord, setNumber: number): boolean {
  return resources.some(({ set }) => set === setNumber);
}

function listStateWords(set: number, resources: readonly ResourcePlacement[]): readonly number[] {
  const words: number[] = [];
  for (const { given, words: own } of resources)
    if (given.set === set) writeWords(words, given.offset ?? 0, own);
  return words;
}

function writeWords(words: number[], offset: number, written: readonly number[]): void {
  written.forEach((word, i) => {
    words[(offset >> 2) + i] = word;
  });
}
