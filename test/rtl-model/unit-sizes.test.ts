import { SCALAR } from '../../arch/index.js';
import type { DrawPlan } from '../../rtl-model/spi/draw-plan.js';
import type { WavePlan } from '../../rtl-model/spi/wave-plan.js';
import { getRenderArea, getSlotSizes } from '../../rtl-model/unit-sizes.js';
import { decodeSource } from '../arch/support/machine.js';

const makePlan = (width: number, height: number, samples = 1) =>
  ({ draw: { width, height, samples } }) as DrawPlan;

it('the render area fits the widest and the tallest draw, or is one pixel if there are none', () => {
  expect(getRenderArea([makePlan(3, 40), makePlan(20, 5, 4)])).toEqual({ width: 20, height: 40, samples: 4 });
  expect(getRenderArea([])).toEqual({ width: 1, height: 1, samples: 1 });
});

it("a slot has room for the largest program's literals, which follow the scalar registers", () => {
  const plans = [
    's_mov_b32 s0, 0x12345678\ns_endpgm',
    'v_mov_b32 v7, 0x1234567\nv_mov_b32 v3, 0x1234568\ns_endpgm',
  ].map((source, index) => ({ index, program: decodeSource(source) }) as WavePlan);
  const maxConstants = Math.max(...plans.map(({ program }) => program.constants.length));
  expect(maxConstants).toBeGreaterThan(1);
  expect(getSlotSizes(plans).scalars).toBe(SCALAR.CONSTANTS + maxConstants);
});
