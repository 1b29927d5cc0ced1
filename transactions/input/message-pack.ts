import { decode } from '@msgpack/msgpack';
import { createDepthError, MAX_NESTING_DEPTH } from './depth.js';
import { rejectInheritedName } from './inherited-names.js';

/**
 * Decodes MessagePack bytes. Throws an error with a reason if the bytes are invalid. Before decoding, it also
 * rejects lengths beyond the input and nesting deeper than `MAX_NESTING_DEPTH`.
 */
export function decodeMessagePack(bytes: Uint8Array): unknown {
  const end = findMessageEnd(bytes, 0, bytes.length);
  if (end === undefined) throw new Error('it is truncated');
  if (end < bytes.length) throw new Error(`it has trailing bytes (${bytes.length - end})`);
  // Binary values are views of the decoded bytes, and have the same class.
  return decode(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    mapKeyConverter: requireOwnKey,
  });
}

function requireOwnKey(key: unknown): string | number {
  if (typeof key === 'number') return key;
  if (typeof key !== 'string') throw new Error('it has a key that is not a string');
  rejectInheritedName(key);
  return key;
}

/**
 * Returns the offset after the value that starts at `from`, or undefined if the input ends first. Throws an error
 * with a reason if it is not MessagePack, is nested too deeply, or needs more than `max` bytes. A list or map
 * needs at least one byte per declared entry.
 */
export function findMessageEnd(bytes: Uint8Array, from: number, max: number): number | undefined {
  /** The number of values that each open list or map still expects. */
  const remainingValues: number[] = [];
  for (let offset = from; ; ) {
    if (offset >= bytes.length) return undefined;
    const header = readHeader(bytes, offset);
    if (header === undefined) return undefined;
    offset += header.bytes;
    if (offset + header.values - from > max) {
      const [declared, remainingBytes] =
        header.values > 0
          ? [`${header.values} values`, max - (offset - from)]
          : [`${header.bytes} bytes`, max - (offset - header.bytes - from)];
      throw new Error(`it declares ${declared}, but at most ${remainingBytes} bytes remain`);
    }
    if (offset > bytes.length) return undefined;
    if (header.values > 0) {
      if (remainingValues.length === MAX_NESTING_DEPTH) throw createDepthError();
      remainingValues.push(header.values);
      continue;
    }
    while (remainingValues.length > 0 && --remainingValues[remainingValues.length - 1]! === 0)
      remainingValues.pop();
    if (remainingValues.length === 0) return offset;
  }
}

/**
 * The size of one value: the bytes it occupies itself, including the contents of strings and binary values, and
 * the number of nested values that follow.
 */
interface Header {
  readonly bytes: number;
  readonly values: number;
}

/** Size in bytes of values 0xc0 to 0xdf without their variable-length contents; 0 for the unused code. */
const HEADER_BYTES: readonly number[] = [
  1, 0, 1, 1, 2, 3, 5, 3, 4, 6, 5, 9, 2, 3, 5, 9, 2, 3, 5, 9, 3, 4, 6, 10, 18, 2, 3, 5, 3, 5, 3, 5,
];
/** The width of the length field for values 0xc0 to 0xdf, and whether it counts bytes, entries, or pairs of entries. */
const LENGTHS: Readonly<Record<number, readonly [width: 1 | 2 | 4, counts: 'bytes' | 'values' | 'pairs']>> = {
  196: [1, 'bytes'],
  197: [2, 'bytes'],
  198: [4, 'bytes'],
  199: [1, 'bytes'],
  200: [2, 'bytes'],
  201: [4, 'bytes'],
  217: [1, 'bytes'],
  218: [2, 'bytes'],
  219: [4, 'bytes'],
  220: [2, 'values'],
  221: [4, 'values'],
  222: [2, 'pairs'],
  223: [4, 'pairs'],
};
const FIRST_CODE = 0xc0;
const LAST_CODE = 0xdf;

const ONE_BYTE: Header = { bytes: 1, values: 0 };
/**
 * Headers by first byte, which contains the length of maps and lists of up to 15 entries, and of strings of
 * up to 31 bytes.
 */
const HEADERS: readonly Header[] = Array.from({ length: 0x100 }, (_, byte) => {
  if (byte >= 0x80 && byte < 0x90) return { bytes: 1, values: 2 * (byte - 0x80) };
  if (byte >= 0x90 && byte < 0xa0) return { bytes: 1, values: byte - 0x90 };
  if (byte >= 0xa0 && byte < FIRST_CODE) return { bytes: 1 + byte - 0xa0, values: 0 };
  if (byte < FIRST_CODE || byte > LAST_CODE) return ONE_BYTE;
  return { bytes: HEADER_BYTES[byte - FIRST_CODE]!, values: 0 };
});

/**
 * Returns the header of the value at `offset`, or undefined if the input ends within its length. Throws if the
 * byte does not begin a value.
 */
function readHeader(bytes: Uint8Array, offset: number): Header | undefined {
  const kind = bytes[offset]!;
  const header = HEADERS[kind]!;
  if (header.bytes === 0)
    throw new Error(`byte ${offset} is 0x${kind.toString(16)}, which does not begin a value`);
  if (kind < FIRST_CODE || kind > LAST_CODE) return header;
  const length = LENGTHS[kind];
  if (length === undefined) return header;
  const [width, counts] = length;
  if (offset + 1 + width > bytes.length) return undefined;
  let count = 0;
  for (let i = 0; i < width; i++) count = count * 0x100 + bytes[offset + 1 + i]!;
  if (counts === 'bytes') return { bytes: header.bytes + count, values: 0 };
  return { bytes: header.bytes, values: counts === 'pairs' ? 2 * count : count };
}
