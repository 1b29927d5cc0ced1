import { findRegisterField, PARAMETER_DWORDS } from '../../../arch/index.js';
import { primitiveKinds, unorderedKinds } from '../../../stimulus/sequences/kinds.js';
import { type Draw, formatSeed } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

const generateDraws = (sequence: typeof primitiveKinds | typeof unorderedKinds): readonly Draw[] =>
  Array.from({ length: 300 }, (_, low) => {
    return drawScenario(sequence, formatSeed({ high: 0, low }), { chips: ['navi31'] }).draws;
  }).flat();

const getField = (draw: Draw, name: string): number => findRegisterField('gfx11', draw.registers, name) ?? 0;

describe('draws from the coverage-fold sequences', () => {
  it('use every iteration count, including counts below the sample count', () => {
    const iterations = generateDraws(primitiveKinds)
      .filter((draw) => getField(draw, 'PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE') === 1)
      .map((draw) => ({ log2: getField(draw, 'DB_EQAA.PS_ITER_SAMPLES'), samples: draw.samples }));
    expect(new Set(iterations.map(({ log2 }) => log2))).toEqual(new Set([0, 1, 2, 3, 4]));
    expect(iterations.some(({ log2, samples }) => log2 > 0 && 2 ** log2 < samples)).toBe(true);
  });

  it('have sample masks that differ between pixels, and centroid barycentrics', () => {
    const draws = generateDraws(primitiveKinds);
    const masks = draws
      .map(({ registers }) => registers.PA_SC_AA_MASK_X0Y0_X1Y0)
      .filter((mask) => mask !== undefined);
    expect(masks.some((mask) => mask >>> 16 !== (mask & 0xffff))).toBe(true);
    expect(draws.some((draw) => getField(draw, 'SPI_BARYC_CNTL.PERSP_CENTER_CNTL') === 1)).toBe(true);
  });
});

it('scissor rectangles can cut through quads', () => {
  const corners = generateDraws(primitiveKinds)
    .map(({ registers }) => registers.PA_SC_GENERIC_SCISSOR_TL)
    .filter((corner) => corner !== undefined);
  expect(corners.some((corner) => (corner & 1) === 1 && ((corner >>> 16) & 1) === 1)).toBe(true);
});

describe('unread attributes', () => {
  it('take up space alongside the attribute that is read, and are included in the register counts', () => {
    const counts = generateDraws(primitiveKinds).map((draw) => {
      const { attributes, parameters, depths } = draw;
      expect(
        getField(draw, 'SPI_PS_IN_CONTROL.NUM_INTERP') + getField(draw, 'SPI_PS_IN_CONTROL.NUM_PRIM_INTERP'),
      ).toBe(attributes);
      expect(parameters).toHaveLength(depths.length * attributes * PARAMETER_DWORDS);
      return attributes;
    });
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([1, 32]);
  });
});

describe('out-of-order rasterisation', () => {
  it('occurs only in draws that do not require ordering, even with ordered interlocks', () => {
    const isOutOfOrder = (draw: Draw): boolean =>
      getField(draw, 'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE') === 1;
    const orderings = generateDraws(unorderedKinds)
      .filter(isOutOfOrder)
      .map(({ interlock, order }) => `${interlock} ${order ?? 'kept'}`);
    expect(new Set(orderings)).toEqual(
      new Set([
        'pixel-unordered kept',
        'sample-unordered kept',
        'pixel-ordered relaxed',
        'sample-ordered relaxed',
      ]),
    );
    expect(generateDraws(primitiveKinds).some(isOutOfOrder)).toBe(false);
  });
});
