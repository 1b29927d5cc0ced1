import type { Gfx } from '../../../../arch/index.js';
import { getShadingRate } from '../../../../checkers/evidence/geometry/shading-rate.js';
import type { Draw } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';

/** Returns the GE_VRS_RATE value for fragments of `2^x` by `2^y` pixels. */
const encodeGeRate = (x: number, y: number): number => x | (y << 4);

function getRate(gfx: Gfx, registers: Draw['registers'], samples: Draw['samples'] = 1) {
  const [draw] = scene({ draw: { registers, samples } }).draws;
  const { x, y } = getShadingRate(gfx, draw);
  return [x, y];
}

test('the shading rate is always 1x1 before GFX10.3 and with sample-rate shading', () => {
  expect(getRate('gfx9', { GE_VRS_RATE: encodeGeRate(2, 2) })).toEqual([0, 0]);
  expect(getRate('gfx10', { GE_VRS_RATE: encodeGeRate(2, 2) })).toEqual([0, 0]);
  expect(getRate('gfx11', { GE_VRS_RATE: encodeGeRate(1, 1), PA_SC_MODE_CNTL_1: 1 << 16 }, 4)).toEqual([
    0, 0,
  ]);
});
