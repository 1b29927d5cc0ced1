import type { Gfx } from '../../../arch/index.js';
import type { MemoryObject, OrderedMemory } from '../../../transactions/index.js';
import type { Corpus } from '../../corpus.js';
import { rawBufferDescriptor } from '../../driver/raw-buffer.js';
import { parseWord } from '../../driver/words.js';
import type { Resource } from './layers.js';

/** The name of the corpus's storage image with 32-bit texels. */
const IMAGE_NAME = 'img';

/** The storage buffer: its name, and an arbitrary mapped address. */
const BUFFER = { name: 'locations', address: 2 ** 32 };

/** The memory and descriptor of the location array. */
export interface Storage {
  readonly name: string;
  readonly address: number;
  /** The descriptor of the image or buffer. */
  readonly descriptor: readonly number[];
  readonly bytesPerRow: number;
}

/** Returns storage for `rows` rows of `locations` locations. */
export function getStorage(
  resource: Resource,
  gfx: Gfx,
  corpus: Corpus,
  locations: number,
  rows: number,
): Storage {
  if (resource === 'ssbo') {
    const bytesPerRow = 4 * locations;
    return {
      ...BUFFER,
      descriptor: rawBufferDescriptor(gfx, BUFFER.address, rows * bytesPerRow),
      bytesPerRow,
    };
  }
  const image = corpus.descriptors(gfx).find(({ name }) => name === IMAGE_NAME);
  if (image?.pitch === undefined) throw new Error(`the corpus has no ${IMAGE_NAME} for ${gfx}`);
  return {
    name: image.name,
    address: Number.parseInt(image.address, 16),
    descriptor: image.words.map(parseWord),
    bytesPerRow: image.pitch,
  };
}

/**
 * Returns the storage's memory and its ordered layout. `getWord` supplies the expected final value of each location; if
 * omitted, only the reference computes these values.
 */
export function createStorageMemory(
  { name, address, bytesPerRow }: Storage,
  rows: number,
  { locations, perPixel }: { readonly locations: number; readonly perPixel: number },
  getWord?: (location: number, row: number) => number,
): { memory: MemoryObject[]; ordered: OrderedMemory[] } {
  const bytes = rows * bytesPerRow;
  const object: MemoryObject = { name, address, bytes, initial: [], compare: { kind: 'bytes' } };
  const words = Array.from({ length: bytes / 4 }, (_, word) => {
    const location = word % (bytesPerRow / 4);
    return location < locations ? (getWord?.(location, Math.floor(word / (bytesPerRow / 4))) ?? 0) : 0;
  });
  return {
    memory: [getWord === undefined ? object : { ...object, expected: { words } }],
    ordered: [{ object: name, layout: { kind: 'pixel-rows', bytesPerPixel: 4 * perPixel, bytesPerRow } }],
  };
}
