import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { decode, encode } from '@msgpack/msgpack';
import type { Incident } from './batch.js';
import { isRunEvent } from './event-schema.js';

/** A record of `events.msgpack`. Columns have one entry a test; `first` is the plan position of the first one. */
export type RunEvent =
  | { readonly event: 'started'; readonly runId: string; readonly suite: string; readonly seed: string }
  | FinishedEvent
  | FailedEvent
  | { readonly event: 'resumed'; readonly kept: number }
  | { readonly event: 'merged'; readonly from: readonly string[] }
  | EndedEvent;

/** A batch has run; the `failed` records of its tests stand right before it. */
export interface FinishedEvent {
  readonly event: 'finished';
  readonly first: number;
  readonly outcomes: Uint8Array;
  readonly chips: Uint8Array;
  readonly waves: readonly number[];
  readonly cycles: readonly number[];
  readonly instructions: readonly number[];
  /** Counts of rules and checks and the packed coverage, as deflated MessagePack. */
  readonly totals: Uint8Array;
  /** Losses of workers that did not come again. */
  readonly incidents: readonly Incident[];
  /** Time that the run had taken so far, earlier sittings included. */
  readonly elapsedMs: number;
  /** Passing tests that printed something; absent where none did. */
  readonly printed?: number;
}

/** A test that did not pass. */
export interface FailedEvent {
  readonly event: 'failed';
  readonly test: string;
  readonly seed: string;
  readonly hash: string | null;
  readonly outcome: string;
  readonly signature: string;
  readonly rule: string;
  readonly waves: number;
  readonly summary: string;
}

/** The run has come to its end, with the figures that its document shows. */
export interface EndedEvent {
  readonly event: 'ended';
  readonly tests: number;
  readonly by: RunEnd;
  readonly seconds: number;
  /** What the thread that hands out tests and stores results took itself in the last sitting; absent after a merge or a kill. */
  readonly coordinatorSeconds?: number;
  /** Tests of earlier sittings, which were not run again. */
  readonly kept: number;
  readonly workers: number;
}

/**
 * Why a run ended: all tests ran, time was up, enough failures, the fault was seen, or the user stopped it.
 * `incomplete`: a merged run lacks tests that nobody ran.
 */
export type RunEnd = 'count' | 'time' | 'max-failures' | 'fault-seen' | 'interrupted' | 'incomplete';

/** The whole records at the beginning of a log, and the bytes that they take. */
export interface LogPrefix {
  readonly events: readonly RunEvent[];
  /** Bytes behind each record, from the start of the file. */
  readonly ends: readonly number[];
}

/** Marks of MessagePack: an array of two, a 32-bit number, bytes with a length of 32 bits. */
const ARRAY_OF_TWO = 0x92;
const UINT32 = 0xce;
const BIN32 = 0xc6;
const HEADER_BYTES = 11;

/** Appends records in one write, so that a killed run loses at most its tail. */
export function appendEvents(file: string, events: readonly RunEvent[]): void {
  appendFileSync(file, Buffer.concat(events.map(frame)));
}

/** All whole records of a log up to the first that is cut, damaged, or none of this version. */
export function readEvents(file: string): readonly RunEvent[] {
  return readLog(file).events;
}

/** The same with the places at which the records end. */
export function readLog(file: string): LogPrefix {
  const bytes = new Uint8Array(readFileSync(file));
  const events: RunEvent[] = [];
  const ends: number[] = [];
  for (let at = 0; ; ) {
    const payload = payloadAt(bytes, at);
    if (payload === undefined) return { events, ends };
    const event = decode(payload);
    if (!isRunEvent(event)) return { events, ends };
    at += HEADER_BYTES + payload.length;
    events.push(event);
    ends.push(at);
  }
}

/** A record is the MessagePack array [checksum, encoded event], with fixed widths: its damage shows before its content. */
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
