import { createHash } from 'node:crypto';
import { appendFileSync, statSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { encode } from '@msgpack/msgpack';
import { decodeMessagePack } from '../../transactions/index.js';
import { requirePlain } from '../basics/index.js';
import { readInput } from '../input/index.js';
import { isWrittenByOther } from '../records/run-lock.js';
import { isRunEvent, type RunEvent } from './run-event.js';

/** The complete records at the start of a log. */
export interface LogPrefix {
  readonly events: readonly RunEvent[];
  /** The offset at which each record ends, in bytes. */
  readonly ends: readonly number[];
}

/** The MessagePack marker for an array of two elements. */
const ARRAY_OF_TWO = 0x92;
/** The MessagePack marker for a 32-bit number. */
const UINT32 = 0xce;
/** The MessagePack marker for bytes with a 32-bit length. */
const BIN32 = 0xc6;
const HEADER_BYTES = 11;

/** The first bytes of every record that holds file hashes. */
const FILES_PREFIX = Buffer.from(encode({ event: 'files', hashes: {} })).subarray(0, -1);

/** The log last appended to, and its length in bytes, at which its last record ends. */
let lastAppended: { readonly file: string; readonly bytes: number } | undefined;

/**
 * Appends records in a single write, so that a killed run loses only the end of its log. First cuts off a partial record
 * that such a run left behind, since nothing after it would ever be read.
 */
export function appendEvents(file: string, events: readonly RunEvent[]): void {
  const end = cutPartialRecord(file);
  lastAppended = undefined;
  const frames = Buffer.concat(events.map(encodeFrame));
  appendFileSync(file, frames);
  lastAppended = { file, bytes: end + frames.length };
}

/** Cuts a log after its last complete record, unless another process is writing it. Returns its length in bytes. */
function cutPartialRecord(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  const bytes = stats?.isFile() ? stats.size : 0;
  if (bytes === 0 || (lastAppended?.file === file && lastAppended.bytes === bytes)) return bytes;
  let end = 0;
  for (const [, payloadEnd] of readPayloads(readInput('log', file))) end = payloadEnd;
  if (end < bytes && !isWrittenByOther(dirname(file))) truncateSync(file, end);
  return end;
}

/** Reads a log's records, up to the first that is truncated, corrupt or from another version. */
export function readEvents(file: string): readonly RunEvent[] {
  return readLog(file).events;
}

/** Like `readEvents`, but also returns where each record ends. */
export function readLog(file: string): LogPrefix {
  requirePlain(file);
  const bytes = readInput('log', file);
  const events: RunEvent[] = [];
  const ends: number[] = [];
  for (const [payload, end] of readPayloads(bytes)) {
    const event = decodeEvent(payload);
    if (event === undefined) break;
    events.push(event);
    ends.push(end);
  }
  return { events, ends };
}

/** What a log says of the run's files. */
interface LogScan {
  /** The file hashes, in order. */
  readonly hashes: readonly Readonly<Record<string, string>>[];
  /** The offset from which the log cannot be read; undefined if it is whole. No log is empty. */
  readonly damagedAt: number | undefined;
}

/** Reads the file hashes in a log without decoding any other records. */
export function scanLog(file: string): LogScan {
  requirePlain(file);
  const bytes = readInput('log', file);
  const hashes: Readonly<Record<string, string>>[] = [];
  let end = 0;
  for (const [payload, payloadEnd] of readPayloads(bytes)) {
    end = payloadEnd;
    if (FILES_PREFIX.compare(payload.subarray(0, FILES_PREFIX.length)) !== 0) continue;
    const event = decodeEvent(payload);
    if (event?.event === 'files') hashes.push(event.hashes);
  }
  return { hashes, damagedAt: end === 0 || end < bytes.length ? end : undefined };
}

/** Yields each record's payload and end, up to the first that is truncated or corrupt. */
function* readPayloads(bytes: Uint8Array): Generator<readonly [payload: Uint8Array, end: number]> {
  for (let offset = 0; ; ) {
    const payload = readPayload(bytes, offset);
    if (payload === undefined) return;
    offset += HEADER_BYTES + payload.length;
    yield [payload, offset];
  }
}

/** Decodes a record; undefined if the bytes are not a record despite their valid checksum. */
function decodeEvent(payload: Uint8Array): RunEvent | undefined {
  let event: unknown;
  try {
    event = decodeMessagePack(payload);
  } catch {
    return undefined;
  }
  return isRunEvent(event) ? event : undefined;
}

/**
 * Encodes a record as the MessagePack array [checksum, encoded event] with fixed widths, so that corruption is detected
 * before the content is decoded.
 */
function encodeFrame(event: RunEvent): Buffer {
  const payload = encode(event, { ignoreUndefined: true });
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = ARRAY_OF_TWO;
  header[1] = UINT32;
  header.writeUInt32BE(computeChecksum(payload), 2);
  header[6] = BIN32;
  header.writeUInt32BE(payload.length, 7);
  return Buffer.concat([header, payload]);
}

function readPayload(bytes: Uint8Array, offset: number): Uint8Array | undefined {
  const start = offset + HEADER_BYTES;
  if (start > bytes.length) return undefined;
  if (bytes[offset] !== ARRAY_OF_TWO || bytes[offset + 1] !== UINT32 || bytes[offset + 6] !== BIN32)
    return undefined;
  const header = new DataView(bytes.buffer, bytes.byteOffset + offset, HEADER_BYTES);
  const end = start + header.getUint32(7);
  if (end > bytes.length) return undefined;
  const payload = bytes.subarray(start, end);
  return computeChecksum(payload) === header.getUint32(2) ? payload : undefined;
}

function computeChecksum(payload: Uint8Array): number {
  return createHash('sha256').update(payload).digest().readUInt32BE(0);
}
