import type { Gfx } from '../../../../arch/index.js';
import { getShadingRate } from '../../../../checkers/evidence/geometry/shading-rate.js';
import type { Draw } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';

const POPS = 1 << 16;

/** Returns the GE_VRS_RATE value for fragments of `2^x` by `2^y` pixels. */
const encodeGeRate = (x: number, y: number): number => x | (y << 4);

function getRate(gfx: Gfx, registers: Draw['registers'], samples: Draw['samples'] = 1) {
  const [draw] = scene({ draw: { registers, samples } }).draws;
  const { x, y } = getShadingRate(gfx, draw);
  return [x, y];
}

test("the shading rate is the draw's rate by default, and 1x1 if no register is set", () => {
  expect(getRate('gfx11', { GE_VRS_RATE: encodeGeRate(2, 1) })).toEqual([2, 1]);
  expect(getRate('gfx10.3', { GE_VRS_RATE: encodeGeRate(0, 2) })).toEqual([0, 2]);
  expect(getRate('gfx11', {})).toEqual([0, 0]);
});

test('the shading rate is always 1x1 before GFX10.3 and with sample-rate shading', () => {
  expect(getRate('gfx9', { GE_VRS_RATE: encodeGeRate(2, 2) })).toEqual([0, 0]);
  expect(getRate('gfx10', { GE_VRS_RATE: encodeGeRate(2, 2) })).toEqual([0, 0]);
  expect(getRate('gfx11', { GE_VRS_RATE: encodeGeRate(1, 1), PA_SC_MODE_CNTL_1: 1 << 16 }, 4)).toEqual([
    0, 0,
  ]);
});

test('the shading rate of primitive-ordered shaders is 1x1 on GFX10.3, and on GFX11 only if forced', () => {
  const orderedDraw = { GE_VRS_RATE: encodeGeRate(1, 1), DB_SHADER_CONTROL: POPS };
  expect(getRate('gfx10.3', orderedDraw)).toEqual([0, 0]);
  expect(getRate('gfx11', orderedDraw)).toEqual([1, 1]);
  expect(getRate('gfx11', { ...orderedDraw, PA_SC_VRS_SURFACE_CNTL_1: 1 << 7 })).toEqual([0, 0]);
  expect(getRate('gfx11', { GE_VRS_RATE: encodeGeRate(1, 1), PA_SC_VRS_SURFACE_CNTL_1: 1 << 7 })).toEqual([
    1, 1,
  ]);
});

test('four combiners merge the shading rate with 1x1, and a fifth one on GFX11 merges it with an override', () => {
  const base = { GE_VRS_RATE: encodeGeRate(2, 1) };
  const rates = [0, 1, 2, 3, 4].map((mode) => getRate('gfx10.3', { ...base, PA_CL_VRS_CNTL: mode << 3 }));
  expect(rates).toEqual([
    [2, 1],
    [0, 0],
    [0, 0],
    [2, 1],
    [2, 1],
  ]);
  // The override rate is 2 pixels wide and 4 high.
  const overrideRates = [0, 1, 2, 3, 4].map((mode) =>
    getRate('gfx11', { ...base, PA_SC_VRS_OVERRIDE_CNTL: mode | (((1 << 2) | 2) << 4) }),
  );
  expect(overrideRates).toEqual([
    [2, 1],
    [1, 2],
    [1, 1],
    [2, 2],
    [2, 2],
  ]);
});

test("a fragment's height and width are halved in turn until its samples fit in 16 bits", () => {
  const rates = ([1, 2, 4, 8, 16] as const).map((samples) =>
    getRate('gfx11', { GE_VRS_RATE: encodeGeRate(2, 2) }, samples),
  );
  expect(rates).toEqual([
    [2, 2],
    [2, 1],
    [1, 1],
    [1, 0],
    [0, 0],
  ]);
  expect(getRate('gfx11', { GE_VRS_RATE: encodeGeRate(2, 0) }, 8)).toEqual([1, 0]);
});
