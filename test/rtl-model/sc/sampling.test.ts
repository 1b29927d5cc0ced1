import { computeIterationMask, getSampling, LOCATION } from '../../../rtl-model/sc/sampling.js';
import { scene } from '../../checkers/support/scenes.js';

const [LOCATION_SHIFT, ULC] = [16, 1 << 20];

it.each([
  [0, LOCATION.CENTRE],
  [1 << LOCATION_SHIFT, LOCATION.CENTROID],
  [2 << LOCATION_SHIFT, LOCATION.SAMPLE],
  [ULC, LOCATION.CORNER],
  [ULC | (2 << LOCATION_SHIFT), LOCATION.CORNER],
])(
  'SPI_BARYC_CNTL %i selects location %i for the position, and the corner takes precedence',
  (control, location) => {
    const [draw] = scene({ draw: { registers: { SPI_BARYC_CNTL: control } } }).draws;
    expect(getSampling('gfx11', draw!, (forced) => forced).positionLocation).toBe(location);
  },
);

const PER_SAMPLE = 1 << 16;

it.each([
  [0, 2, 4, 1],
  [PER_SAMPLE, 0, 4, 1],
  [PER_SAMPLE, 1, 4, 2],
  [PER_SAMPLE, 2, 4, 4],
  [PER_SAMPLE, 3, 4, 4],
  [PER_SAMPLE, 3, 1, 1],
] as const)(
  'with mode %i and 2^%i invocations in DB_EQAA, a pixel with %i samples has %i invocations',
  (mode, iterations, samples, expected) => {
    const registers = { PA_SC_MODE_CNTL_1: mode, DB_EQAA: iterations << 4 };
    const [draw] = scene({ draw: { samples, registers } }).draws;
    expect(getSampling('gfx11', draw!, (forced) => forced).iterations).toBe(expected);
  },
);

it("keeps the samples in each pixel's mask, or all samples if there is no mask", () => {
  const getSampleMasks = (registers: Record<string, number>) => {
    const [draw] = scene({ draw: { samples: 4, registers } }).draws;
    return getSampling('gfx11', draw!, (forced) => forced).footprint.masks;
  };
  const [top, bottom] = [0x0002_0001, 0x0008_0004];
  expect(getSampleMasks({ PA_SC_AA_MASK_X0Y0_X1Y0: top })).toEqual([1, 2, 15, 15]);
  expect(getSampleMasks({ PA_SC_AA_MASK_X0Y1_X1Y1: bottom })).toEqual([15, 15, 4, 8]);
  expect(getSampleMasks({})).toEqual([15, 15, 15, 15]);
});

it('each sample in a pixel belongs to exactly one iteration', () => {
  for (const iterations of [1, 2, 4, 8]) {
    const first = computeIterationMask(8, iterations);
    const masks = Array.from({ length: iterations }, (_, iteration) => first << iteration);
    expect(masks.reduce((sum, mask) => sum + mask, 0)).toBe(0xff);
    expect(masks.reduce((sum, mask) => sum | mask, 0)).toBe(0xff);
  }
});
