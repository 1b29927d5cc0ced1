import { GENERATIONS, isAtLeast } from '../../../../arch/index.js';
import { allowsEntry } from '../../../../checkers/evidence/program/entry-compare.js';
import { createWorlds, getNextExitingId } from '../../../../checkers/evidence/static/world.js';

const GFX_WITH_IDS = GENERATIONS.filter((gfx) => !isAtLeast(gfx, 'gfx11'));

test.each(GFX_WITH_IDS)('every overlapping wave on %s eventually enters, and some must wait first', (gfx) => {
  const waits = createWorlds(gfx)
    .filter(({ didOverlap }) => didOverlap)
    .map((world) => {
      let { exiting } = world;
      let polls = 0;
      while (!allowsEntry({ id: world.current }, world.newest, exiting)) {
        exiting = getNextExitingId(world, exiting, false);
        if (++polls > 1023) return Number.NaN;
      }
      return polls;
    });
  expect(waits.every(Number.isInteger)).toBe(true);
  expect(Math.max(...waits)).toBeGreaterThan(1);
  expect(Math.min(...waits)).toBe(0);
});

test("the exiting id stops at the wave's own id, and reaches it once the wave may enter", () => {
  const [world] = createWorlds('gfx10.3');
  expect(getNextExitingId(world, world.current, false)).toBe(world.current);
  expect(getNextExitingId(world, world.exiting, true)).toBe(world.current);
});

test.each(GFX_WITH_IDS)('the collision argument on %s uses the field layout of that generation', (gfx) => {
  for (const { argument, current, newest, packer, didOverlap } of createWorlds(gfx)) {
    const deliveredId = gfx === 'gfx9' && newest > current ? newest - 1 : newest;
    expect(argument & 0x3ff).toBe(current);
    expect((argument >>> 16) & 0x3ff).toBe(deliveredId);
    expect((argument >>> 28) & (gfx === 'gfx9' ? 1 : 3)).toBe(packer);
    expect(argument >>> 31).toBe(Number(didOverlap));
  }
});

test.each(GFX_WITH_IDS)('some worlds of each %s packer set unused argument bits, and some do not', (gfx) => {
  const packers = new Set(createWorlds(gfx).map(({ packer }) => packer));
  for (const packer of packers) {
    const unusedBits = createWorlds(gfx)
      .filter((world) => world.packer === packer)
      .map(({ argument }) => (argument & 0xfc00) !== 0);
    expect(new Set(unusedBits)).toEqual(new Set([false, true]));
  }
});

test.each(GFX_WITH_IDS)('the worlds of a %s chip with two packers never use a third packer', (gfx) => {
  expect(new Set(createWorlds(gfx, 2).map(({ packer }) => packer))).toEqual(new Set([0, 1]));
});
