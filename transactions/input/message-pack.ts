import { decode } from '@msgpack/msgpack';
import { DEPTH_MAX, tooDeep } from './depth.js';
import { requireOwn } from './inherited-names.js';

/**
 * Decodes MessagePack bytes. Throws an error with a reason for invalid bytes and, before decoding, for lengths beyond the
 * input and nesting deeper than `DEPTH_MAX`.
 */
export function decodeMessagePack(bytes: Uint8Array): unknown {
  const end = messageEnd(bytes, 0, bytes.length);
  if (end === undefined) throw new Error('it ends within a value');
  if (end < bytes.length) throw new Error(`its end has ${bytes.length - end} surplus bytes`);
  // Binaries are views of the decoded bytes, of the same class.
  return decode(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    mapKeyConverter: ownKey,
  });
}

function ownKey(key: unknown): string | number {
  if (typeof key === 'number') return key;
  if (typeof key !== 'string') throw new Error('it has a key that is not text');
  requireOwn(key);
  return key;
}

/**
 * End of the value that starts at `from`; undefined if the bytes end first. Throws an error with a reason if
 * it is not MessagePack, is too deep, or needs more than `most` bytes: a list or map has at least one byte
 * per declared entry.
 */
export function messageEnd(bytes: Uint8Array, from: number, most: number): number | undefined {
  /** Values still expected in each open list or map. */
  const valuesLeft: number[] = [];
  for (let at = from; ; ) {
    if (at >= bytes.length) return undefined;
    const head = headAt(bytes, at);
    if (head === undefined) return undefined;
    at += head.bytes;
    if (at + head.values - from > most) {
      const [what, bytesLeft] =
        head.values > 0
          ? [`${head.values} values`, most - (at - from)]
          : [`${head.bytes} bytes`, most - (at - head.bytes - from)];
      throw new Error(`it declares ${what} where at most ${bytesLeft} bytes are left`);
    }
    if (at > bytes.length) return undefined;
    if (head.values > 0) {
      if (valuesLeft.length === DEPTH_MAX) throw tooDeep();
      valuesLeft.push(head.values);
      continue;
    }
    while (valuesLeft.length > 0 && --valuesLeft[valuesLeft.length - 1]! === 0) valuesLeft.pop();
    if (valuesLeft.length === 0) return at;
  }
}

/** Size of one value: its own bytes, including strings and binaries, and the number of nested values that follow. */
interface Head {
  readonly bytes: number;
  readonly values: number;
}

/** Bytes of the values 0xc0 to 0xdf, excluding their variable length; 0 for the unused one. */
const BYTES: readonly number[] = [
  1, 0, 1, 1, 2, 3, 5, 3, 4, 6, 5, 9, 2, 3, 5, 9, 2, 3, 5, 9, 3, 4, 6, 10, 18, 2, 3, 5, 3, 5, 3, 5,
];
/** Where the length of the values 0xc0 to 0xdf is, and what it counts: bytes, entries, or pairs of entries. */
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
const FIRST = 0xc0;
const LAST = 0xdf;

const ONE_BYTE: Head = { bytes: 1, values: 0 };
/** Heads by first byte, which has the length of maps and lists of up to 15 entries and of strings of up to 31 bytes. */
const HEADS: readonly Head[] = Array.from({ length: 0x100 }, (_, byte) => {
  if (byte >= 0x80 && byte < 0x90) return { bytes: 1, values: 2 * (byte - 0x80) };
  if (byte >= 0x90 && byte < 0xa0) return { bytes: 1, values: byte - 0x90 };
  if (byte >= 0xa0 && byte < FIRST) return { bytes: 1 + byte - 0xa0, values: 0 };
  if (byte < FIRST || byte > LAST) return ONE_BYTE;
  return { bytes: BYTES[byte - FIRST]!, values: 0 };
});

/** The head of the value at `at`; undefined if the bytes end within its length. Throws for a byte that begins no value. */
function headAt(bytes: Uint8Array, at: number): Head | undefined {
  const kind = bytes[at]!;
  const head = HEADS[kind]!;
  if (head.bytes === 0) throw new Error(`byte ${at} is 0x${kind.toString(16)}, which does not begin a value`);
  if (kind < FIRST || kind > LAST) return head;
  const length = LENGTHS[kind];
  if (length === undefined) return head;
  const [width, counts] = length;
  if (at + 1 + width > bytes.length) return undefined;
  let count = 0;
  for (let i = 0; i < width; i++) count = count * 0x100 + bytes[at + 1 + i]!;
  if (counts === 'bytes') return { bytes: head.bytes + count, values: 0 };
  return { bytes: head.bytes, values: counts === 'pairs' ? 2 * count : count };
}
