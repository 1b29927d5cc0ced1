import { appendFileSync, readFileSync } from 'node:fs';
import { decodeMulti, encode } from '@msgpack/msgpack';

/** A record of `events.msgpack`. Columns have one entry a test; `first` is the plan position of the first one. */
export type RunEvent =
  | { readonly event: 'started'; readonly runId: string; readonly suite: string; readonly seed: string }
  | {
      readonly event: 'finished';
      readonly first: number;
      readonly outcomes: Uint8Array;
      readonly chips: Uint8Array;
      readonly waves: readonly number[];
      readonly cycles: readonly number[];
    }
  | {
      readonly event: 'failed';
      readonly test: string;
      readonly seed: string;
      readonly hash: string | null;
      readonly outcome: string;
      readonly signature: string;
    }
  | { readonly event: 'ended'; readonly tests: number; readonly by: RunEnd };

/** Why a run ended: all tests ran, time was up, enough failures, the fault was seen, or the user stopped it. */
export type RunEnd = 'count' | 'time' | 'max-failures' | 'fault-seen' | 'interrupted';

/** Appends a record in one write, so that a killed run loses at most its tail. */
export function appendEvent(file: string, event: RunEvent): void {
  appendFileSync(file, encode(event));
}

/** All whole records of a log; a truncated tail is left out. */
export function readEvents(file: string): RunEvent[] {
  const events: RunEvent[] = [];
  const bytes = new Uint8Array(readFileSync(file));
  try {
    for (const event of decodeMulti(bytes)) events.push(event as RunEvent);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return events;
}
