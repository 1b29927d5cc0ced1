import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { decodeMultiStream } from '@msgpack/msgpack';
import { UsageError } from '../../transactions/index.js';
import { fileErrorText } from '../file-errors.js';
import { oneLine } from '../one-line.js';

const JSON_STARTS: readonly number[] = [0x7b, 0x20, 0x09, 0x0a, 0x0d];

/** How files begin that somebody may take for a trace; as MessagePack each would be a first record of a small number. */
const OTHER_STARTS: readonly { readonly bytes: readonly number[]; readonly what: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], what: 'begins with a byte-order mark of UTF-8' },
  { bytes: [0xff, 0xfe], what: 'seems to be UTF-16' },
  { bytes: [0xfe, 0xff], what: 'seems to be UTF-16' },
  { bytes: [0x7b, 0x00], what: 'seems to be UTF-16' },
  { bytes: [0x00, 0x7b], what: 'seems to be UTF-16' },
  { bytes: [0x1f, 0x8b], what: 'seems to be packed with gzip' },
];
const START_BYTES = 3;

/** `nil` in MessagePack, which is no record: behind the last one it shows that the file ends with a record and not within. */
const NIL = Uint8Array.of(0xc0);

/** One record of a trace file with how messages call it. */
export interface TraceValue {
  readonly value: unknown;
  readonly place: string;
}

/**
 * Records of a trace file one after another, without holding the file: JSON Lines, or MessagePack objects one behind the
 * other, told apart by the first byte. Throws `UsageError` for a file that is neither.
 */
export async function* readTrace(file: string): AsyncGenerator<TraceValue> {
  const chunks = chunksOf(file);
  const start: Uint8Array = (await chunks.next()).value ?? new Uint8Array();
  const whole = follow([start], chunks);
  const values = isJsonLines(file, start) ? jsonLines(file, whole) : messagePack(file, whole);
  for await (const each of values) yield each;
}

/** What a file holds, read once and in order as a pipe has to be; the first chunk is long enough to tell formats apart. */
async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  let start: Buffer | undefined = Buffer.alloc(0);
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      if (start === undefined) {
        yield chunk;
        continue;
      }
      start = Buffer.concat([start, chunk]);
      if (start.length < START_BYTES) continue;
      yield start;
      start = undefined;
    }
  } catch (error) {
    throw new UsageError(`Cannot read trace ${file}: ${fileErrorText(error)}`);
  }
  if (start !== undefined) yield start;
}

async function* follow<T>(...parts: readonly (Iterable<T> | AsyncIterable<T>)[]): AsyncGenerator<T> {
  for (const part of parts) yield* part;
}

function isJsonLines(file: string, start: Uint8Array): boolean {
  const other = OTHER_STARTS.find(({ bytes }) => bytes.every((byte, at) => start[at] === byte));
  if (other !== undefined) {
    throw new UsageError(
      `Invalid trace ${file}: it ${other.what}; expected JSON Lines in UTF-8 without a byte-order mark, or MessagePack`,
    );
  }
  return start.length === 0 || JSON_STARTS.includes(start[0]!);
}

async function* jsonLines(file: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TraceValue> {
  let number = 0;
  const lines = createInterface({ input: Readable.from(chunks), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    const place = `trace ${file}, line ${number}`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new UsageError(`Invalid ${place}: it is broken JSON; expected one record a line`);
    }
    yield { value, place };
  }
}

async function* messagePack(file: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TraceValue> {
  let number = 0;
  let last: unknown;
  try {
    for await (const value of decodeMultiStream(follow(chunks, [NIL]))) {
      if (number > 0) yield { value: last, place: `trace ${file}, record ${number}` };
      last = value;
      number++;
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `Invalid trace ${file}: it is neither JSON Lines nor MessagePack after record ${number} (${oneLine(error)})`,
    );
  }
  if (last !== null)
    throw new UsageError(`Invalid trace ${file}: it ends within its last record; expected a whole one`);
}
