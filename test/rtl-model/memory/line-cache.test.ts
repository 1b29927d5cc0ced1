import fc from 'fast-check';
import { type MemoryOperation, SEPARATE_MEMORY } from '../../../arch/index.js';
import { AccessRecord, MAX_LANES } from '../../../rtl-model/memory/access-record.js';
import { LineCache } from '../../../rtl-model/memory/line-cache.js';
import { clearLanes, readLine, writeLine } from '../../../rtl-model/memory/line-copy.js';
import { LINE_BYTES, LINE_WORDS, WAYS } from '../../../rtl-model/memory/spec.js';

const LINES = 4;
const LANE = 33;

function makeRecord(offset: number, bytes: number, access: 'load' | 'store'): AccessRecord {
  const record = new AccessRecord(0, SEPARATE_MEMORY);
  record.lanesHi = 1 << (LANE - 32);
  record.operation = { access, bytes, dwords: Math.ceil(bytes / 4) } as MemoryOperation;
  record.offsets[LANE] = offset;
  record.offsetBits = offset;
  return record;
}

const access = fc.record({
  offset: fc.integer({ min: 0, max: LINES * LINE_BYTES - 16 }),
  bytes: fc.constantFrom(1, 2, 4, 8, 16),
});

it('loads an access line by line, even across a line boundary', () => {
  const bytes = Uint8Array.from({ length: LINES * LINE_BYTES }, (_, i) => (i * 37) ^ (i >> 8));
  const source = { bytes, words: new Int32Array(bytes.buffer) };
  fc.assert(
    fc.property(access, ({ offset, bytes: count }) => {
      const record = makeRecord(offset, count, 'load');
      record.data.fill(-1);
      clearLanes(record);
      for (let line = 0; line < LINES; line++) readLine(record, line, source, (line * LINE_BYTES) / 4);
      const loaded = Int32Array.from(
        { length: Math.ceil(count / 4) },
        (_, i) => record.data[i * MAX_LANES + LANE]!,
      );
      expect([...new Uint8Array(loaded.buffer, 0, count)]).toEqual([
        ...bytes.subarray(offset, offset + count),
      ]);
      // Everything that the access does not load stays unchanged, in its own lane and in others.
      const untouched = record.data.filter(
        (_, i) => i % MAX_LANES !== LANE || i >= loaded.length * MAX_LANES,
      );
      expect(untouched.every((word) => word === -1)).toBe(true);
    }),
  );
});

it("writes an access's bytes to its lines, and only writes back those bytes", () => {
  fc.assert(
    fc.property(
      access,
      fc.array(fc.integer(), { minLength: 4, maxLength: 4 }),
      ({ offset, bytes }, words) => {
        const record = makeRecord(offset, bytes, 'store');
        for (const [i, word] of words.entries()) record.data[i * MAX_LANES + LANE] = word;
        const target = new Uint8Array(LINES * LINE_BYTES).fill(0xee);
        const expected = target.slice();
        expected.set(new Uint8Array(Int32Array.from(words).buffer, 0, bytes), offset);
        const cache = new LineCache('L0', 0, 4, LINES, () => 0);
        for (let line = 0; line < LINES; line++) {
          const slot = cache.chooseSlot(line);
          cache.insert(slot, line, new Int32Array(LINE_BYTES / 4), 0);
          writeLine(record, line, cache, slot);
          cache.writeBack(slot, target, line * LINE_BYTES);
        }
        expect(target).toEqual(expected);
        const rewritten = new Uint8Array(LINE_BYTES).fill(0xee);
        for (let line = 0; line < LINES; line++) cache.writeBack(cache.find(line), rewritten, 0);
        expect(rewritten.every((byte) => byte === 0xee)).toBe(true);
      },
    ),
  );
});

it('ignores lanes that the range check dropped', () => {
  const load = makeRecord(-1, 4, 'load');
  load.data[LANE] = 5;
  readLine(load, 0, { words: new Int32Array(32).fill(9), bytes: new Uint8Array(128) }, 0);
  expect(load.data[LANE]).toBe(5);
  const cache = new LineCache('L0', 0, 4, LINES, () => 0);
  cache.insert(0, 0, new Int32Array(LINE_BYTES / 4), 0);
  writeLine(makeRecord(-1, 4, 'store'), 0, cache, 0);
  const target = new Uint8Array(LINE_BYTES).fill(0xee);
  cache.writeBack(0, target, 0);
  expect(target.every((byte) => byte === 0xee)).toBe(true);
});

const SETS = 2;
const KEYS = 20;

/** The lines to request, and whether to remove each one afterwards. */
const turns = fc.array(fc.record({ key: fc.nat(KEYS - 1), isRemoved: fc.boolean() }), { maxLength: 60 });

it('places a line in a free slot of its set if there is one, and finds exactly the lines it holds', () => {
  fc.assert(
    fc.property(turns, fc.nat(WAYS - 1), (requests, victim) => {
      const cache = new LineCache('L0', 0, SETS, KEYS, () => victim);
      const heldKeys = new Set<number>();
      for (const { key, isRemoved } of requests) {
        if (!heldKeys.has(key)) {
          const heldInSet = [...heldKeys].filter((held) => held % SETS === key % SETS);
          const slot = cache.chooseSlot(key);
          const previous = cache.getKey(slot);
          expect(previous < 0).toBe(heldInSet.length < WAYS);
          if (previous >= 0) {
            expect(heldInSet).toContain(previous);
            cache.remove(slot);
            heldKeys.delete(previous);
          }
          cache.insert(slot, key, new Int32Array(LINE_WORDS).fill(key + 1), 0);
          heldKeys.add(key);
        }
        expect(cache.words[cache.find(key) * LINE_WORDS]).toBe(key + 1);
        if (isRemoved) {
          cache.remove(cache.find(key));
          heldKeys.delete(key);
        }
        for (let k = 0; k < KEYS; k++) expect(cache.find(k) >= 0).toBe(heldKeys.has(k));
        const visited: number[] = [];
        cache.forEachLine((slot) => visited.push(cache.getKey(slot)));
        expect(new Set(visited)).toEqual(heldKeys);
      }
    }),
  );
});

it('evicts the chosen line from a full set, even if the next set is empty', () => {
  for (let victim = 0; victim < WAYS; victim++) {
    const cache = new LineCache('L0', 0, SETS, SETS * (WAYS + 1), () => victim);
    for (let way = 0; way < WAYS; way++) {
      const key = way * SETS;
      cache.insert(cache.chooseSlot(key), key, new Int32Array(LINE_WORDS), 0);
    }
    expect(cache.getKey(cache.chooseSlot(WAYS * SETS))).toBe(victim * SETS);
  }
});
