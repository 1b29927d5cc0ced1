import { encode } from '@msgpack/msgpack';
import type { RandomStream } from '../../../transactions/index.js';
import { mutateDocument } from '../mutate-document.js';
import { pick } from '../real-programs.js';

const CONTROL_CHARACTERS = '\x1b[2J\n::error::forged\u202e\u0000##[error]';

/** Strings that have broken parsers and printers. */
const HOSTILE_STRINGS: readonly string[] = [
  '',
  CONTROL_CHARACTERS,
  '../../../x',
  '__proto__',
  'constructor',
  'toString',
  '\ud800',
  'x'.repeat(5000),
  '0x1',
  '*',
  '['.repeat(500),
];
const HOSTILE_NUMBERS: readonly number[] = [
  -0,
  0,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 32 - 1,
  -(2 ** 31),
  0.5,
  255,
  256,
  16384,
];

/** Maximum nesting depth. The MessagePack encoder accepts at most a hundred levels. */
const MAX_NESTING = 80;

type Document = null | boolean | number | string | Document[] | { [key: string]: Document };

/**
 * Returns a copy of a document with the changes made by `mutateDocument` and, usually, one hostile change: a hostile
 * value, a long list, deep nesting or unknown keys.
 */
export function corruptDocument(random: RandomStream, document: unknown): unknown {
  const copy = mutateDocument(random, document) as Document;
  const locations = findLocations(copy);
  if (locations.length === 0 || random.below(3) === 0) return copy;
  const [parent, key] = pick(random, locations);
  (parent as { [key: string]: Document })[key] = corruptValue(
    random,
    (parent as { [key: string]: Document })[key]!,
  );
  return copy;
}

function corruptValue(random: RandomStream, value: Document): Document {
  switch (random.below(8)) {
    case 0:
      return pick(random, HOSTILE_STRINGS);
    case 1:
      return pick(random, HOSTILE_NUMBERS);
    case 2:
      return new Array<Document>(1 + random.below(2000)).fill(value);
    case 3:
      return nest(1 + random.below(MAX_NESTING), value);
    case 4:
      return { [pick(random, HOSTILE_STRINGS)]: value, toString: 0, valueOf: 0 };
    case 5:
      return Array.isArray(value) ? [...value, ...value] : [value];
    case 6:
      return typeof value === 'string' ? value + pick(random, HOSTILE_STRINGS) : null;
    default:
      return typeof value === 'object' && value !== null
        ? { ...value, [pick(random, HOSTILE_STRINGS)]: 1 }
        : CONTROL_CHARACTERS;
  }
}

function nest(depth: number, inner: Document): Document {
  let value = inner;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

function findLocations(document: Document): [parent: object, key: string][] {
  if (typeof document !== 'object' || document === null || ArrayBuffer.isView(document)) return [];
  return Object.entries(document).flatMap(([key, value]) => [
    [document, key] as [object, string],
    ...findLocations(value),
  ]);
}

const EDGE_WORDS: readonly number[] = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xdd, 0xdf, 0xc6, 64, 4096];

/** Returns a copy with some bytes changed, removed, duplicated, repeated or overwritten with a little-endian word. */
export function corruptBytes(random: RandomStream, bytes: Uint8Array): Uint8Array {
  let copy: Uint8Array = Uint8Array.from(bytes);
  for (let changes = 1 + random.below(4); changes > 0; changes--) copy = changeBytes(random, copy);
  return copy;
}

function changeBytes(random: RandomStream, bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) return Uint8Array.of(random.below(256));
  const offset = random.below(bytes.length);
  switch (random.below(7)) {
    case 0:
      bytes[offset] = random.below(256);
      return bytes;
    case 1:
      bytes[offset] ^= 1 << random.below(8);
      return bytes;
    case 2: {
      const wordOffset = offset & ~3;
      // `Buffer.concat` may return part of a shared buffer.
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      if (wordOffset + 4 <= bytes.length) view.setUint32(wordOffset, pick(random, EDGE_WORDS), true);
      return bytes;
    }
    case 3:
      return bytes.slice(0, offset);
    case 4:
      return Buffer.concat([
        bytes.subarray(0, offset),
        bytes.subarray(offset, offset + 1 + random.below(64)),
        bytes.subarray(offset),
      ]);
    case 5:
      return Buffer.concat([
        bytes.subarray(0, offset),
        new Uint8Array(random.below(3000)).fill(bytes[offset]!),
        bytes.subarray(offset),
      ]);
    default:
      return Buffer.concat([
        bytes.subarray(0, offset),
        bytes.subarray(Math.min(bytes.length, offset + 1 + random.below(8))),
      ]);
  }
}

const HOSTILE_TOKENS: readonly string[] = [
  '-',
  '(',
  ')',
  '[',
  's[0:1',
  'v255',
  '0x',
  '//',
  ';',
  '\t',
  '\r',
  ':',
  'offset:',
  'quad_perm:[',
  's_endpgm\n',
  'label:\n',
  CONTROL_CHARACTERS,
  '4294967296',
  '; state: {',
  'abs(',
];

/** Returns text with tokens inserted or repeated, or with characters removed. */
export function corruptText(random: RandomStream, text: string): string {
  let corrupted = text;
  for (let changes = 1 + random.below(3); changes > 0; changes--) {
    const offset = random.below(corrupted.length + 1);
    const repeats = random.below(4) === 0 ? random.below(3000) : 1;
    corrupted =
      random.below(4) === 0
        ? corrupted.slice(0, offset) + corrupted.slice(offset + 1 + random.below(20))
        : corrupted.slice(0, offset) + pick(random, HOSTILE_TOKENS).repeat(repeats) + corrupted.slice(offset);
  }
  return corrupted;
}

/** Encodes a document as MessagePack, with hostile changes before or after encoding. */
export function encodeHostilePack(random: RandomStream, document: unknown): Uint8Array {
  if (random.below(2) === 0) return corruptBytes(random, encode(document));
  return encode(corruptDocument(random, document), { ignoreUndefined: true });
}

/** Encodes a document as JSON, with hostile changes before or after encoding. */
export function encodeHostileJson(random: RandomStream, document: unknown): Uint8Array {
  if (random.below(4) > 0) return Buffer.from(JSON.stringify(corruptDocument(random, document)));
  return corruptBytes(random, Buffer.from(JSON.stringify(document)));
}
