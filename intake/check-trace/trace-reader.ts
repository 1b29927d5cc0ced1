import { statSync } from 'node:fs';
import { describeFileError, formatOneLine } from '../../harness/basics/index.js';
import { getMaxBytes, makeTooLargeError, openStream } from '../../harness/input/index.js';
import { decodeMessagePack, findMessageEnd, parseJson, UsageError } from '../../transactions/index.js';

const JSON_START_BYTES: readonly number[] = [0x7b, 0x20, 0x09, 0x0a, 0x0d];

/** Prefixes of files that a user may mistake for a trace. As MessagePack, each would decode to a small number. */
const FOREIGN_PREFIXES: readonly { readonly bytes: readonly number[]; readonly problem: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], problem: 'starts with a UTF-8 byte-order mark' },
  { bytes: [0xff, 0xfe], problem: 'seems to be UTF-16' },
  { bytes: [0xfe, 0xff], problem: 'seems to be UTF-16' },
  { bytes: [0x7b, 0x00], problem: 'seems to be UTF-16' },
  { bytes: [0x00, 0x7b], problem: 'seems to be UTF-16' },
  { bytes: [0x24, 0x64], problem: 'seems to be a value change dump (see --vcd)' },
  { bytes: [0x24, 0x63], problem: 'seems to be a value change dump (see --vcd)' },
  { bytes: [0x1f, 0x8b], problem: 'seems to be compressed with gzip' },
];
const MIN_START_BYTES = 3;

const NEWLINE = 0x0a;
const WHITESPACE: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];

/** Thrown if a trace's last record is truncated because its writer was stopped. `reason` says where. */
export class TruncatedRecordError extends UsageError {
  constructor(
    message: string,
    readonly reason: string,
  ) {
    super(message);
  }
}

/**
 * Returns whether a trace is read while it is being written, for example through a pipe. Throws `UsageError` if the
 * file is missing.
 */
export function isStream(file: string): boolean {
  try {
    return file === '-' || !statSync(file).isFile();
  } catch (error) {
    throw new UsageError(`Cannot read trace ${file}: ${describeFileError(error)}`);
  }
}

/** A record of a trace file, and its location for error messages. */
interface TraceValue {
  readonly value: unknown;
  readonly location: string;
}

/**
 * Streams the records of a trace file. Its first byte determines whether it is read as JSON Lines or as a sequence of
 * MessagePack objects. Calls `onChunk` with each chunk as it arrives. Throws `UsageError` for other files, and
 * `TruncatedRecordError` if the last record is truncated.
 */
export async function* readTrace(
  file: string,
  onChunk: (chunk: Uint8Array) => void = () => undefined,
): AsyncGenerator<TraceValue> {
  const chunks = readChunks(file, onChunk);
  try {
    const start: Uint8Array = (await chunks.next()).value ?? new Uint8Array();
    const allChunks = concatenate([start], chunks);
    yield* isJsonLines(file, start) ? readJsonLines(file, allChunks) : readMessagePack(file, allChunks);
  } finally {
    // Closes the file if the trace was rejected before its second chunk.
    await chunks.return(undefined);
  }
}

/**
 * Streams a file's content, reading it once and in order so that pipes work. The first chunk is long enough to detect
 * the format.
 */
