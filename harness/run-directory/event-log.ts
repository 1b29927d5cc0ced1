import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { encode } from '@msgpack/msgpack';
import { requirePlain } from '../../base/basics/index.js';
import { readInput } from '../../base/input/index.js';
import { decodeMessagePack } from '../../transactions/index.js';
import { isRunEvent } from './event-schema.js';
import type { RunEvent } from './run-event.js';

/** The complete records at the start of a log, and where they end. */
export interface LogPrefix {
  readonly events: readonly RunEvent[];
  /** End of each record, in bytes from the start of the file. */
  readonly ends: readonly number[];
}

/** MessagePack markers: an array of two, a 32-bit number, bytes with a 32-bit length. */
const ARRAY_OF_TWO = 0x92;
const UINT32 = 0xce;
const BIN32 = 0xc6;
const HEADER_BYTES = 11;

/** Start of every record with file hashes. */
const FILES_HEAD = Buffer.from(encode({ event: 'files', hashes: {} })).subarray(0, -1);

/** Appends records in one write, so a killed run loses at most its tail. */
export function appendEvents(file: string, events: readonly RunEvent[]): void {
  appendFileSync(file, Buffer.concat(events.map(frame)));
}

/** All complete records of a log up to the first that is truncated, damaged, or not of this version. */
export function readEvents(file: string): readonly RunEvent[] {
  return readLog(file).events;
}

/** The records of a log before the first unusable one, with their end positions. */
export function readLog(file: string): LogPrefix {
  requirePlain(file);
  const bytes = readInput('log', file);
  const events: RunEvent[] = [];
  const ends: number[] = [];
  for (const [payload, end] of payloadsIn(bytes)) {
    const event = eventOf(payload);
    if (event === undefined) break;
    events.push(event);
    ends.push(end);
  }
  return { events, ends };
}

/** File hashes in a log, in order; no other record is decoded. */
export function* readFileHashes(file: string): Generator<Readonly<Record<string, string>>> {
  requirePlain(file);
  for (const [payload] of payloadsIn(readInput('log', file))) {
    if (FILES_HEAD.compare(payload.subarray(0, FILES_HEAD.length)) !== 0) continue;
    const event = eventOf(payload);
    if (event?.event === 'files') yield event.hashes;
  }
}

/** Records with a valid checksum and their ends, up to the first that is truncated or damaged. */
function* payloadsIn(bytes: Uint8Array): Generator<readonly [payload: Uint8Array, end: number]> {
  for (let at = 0; ; ) {
    const payload = payloadAt(bytes, at);
    if (payload === undefined) return;
    at += HEADER_BYTES + payload.length;
    yield [payload, at];
  }
}

/** Undefined for bytes with a valid checksum that are still not a record. */
function eventOf(payload: Uint8Array): RunEvent | undefined {
  let event: unknown;
  try {
    event = decodeMessagePack(payload);
  } catch {
    return undefined;
  }
  return isRunEvent(event) ? event : undefined;
}

/**
 * A record is the MessagePack array [checksum, encoded event], with fixed widths: damage is detected before the
 * content is decoded.
 */
function frame(event: RunEvent): Buffer {
  const payload = encode(event, { ignoreUndefined: true });
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = ARRAY_OF_TWO;
  header[1] = UINT32;
  header.writeUInt32BE(checksum(payload), 2);
  header[6] = BIN32;
  header.writeUInt32BE(payload.length, 7);
  return Buffer.concat([header, payload]);
}

function payloadAt(bytes: Uint8Array, at: number): Uint8Array | undefined {
  const start = at + HEADER_BYTES;
  if (start > bytes.length) return undefined;
  if (bytes[at] !== ARRAY_OF_TWO || bytes[at + 1] !== UINT32 || bytes[at + 6] !== BIN32) return undefined;
  const header = new DataView(bytes.buffer, bytes.byteOffset + at, HEADER_BYTES);
  const end = start + header.getUint32(7);
  if (end > bytes.length) return undefined;
  const payload = bytes.subarray(start, end);
  return checksum(payload) === header.getUint32(2) ? payload : undefined;
}

function checksum(payload: Uint8Array): number {
  return createHash('sha256').update(payload).digest().readUInt32BE(0);
}
