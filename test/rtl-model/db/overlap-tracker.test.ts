import { DeviceContext } from '../../../rtl-model/context.js';
import { OverlapSet } from '../../../rtl-model/db/overlap-set.js';
import { OverlapTable } from '../../../rtl-model/db/overlap-table.js';
import { OverlapTracker } from '../../../rtl-model/db/overlap-tracker.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { MAX_QUADS } from '../../../rtl-model/sc/spec.js';
import { type KnobValues, QUAD_COLUMN, QUAD_COLUMNS, setting } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

const EDGE = 32;
const PIXELS = { rate: 0, visible: 0xffff, samples: 1 };

/** Creates a quad. By default, all samples of all fragments are covered. */
function makeQuad(x: number, y: number, rate = 0, masks: readonly [number, number] = [-1, -1]): Int32Array {
  const quad = new Int32Array(QUAD_COLUMNS);
  quad[QUAD_COLUMN.X] = x;
  quad[QUAD_COLUMN.Y] = y;
  quad[QUAD_COLUMN.MASK01] = masks[0];
  quad[QUAD_COLUMN.MASK23] = masks[1];
  quad[QUAD_COLUMN.RATE] = rate;
  return quad;
}

function getFragmentMasks(fragment: number): readonly [number, number] {
  const mask = 1 << ((fragment & 1) * 16);
  return fragment < 2 ? [mask, 0] : [0, mask];
}

function makeBench(
  freedoms: Partial<KnobValues> = {},
  { width = EDGE, height = EDGE, samples = 1 as 1 | 16 } = {},
) {
  const context = new DeviceContext(scene({ freedoms }), new ReplayChoices([]), null);
  const table = new OverlapTable(context, Math.ceil(width / 2) * Math.ceil(height / 2));
  const view = { table, exits: { hasExited: () => false, waveOf: () => undefined } };
  const tracker = new OverlapTracker(context, width, height, samples);
  let sequence = 0;
  /** Adds quads to the next wave, and returns the waves that it overlaps. */
  const enter = (quads: readonly Int32Array[], pixels = PIXELS): OverlapSet => {
    const overlapped = new OverlapSet();
    const overlap = { layer: tracker.newLayer(), entries: new Int32Array(MAX_QUADS), entryCount: 0 };
    const wave = { sequence: sequence++, overlap };
    for (const quad of quads) {
      tracker.select(quad, 0, pixels);
      tracker.addToWave(wave, view, overlapped, false);
    }
    return overlapped;
  };
  const overlaps = (quad: Int32Array, pixels = PIXELS): boolean => {
    tracker.select(quad, 0, pixels);
    return tracker.overlapsOther(sequence, view);
  };
  const stalls = (quad: Int32Array): boolean => {
    tracker.select(quad, 0, PIXELS);
    return tracker.stalls(view);
  };
  return { table, enter, overlaps, stalls };
}

it('uses one table entry per quad position, and stalls at a new position when all entries are in use', () => {
  const { enter, stalls } = makeBench({
    overlapEntries: 1,
    overlapOverflow: setting('overlapOverflow', 'stall'),
  });
  enter([makeQuad(8, 8)]);
  expect(stalls(makeQuad(8, 8))).toBe(false);
  for (const [x, y] of [
    [10, 8],
    [8, 10],
    [6, 8],
    [8, 6],
  ] as const)
    expect(stalls(makeQuad(x, y))).toBe(true);
});

it('reports overlap if and only if quads share pixels', () => {
  const { enter, overlaps } = makeBench();
  enter([makeQuad(4, 4, 0, [1, 0])]);
  expect(overlaps(makeQuad(4, 4, 0, [1, 0]))).toBe(true);
  expect(overlaps(makeQuad(4, 4, 0, [1 << 16, -1]))).toBe(false);
  enter([makeQuad(4, 4, 0, [0, 1 << 16])]);
  expect(overlaps(makeQuad(4, 4, 0, [1 << 16, 1]))).toBe(false);
  expect(overlaps(makeQuad(4, 4, 0, [0, 1 << 16]))).toBe(true);
});

it.each([
  [1, 0, 4, 2],
  [0, 2, 2, 8],
  [1, 1, 4, 4],
])('a quad with 2^%i x 2^%i-pixel fragments covers %i x %i pixels', (rateX, rateY, width, height) => {
  const { enter, overlaps } = makeBench();
  enter([makeQuad(8, 8, rateX | (rateY << 2))]);
  for (let y = 0; y < EDGE; y++)
    for (let x = 0; x < EDGE; x++) {
      const isInside = x >= 8 && x < 8 + width && y >= 8 && y < 8 + height;
      const pixel = makeQuad(x & ~1, y & ~1, 0, getFragmentMasks((y & 1) * 2 + (x & 1)));
      expect([x, y, overlaps(pixel)]).toEqual([x, y, isInside]);
    }
});

it('when a full table does not stall, treats quads without an entry as overlapping each other (U7)', () => {
  const conservative = setting('overlapOverflow', 'conservative');
  const { enter } = makeBench({ overlapEntries: 4, overlapOverflow: conservative });
  const enterWave = (...xs: number[]): number[] => [...enter(xs.map((x) => makeQuad(x, 0))).members];
  expect(enterWave(0, 2, 4, 6)).toEqual([]);
  expect(enterWave(8)).toEqual([]);
  expect(enterWave(10)).toEqual([1]);
  expect(enterWave(0)).toEqual([0]);
});

it('if overlapReach sets a zone size, reports the last wave in the zone even without overlap (U16)', () => {
  const countOverlaps = (overlapReach: number, x: number) => {
    const { enter } = makeBench({ overlapReach });
    enter([makeQuad(0, 0)]);
    const { count, exact } = enter([makeQuad(x, 0)]);
    return { count, exact };
  };
  expect(countOverlaps(0, 4)).toEqual({ count: 0, exact: true });
  expect(countOverlaps(1, 2)).toEqual({ count: 0, exact: true });
  expect(countOverlaps(2, 4)).toEqual({ count: 1, exact: false });
  expect(countOverlaps(2, 8)).toEqual({ count: 0, exact: true });
});

it.each([
  [20, 14],
  [19, 13],
])(
  'has a table entry for each quad and a zone for each tile in an area of %i by %i pixels',
  (width, height) => {
    const freedoms = { overlapReach: setting('overlapReach', 'tile'), overlapEntries: 1024 };
    const { table, enter } = makeBench(freedoms, { width, height });
    const lastByTile = new Map<string, number>();
    let sequence = 0;
    for (let y = 0; y < height; y += 2)
      for (let x = 0; x < width; x += 2) {
        const overlapped = enter([makeQuad(x, y, 0, [1, 0])]);
        const tile = `${x >> 3} ${y >> 3}`;
        const last = lastByTile.get(tile);
        expect([...overlapped.members]).toEqual(last === undefined ? [] : [last]);
        lastByTile.set(tile, sequence++);
        expect(table.used).toBe(sequence);
      }
  },
);

it('uses the correct coverage for each fragment of a quad', () => {
  for (let enteredFragment = 0; enteredFragment < 4; enteredFragment++) {
    const { enter, overlaps } = makeBench();
    enter([makeQuad(4, 4, 0, getFragmentMasks(enteredFragment))]);
    const overlapped = [0, 1, 2, 3].filter((fragment) =>
      overlaps(makeQuad(4, 4, 0, getFragmentMasks(fragment))),
    );
    expect(overlapped).toEqual([enteredFragment]);
  }
});
