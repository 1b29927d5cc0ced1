import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendEvent, type RunEvent, readEvents } from '../../regression/event-log.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pops-tb-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const EVENTS: readonly RunEvent[] = [
  { event: 'started', runId: 'r', suite: 'smoke', seed: '0x1' },
  {
    event: 'finished',
    first: 0,
    outcomes: Uint8Array.of(0, 1),
    chips: Uint8Array.of(2, 2),
    waves: [10, 20],
    cycles: [100, 70_000],
  },
  { event: 'failed', test: 'a.1', seed: '0x2', hash: '01234567', outcome: 'failed', signature: 's' },
  { event: 'ended', tests: 2, by: 'count' },
];

describe('the event log', () => {
  it('reads back what was appended', () => {
    const file = join(folder, 'events.msgpack');
    for (const event of EVENTS) appendEvent(file, event);
    expect(readEvents(file)).toEqual(EVENTS);
  });

  it('keeps every whole record when the tail is cut anywhere', () => {
    const whole = join(folder, 'events.msgpack');
    const ends = EVENTS.map((event) => {
      appendEvent(whole, event);
      return readFileSync(whole).length;
    });
    const bytes = readFileSync(whole);
    const cut = join(folder, 'cut.msgpack');
    fc.assert(
      fc.property(fc.nat(bytes.length), (length) => {
        writeFileSync(cut, bytes.subarray(0, length));
        expect(readEvents(cut)).toEqual(EVENTS.slice(0, ends.filter((end) => end <= length).length));
      }),
    );
  });
});
