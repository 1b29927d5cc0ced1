import fc from 'fast-check';
import { DeviceContext } from '../../../rtl-model/context.js';
import { OverlapSet } from '../../../rtl-model/db/overlap-set.js';
import { OverlapTable } from '../../../rtl-model/db/overlap-table.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { MAX_QUADS } from '../../../rtl-model/sc/spec.js';
import { scene } from '../../checkers/support/scenes.js';

const STALL = 0;
const ANSWER = 1;
const FLUSH = 2;

function makeTable(overlapOverflow: number): OverlapTable {
  const scenario = scene({ freedoms: { overlapEntries: 4, overlapOverflow } });
  return new OverlapTable(new DeviceContext(scenario, new ReplayChoices([]), null), 64);
}

const makeHolder = () => ({ entries: new Int32Array(MAX_QUADS), entryCount: 0 });
const noWave = { hasExited: () => false, waveOf: () => undefined };

function fill(table: OverlapTable, sequence: number) {
  const wave = makeHolder();
  for (let position = 0; position < 4; position++) table.record(position, sequence, wave);
  return wave;
}

it('stalls quads at new positions while it is full, but not at positions that already have an entry', () => {
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

it('reports that a quad without an entry may overlap an earlier wave that also had an unrecorded quad (U7)', () => {
  const table = makeTable(ANSWER);
  fill(table, 0);
  const overlapped = new OverlapSet();
  expect(table.stalls(9)).toBe(false);
  table.record(9, 5, makeHolder());
  table.addConservativeOverlap(9, 5, noWave, overlapped);
  expect(overlapped.count).toBe(0);
  table.addConservativeOverlap(2, 6, noWave, overlapped);
  expect(overlapped.count).toBe(0);
  table.addConservativeOverlap(11, 6, noWave, overlapped);
  expect({ newest: overlapped.newest, exact: overlapped.exact }).toEqual({ newest: 5, exact: false });
  const later = new OverlapSet();
  table.addConservativeOverlap(11, 7, { hasExited: () => true, waveOf: () => undefined }, later);
  expect(later.count).toBe(0);
});

const RUNS = 1000;

/** Waves, each with up to sixteen quad positions and the number of earlier waves to release first. */
const waves = fc.array(
  fc.record({ quads: fc.array(fc.nat(7), { minLength: 1, maxLength: 16 }), releaseCount: fc.nat(3) }),
  { maxLength: 20 },
);

/** A reference model that computes the table's expected answers from a list of each wave's positions. */
class ReferenceTable {
  readonly activeWaves: { readonly sequence: number; readonly positions: Set<number> }[] = [];
  isFlushing = false;
  unrecorded: number | undefined;

  has(position: number): boolean {
    return this.activeWaves.some(({ positions }) => positions.has(position));
  }

  get used(): number {
    return new Set(this.activeWaves.flatMap(({ positions }) => [...positions])).size;
  }

  stalls(position: number, mode: number): boolean {
    if (mode === ANSWER) return false;
    if (this.used === 0) this.isFlushing = false;
    if (this.isFlushing) return true;
    const stalls = !this.has(position) && this.used >= 4;
    this.isFlushing = stalls && mode === FLUSH;
    return stalls;
  }
}

it.each([
  ['stalls', STALL],
  ['answers', ANSWER],
  ['flushes', FLUSH],
])('matches the reference model when a full table %s', (_, mode) => {
  fc.assert(
    fc.property(waves, (formedWaves) => {
      const table = makeTable(mode);
      const reference = new ReferenceTable();
      const holders = formedWaves.map(makeHolder);
      let oldest = 0;
      formedWaves.forEach(({ quads, releaseCount }, sequence) => {
        for (const end = Math.min(oldest + releaseCount, sequence); oldest < end; oldest++) {
          table.release(holders[oldest]);
          reference.activeWaves.shift();
        }
        const entry = { sequence, positions: new Set<number>() };
        reference.activeWaves.push(entry);
        for (const position of quads) {
          const stalls = reference.stalls(position, mode);
          expect(table.stalls(position)).toBe(stalls);
          if (stalls) continue;
          const overlapped = new OverlapSet();
          table.addConservativeOverlap(
            position,
            sequence,
            { ...noWave, hasExited: (wave) => wave < oldest },
            overlapped,
          );
          const { unrecorded = -1 } = reference;
          const isUnknown = !reference.has(position) && unrecorded >= oldest && unrecorded !== sequence;
          expect([...overlapped.members]).toEqual(isUnknown ? [unrecorded] : []);
          table.record(position, sequence, holders[sequence]);
          if (reference.has(position) || reference.used < 4) entry.positions.add(position);
          else reference.unrecorded = sequence;
          expect([table.used, holders[sequence].entryCount]).toEqual([reference.used, entry.positions.size]);
        }
      });
    }),
    { numRuns: RUNS },
  );
});