async function* readChunks(
  file: string,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array, undefined> {
  let start: Buffer | undefined = Buffer.alloc(0);
  try {
    for await (const chunk of openStream(file)) {
      onChunk(chunk);
      if (start === undefined) {
        yield chunk;
        continue;
      }
      start = Buffer.concat([start, chunk]);
      if (start.length < MIN_START_BYTES) continue;
      yield start;
      start = undefined;
    }
  } catch (error) {
    throw new UsageError(`Cannot read trace ${file}: ${describeFileError(error)}`);
  }
  if (start !== undefined) yield start;
}

async function* concatenate<T>(...parts: readonly (Iterable<T> | AsyncIterable<T>)[]): AsyncGenerator<T> {
  for (const part of parts) yield* part;
}

function isJsonLines(file: string, start: Uint8Array): boolean {
  const other = FOREIGN_PREFIXES.find(({ bytes }) => bytes.every((byte, i) => start[i] === byte));
  if (other !== undefined) {
    throw new UsageError(
      `Invalid trace ${file}: it ${other.problem}; expected JSON Lines in UTF-8 without a byte-order mark, or MessagePack`,
    );
  }
  return start.length === 0 || JSON_START_BYTES.includes(start[0]!);
}

async function* readJsonLines(file: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TraceValue> {
  let lineNumber = 0;
  for await (const line of splitRecords(file, chunks, findLineEnd)) {
    lineNumber++;
    if (line.every((byte) => WHITESPACE.includes(byte))) continue;
    const location = `trace ${file}, line ${lineNumber}`;
    let value: unknown;
    try {
      value = parseJson(line);
    } catch (error) {
      const problem = `malformed JSON (${formatOneLine(error)}); expected one record per line`;
      if (line.at(-1) === NEWLINE) throw new UsageError(`Invalid ${location}: ${problem}`);
      throw new TruncatedRecordError(
        `Invalid ${location}: the file ends within a record, or has ${problem}`,
        `it ends within line ${lineNumber}, or that line has ${problem}`,
      );
    }
    yield { value, location };
  }
}

/** Returns the index after the next newline, or undefined if none has arrived. */
function findLineEnd(bytes: Uint8Array, from: number): number | undefined {
  const newline = bytes.indexOf(NEWLINE, from);
  return newline < 0 ? undefined : newline + 1;
}

async function* readMessagePack(file: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TraceValue> {
  let recordCount = 0;
  const findEnd = (bytes: Uint8Array, from: number): number | undefined => {
    try {
      return findMessageEnd(bytes, from, getMaxBytes('traceRecord'));
    } catch (error) {
      throw makeFormatError(file, recordCount, error);
    }
  };
  for await (const record of splitRecords(file, chunks, findEnd)) {
    if (findEnd(record, 0) === undefined)
      throw new TruncatedRecordError(
        `Invalid trace ${file}: its last record is truncated`,
        `it ends within record ${recordCount + 1}`,
      );
    let value: unknown;
    try {
      value = decodeMessagePack(record);
    } catch (error) {
      throw makeFormatError(file, recordCount, error);
    }
    recordCount++;
    yield { value, location: `trace ${file}, record ${recordCount}` };
  }
}

function makeFormatError(file: string, records: number, error: unknown): UsageError {
  return new UsageError(
    `Invalid trace ${file}: it is neither JSON Lines nor MessagePack after record ${records} (${formatOneLine(error)})`,
  );
}

/**
 * Yields the records of a stream, as delimited by `findEnd`. Any bytes after the last delimiter form a final record. A
 * record that spans many chunks is only rechecked once its size has doubled, which keeps the time linear.
 */
async function* splitRecords(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  findEnd: (bytes: Uint8Array, from: number) => number | undefined,
): AsyncGenerator<Uint8Array> {
  const maxBytes = getMaxBytes('traceRecord');
  let pending: Uint8Array = new Uint8Array();
  let newChunks: Uint8Array[] = [];
  let byteCount = 0;
  const completeRecords = function* (): Generator<Uint8Array> {
    pending = Buffer.concat([pending, ...newChunks]);
    newChunks = [];
    let from = 0;
    for (let end = findEnd(pending, 0); end !== undefined; end = findEnd(pending, from)) {
      yield pending.subarray(from, end);
      from = end;
    }
    pending = pending.subarray(from);
    byteCount = pending.length;
  };
  for await (const chunk of chunks) {
    newChunks.push(chunk);
    byteCount += chunk.length;
    if (byteCount >= Math.min(2 * pending.length, maxBytes)) yield* completeRecords();
    if (byteCount <= maxBytes) continue;
    throw new UsageError(
      `Invalid trace ${file}: one record is too long: ${makeTooLargeError('traceRecord', byteCount).message}`,
    );
  }
  yield* completeRecords();
  if (pending.length > 0) yield pending;
}
