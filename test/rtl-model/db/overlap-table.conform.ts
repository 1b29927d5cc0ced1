import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DeviceContext } from '../../../rtl-model/context.js';
import { OverlapSet } from '../../../rtl-model/db/overlap-set.js';
import { makeEntries, OverlapTable } from '../../../rtl-model/db/overlap-table.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { scene } from '../../checkers/support/scenes.js';

const STALL = 0;
const ANSWER = 1;
const FLUSH = 2;

function makeTable(overlapOverflow: number): OverlapTable {
  const scenario = scene({ freedoms: { overlapEntries: 4, overlapOverflow } });
  return new OverlapTable(new DeviceContext(scenario, new ReplayChoices([]), null), 64);
}

const makeHolder = () => ({ entries: makeEntries(), entryCount: 0 });
const noWave = { hasExited: () => false, waveOf: () => undefined };

function fill(table: OverlapTable, sequence: number) {
  const wave = makeHolder();
  for (let position = 0; position < 4; position++) table.record(position, sequence, wave);
  return wave;
}

it('stalls quads at new positions while it is full, but not at positions with an entry', () => {
  const table = makeTable(STALL);
  const wave = fill(table, 0);
  expect([table.used, table.stalls(2), table.stalls(9)]).toEqual([4, false, true]);
  table.release(wave);
  expect([table.used, table.stalls(9), wave.entryCount]).toEqual([0, false, 0]);
});

it('keeps an entry until the last wave that covers its position is released', () => {
  const table = makeTable(STALL);
  const [first, second] = [makeHolder(), makeHolder()];
  table.record(7, 0, first);
  table.record(7, 0, first);
  table.record(7, 1, second);
  table.release(first);
  expect(table.used).toBe(1);
  table.release(second);
  expect(table.used).toBe(0);
});

it('after an overflow in flush mode, accepts nothing until it is empty', () => {
  const table = makeTable(FLUSH);
  const first = makeHolder();
  table.record(0, 0, first);
  const second = makeHolder();
  for (let position = 1; position < 4; position++) table.record(position, 1, second);
  expect(table.stalls(9)).toBe(true);
  table.release(first);
  expect(table.stalls(9)).toBe(true);
  table.release(second);
  expect(table.stalls(9)).toBe(false);
});

it('reports that a quad without an entry may overlap an earlier wave that got none (U7)', () => {
  const table = makeTable(ANSWER);
  fill(table, 0);
  const overlapped = new OverlapSet();
  expect(table.stalls(9)).toBe(false);
  table.record(9, 5, makeHolder());
  table.answer(9, 5, noWave, overlapped);
  expect(overlapped.count).toBe(0);
  table.answer(2, 6, noWave, overlapped);
  expect(overlapped.count).toBe(0);
  table.answer(11, 6, noWave, overlapped);
  expect({ newest: overlapped.newest, exact: overlapped.exact }).toEqual({ newest: 5, exact: false });
  const later = new OverlapSet();
  table.answer(11, 7, { hasExited: () => true, waveOf: () => undefined }, later);
  expect(later.count).toBe(0);
});

/** Enough runs to reach every possible table error. */
const RUNS = 1000;

/** The waves, each with the positions of up to sixteen quads and how many earlier waves are released first. */
const waves = fc.array(
  fc.record({ quads: fc.array(fc.nat(7), { minLength: 1, maxLength: 16 }), releaseCount: fc.nat(3) }),
  { maxLength: 20 },
);

/** Computes the table's expected answers from a list of each wave's positions. */
class NaiveTable {
  readonly held: { readonly sequence: number; readonly positions: Set<number> }[] = [];
  flushing = false;
  unrecorded: number | undefined;

  has(position: number): boolean {
    return this.held.some(({ positions }) => positions.has(position));
  }

  get used(): number {
    return new Set(this.held.flatMap(({ positions }) => [...positions])).size;
  }

  stalls(position: number, mode: number): boolean {
    if (mode === ANSWER) return false;
    if (this.used === 0) this.flushing = false;
    if (this.flushing) return true;
    const stalls = !this.has(position) && this.used >= 4;
    this.flushing = stalls && mode === FLUSH;
    return stalls;
  }
}

it.each([
  ['stalls', STALL],
  ['answers', ANSWER],
  ['flushes', FLUSH],
])("agrees with a list of each wave's positions when a full table %s", (_, mode) => {
  fc.assert(
    fc.property(waves, (formed) => {
      const table = makeTable(mode);
      const naive = new NaiveTable();
      const holders = formed.map(makeHolder);
      let oldest = 0;
      formed.forEach(({ quads, releaseCount }, sequence) => {
        for (const end = Math.min(oldest + releaseCount, sequence); oldest < end; oldest++) {
          table.release(holders[oldest]);
          naive.held.shift();
        }
        const entry = { sequence, positions: new Set<number>() };
        naive.held.push(entry);
        for (const position of quads) {
          const stalls = naive.stalls(position, mode);
          expect(table.stalls(position)).toBe(stalls);
          if (stalls) continue;
          const overlapped = new OverlapSet();
          table.answer(position, sequence, { ...noWave, hasExited: (wave) => wave < oldest }, overlapped);
          const { unrecorded = -1 } = naive;
          const isUnknown = !naive.has(position) && unrecorded >= oldest && unrecorded !== sequence;
          expect([...overlapped.members]).toEqual(isUnknown ? [unrecorded] : []);
          table.record(position, sequence, holders[sequence]);
          if (naive.has(position) || naive.used < 4) entry.positions.add(position);
          else naive.unrecorded = sequence;
          expect([table.used, holders[sequence].entryCount]).toEqual([naive.used, entry.positions.size]);
        }
      });
    }),
    { numRuns: RUNS },
  );
});
