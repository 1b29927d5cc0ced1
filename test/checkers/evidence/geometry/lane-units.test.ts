import fc from 'fast-check';
import { IntegerArena } from '../../../../checkers/evidence/basics/arena.js';
import { LaneUnitFinder } from '../../../../checkers/evidence/geometry/lane-units.js';
import { ScreenGrid } from '../../../../checkers/evidence/geometry/screen-grid.js';
import type { Interlock } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';

const COARSE = { GE_VRS_RATE: 1 };

function createGrid(interlock: Interlock): ScreenGrid {
  return new ScreenGrid(scene({ chip: 'navi31', draw: { interlock, registers: COARSE } }), 'gfx11');
}

const createFinder = (grid: ScreenGrid): LaneUnitFinder => new LaneUnitFinder(grid, 32, new IntegerArena());

test('a coarse lane holds the fine pixels in which it covers a sample', () => {
  const grid = createGrid('pixel-ordered');
  // With 4x2 pixels per fragment, the second fragment holds pixels (4, 0) and (7, 1), and the third one holds
  // (0, 3).
  const quads = Int32Array.from([0, 0, 0, 0b1000_0001 << 16, 0b0001_0000, 0, 2 | (1 << 2)]);
  const { units, unitStarts, lanePixels } = createFinder(grid).list(quads, { samples: 1, perSample: false });
  const coordinates = Array.from(units, (unit) => grid.getCoordinates(grid.getPixel(unit)).join());
  expect(coordinates).toEqual(['4,0', '7,1', '0,3']);
  expect(Array.from(unitStarts.subarray(0, 5))).toEqual([0, 0, 2, 3, 3]);
  expect(Array.from(lanePixels.subarray(0, 4))).toEqual([-1, 4, 48, -1]);
});

test('under a sample interlock, a coarse lane holds samples of fine pixels', () => {
  const grid = createGrid('sample-ordered');
  const quads = Int32Array.from([2, 4, 0, 0b0100_0010, 0, 0, 1]);
  const { units } = createFinder(grid).list(quads, { samples: 4, perSample: true });
  const coordinates = Array.from(units, (unit) => [
    ...grid.getCoordinates(grid.getPixel(unit)),
    grid.getSample(unit),
  ]);
  expect(coordinates).toEqual([
    [2, 4, 1],
    [3, 4, 2],
  ]);
});

test('lanes declared to overlap share a unit, for any mix of rates', () => {
  const lane = fc.record({
    rate: fc.constantFrom(0, 1, 4, 5),
    mask: fc.integer({ min: 1, max: 0xffff }),
    perSample: fc.boolean(),
  });
  const interlocks = fc.constantFrom<Interlock>('pixel-ordered', 'sample-ordered');
  fc.assert(
    fc.property(lane, lane, interlocks, fc.constantFrom(1, 2, 4), (a, b, interlock, samples) => {
      const grid = createGrid(interlock);
      const [first, second] = [a, b].map(({ rate, mask, perSample }) => {
        const bits = samples * 2 ** ((rate & 3) + (rate >> 2));
        const quads = Int32Array.from([0, 0, 0, mask & (2 ** bits - 1), 0, 0, rate]);
        return createFinder(grid).list(quads, { samples, perSample: grid.hasSamples && perSample });
      });
      const sharesUnit = first.units.some((unit) => second.units.includes(unit));
      if ((first.heldBits[0] & second.heldBits[0]) !== 0) expect(sharesUnit).toBe(true);
      else if (!grid.hasSamples) expect(sharesUnit).toBe(false);
    }),
  );
});
