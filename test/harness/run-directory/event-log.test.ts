import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { appendEvents, readEvents } from '../../../harness/run-directory/event-log.js';
import { readResults } from '../../../harness/run-directory/logged-result.js';
import type { RunEvent } from '../../../harness/run-directory/run-event.js';

const FAILED_EVENT = {
  event: 'failed',
  test: 'a.1',
  seed: '0x2',
  hash: null,
  outcome: 'failed',
  signature: 'ORD-06 spi gfx10.3 a',
  rule: 'ORD-06',
  waves: 3,
  summary: 'seen',
} as const satisfies RunEvent;

it.each([
  [{ signature: 'x'.repeat(17_000) }, 'the signature of a.1: it is 16.7 KiB; expected at most 16 KiB'],
  [{ rule: 'x'.repeat(17_000) }, 'the rule of a.1'],
  [{ fired: ['ORD-06 spi', 'x'.repeat(17_000)] }, 'the error of a.1'],
])('rejects a log that contains an overlong name, and explains how to read it anyway', (changes, message) => {
  const readLog = (): unknown => [...readResults([{ ...FAILED_EVENT, ...changes }])];
  expect(readLog).toThrow(`Invalid log: ${message}`);
  expect(readLog).toThrow('--limits 2 allows it');
});

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
    instructions: [5, 6],
    totals: Uint8Array.of(1, 2, 3),
    incidents: [],
    elapsedMs: 12.5,
  },
  {
    event: 'failed',
    test: 'a.1',
    seed: '0x2',
    hash: '01234567',
    outcome: 'failed',
    signature: 's',
    rule: 'ORD-02',
    waves: 3,
    summary: 'it went wrong',
  },
  { event: 'ended', tests: 2, by: 'count', seconds: 1.5, kept: 0, workers: 2 },
];

describe('the event log', () => {
  it('round-trips appended records', () => {
    const file = join(folder, 'events.msgpack');
    appendEvents(file, EVENTS);
    expect(readEvents(file)).toEqual(EVENTS);
  });

  it('is read up to a record from a different version', () => {
    const file = join(folder, 'events.msgpack');
    const otherEvents = [{ event: 'finished', first: 0 }, { event: 'paused' }, null] as unknown as RunEvent[];
    for (const event of otherEvents) {
      writeFileSync(file, '');
      appendEvents(file, [EVENTS[0]!, event, EVENTS[2]!]);
      expect(readEvents(file)).toEqual([EVENTS[0]]);
    }
  });

  it.each(['waves', 'cycles', 'instructions'])(
    'is read up to a record with invalid values in %s',
    (column) => {
      const file = join(folder, 'events.msgpack');
      for (const element of [{}, '7', null, -1, Number.NaN, [1]]) {
        writeFileSync(file, '');
        const corrupt = { ...EVENTS[1], [column]: [1, element] } as unknown as RunEvent;
        appendEvents(file, [EVENTS[0]!, corrupt, EVENTS[2]!]);
        expect(readEvents(file)).toEqual([EVENTS[0]]);
      }
    },
  );

  it('keeps every complete record, no matter where the file is truncated', () => {
    const completeFile = join(folder, 'events.msgpack');
    const ends = EVENTS.map((event) => {
      appendEvents(completeFile, [event]);
      return readFileSync(completeFile).length;
    });
    const bytes = readFileSync(completeFile);
    const cutFile = join(folder, 'cut.msgpack');
    fc.assert(
      fc.property(fc.nat(bytes.length), (length) => {
        writeFileSync(cutFile, bytes.subarray(0, length));
        expect(readEvents(cutFile)).toEqual(EVENTS.slice(0, ends.filter((end) => end <= length).length));
      }),
    );
  });

  it('is cut after its last complete record before anything is appended, unless another process writes it', () => {
    const file = join(folder, 'events.msgpack');
    appendEvents(file, EVENTS.slice(0, 2));
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, -1));
    appendEvents(file, [EVENTS[2]!]);
    expect(readEvents(file)).toEqual([EVENTS[0], EVENTS[2]]);
    writeFileSync(file, bytes.subarray(0, -1));
    writeFileSync(join(folder, 'run.lock'), JSON.stringify({ host: 'elsewhere', process: 1, begun: '' }));
    appendEvents(file, [EVENTS[2]!]);
    expect(readFileSync(file).subarray(0, bytes.length - 1)).toEqual(bytes.subarray(0, -1));
  });

  it('is read only up to a corrupt byte', () => {
    const completeFile = join(folder, 'events.msgpack');
    const ends = EVENTS.map((event) => {
      appendEvents(completeFile, [event]);
      return readFileSync(completeFile).length;
    });
    const bytes = readFileSync(completeFile);
    const corruptFile = join(folder, 'corrupt.msgpack');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (offset, change) => {
        const copy = Uint8Array.from(bytes);
        copy[offset]! ^= change;
        writeFileSync(corruptFile, copy);
        expect(readEvents(corruptFile)).toEqual(EVENTS.slice(0, ends.filter((end) => end <= offset).length));
      }),
    );
  });
});
