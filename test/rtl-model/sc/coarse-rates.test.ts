import fc from 'fast-check';
import type { ChipName, Gfx } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { runScenario } from '../../../rtl-model/index.js';
import { RandomChoices } from '../../../rtl-model/kernel/index.js';
import { Binner } from '../../../rtl-model/sc/binner.js';
import { createFootprint, getQuadAlignment } from '../../../rtl-model/sc/footprint.js';
import { Rasteriser } from '../../../rtl-model/sc/rasterise.js';
import { shadingRateOf } from '../../../rtl-model/sc/shading-rate.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import type { Draw, Transaction } from '../../../transactions/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS, setting } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';
import { getFineCoverage } from '../support/fine-coverage.js';

const SIZE = 16;
const ORDERED = 1 << 16;
const OVERRIDE_RATE = (1 << 25) | ORDERED;

/** Returns the GE_VRS_RATE value for a rate given as base-2 logarithms. */
const encodeRate = (x: number, y: number): number => x | (y << 4);

function findRate(gfx: Gfx, registers: Draw['registers'], samples: Draw['samples'] = 1): [number, number] {
  const { x, y } = shadingRateOf(gfx, { ...scene().draws[0], registers, samples }, (forced) => forced);
  return [x, y];
}

it.each([
  [0, 0, 1],
  [1, 0, 4],
  [0, 1, 4],
  [1, 1, 4],
  [2, 1, 8],
  [1, 2, 8],
])('quads of 2^%i by 2^%i-pixel fragments are aligned to squares with an edge of %i pixels', (x, y, edge) => {
  expect(getQuadAlignment(createFootprint(1, [1, 1, 1, 1], { x, y }))).toBe(edge);
});

it('a footprint lists the points of four fragments, row by row within each fragment', () => {
  const { x, y, masks } = createFootprint(1, [1, 1, 0, 1], { x: 1, y: 0 });
  const centres = (...pixels: readonly number[]): number[] => pixels.map((pixel) => 256 * pixel + 128);
  expect([...x]).toEqual(centres(0, 1, 2, 3, 0, 1, 2, 3));
  expect([...y]).toEqual(centres(0, 0, 0, 0, 1, 1, 1, 1));
  expect(masks).toEqual([0b11, 0b11, 0b10, 0b10]);
});

describe('the shading rate of a draw', () => {
  it('is set by GE_VRS_RATE on GFX10.3 and later', () => {
    const registers = { GE_VRS_RATE: encodeRate(2, 1) };
    expect(findRate('gfx9', registers)).toEqual([0, 0]);
    expect(findRate('gfx10', registers)).toEqual([0, 0]);
    expect(findRate('gfx10.3', registers)).toEqual([2, 1]);
    expect(findRate('gfx11', registers)).toEqual([2, 1]);
  });

  it('is forced to pixel rate by ordering on GFX10.3, and on GFX11 if a register says so (S-144, S-146, S-147)', () => {
    const registers = { GE_VRS_RATE: encodeRate(1, 1), DB_SHADER_CONTROL: ORDERED };
    expect(findRate('gfx10.3', registers)).toEqual([0, 0]);
    expect(findRate('gfx11', registers)).toEqual([1, 1]);
    const forced = { PA_SC_VRS_SURFACE_CNTL_1: 1 << 7 };
    expect(findRate('gfx11', { ...registers, ...forced })).toEqual([0, 0]);
    expect(findRate('gfx11', { GE_VRS_RATE: encodeRate(1, 1), ...forced })).toEqual([1, 1]);
  });

  it('is forced to pixel rate by sample-rate shading', () => {
    const registers = { GE_VRS_RATE: encodeRate(1, 0), PA_SC_MODE_CNTL_1: 1 << 16, DB_EQAA: 1 << 4 };
    expect(findRate('gfx11', registers, 2)).toEqual([0, 0]);
  });

  it("is reduced, height first, until a fragment's samples fit in sixteen bits", () => {
    const registers = { GE_VRS_RATE: encodeRate(2, 2) };
    const fittedRates = ([1, 2, 4, 8, 16] as const).map((samples) => findRate('gfx11', registers, samples));
    expect(fittedRates).toEqual([
      [2, 2],
      [2, 1],
      [1, 1],
      [1, 0],
      [0, 0],
    ]);
    expect(findRate('gfx11', { GE_VRS_RATE: encodeRate(0, 2) }, 8)).toEqual([0, 1]);
  });
});

const rates = fc.constantFrom(...[0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => ({ x, y }))));
const sampleCounts = fc.constantFrom(1, 2, 4, 8, 16);
const triangle = fc.array(fc.integer({ min: -600, max: (SIZE + 3) * 256 }), { minLength: 6, maxLength: 6 });
const clips = fc.tuple(
  fc.nat(7),
  fc.nat(7),
  fc.integer({ min: 8, max: SIZE }),
  fc.integer({ min: 8, max: SIZE }),
);

describe('coarse quads', () => {
  it('cover the same samples as fine quads, in aligned squares, with each fine pixel in one fragment', () => {
    const word = fc.nat(0xffff);
    fc.assert(
      fc.property(
        triangle,
        sampleCounts,
        rates,
        clips,
        fc.tuple(word, word, word, word),
        (vertices, samples, rate, corners, aa) => {
          fc.pre(samples << (rate.x + rate.y) <= 16);
          const clip = { left: corners[0], top: corners[1], right: corners[2], bottom: corners[3] };
          const [fine, coarse] = [undefined, rate].map(
            (quadRate) => new Rasteriser(createFootprint(samples, aa, quadRate)),
          );
          fine.rasterise(vertices, 0, 0, clip);
          coarse.rasterise(vertices, 0, 0, clip);
          const sorted = (rasteriser: Rasteriser) => [...getFineCoverage(rasteriser, samples)].sort();
          expect(sorted(coarse)).toEqual(sorted(fine));
          for (let offset = 0; offset < coarse.quadCount * QUAD_COLUMNS; offset += QUAD_COLUMNS) {
            expect(coarse.quads[offset + QUAD_COLUMN.X] % (2 << rate.x)).toBe(0);
            expect(coarse.quads[offset + QUAD_COLUMN.Y] % (2 << rate.y)).toBe(0);
            expect(coarse.quads[offset + QUAD_COLUMN.RATE]).toBe(rate.x | (rate.y << 2));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('occur once each, however small the bins are', () => {
    fc.assert(
      fc.property(triangle, fc.constantFrom(8, 9, 12, 30), (vertices, binSize) => {
        const registers = { GE_VRS_RATE: encodeRate(2, 2) };
        const scenario = scene({
          chip: 'navi31',
          draw: { vertices, registers, width: 32, height: 32 },
          freedoms: { binning: setting('binning', 'on'), binSize },
        });
        const context = new DeviceContext(scenario, new RandomChoices('0x1'), null);
        const [plan] = planDraws(context, scenario);
        const area = { left: 0, top: 0, right: 32, bottom: 32 };
        const binner = new Binner(context, plan, area, () => {});
        const rasteriser = new Rasteriser(plan.sampling.footprint);
        const corners = new Set<string>();
        while (binner.next()) {
          rasteriser.rasterise(vertices, 0, 0, binner.current.clip);
          for (let offset = 0; offset < rasteriser.quadCount * QUAD_COLUMNS; offset += QUAD_COLUMNS) {
            const corner = rasteriser.quads.subarray(offset, offset + 2).join();
            expect(corners.has(corner)).toBe(false);
            corners.add(corner);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});

/** Returns the vertices of the given rectangles of whole fine pixels. */
function makeRectangles(
  ...rects: readonly (readonly [x: number, y: number, w: number, h: number])[]
): number[] {
  return rects.flatMap(([x, y, w, h]) => [x, y, x + w, y, x, y + h].map((v) => v * 256));
}

function countOverlaps(chip: ChipName, vertices: number[], changes: Partial<Draw> = {}): number {
  const registers = {
    VGT_PRIMITIVE_TYPE: 17,
    GE_VRS_RATE: encodeRate(1, 1),
    DB_SHADER_CONTROL: OVERRIDE_RATE,
    SPI_SHADER_COL_FORMAT: 1,
    ...changes.registers,
  };
  const depths = new Array<number>(vertices.length / 6).fill(0);
  const scenario = scene({ chip, draw: { vertices, depths, ...changes, registers } });
  const overlaps: Transaction[] = [];
  runScenario(scenario, (t) => {
    if (t.kind === 'overlap') overlaps.push(t);
  });
  return overlaps.length;
}

describe('overlap of coarse fragments on GFX11', () => {
  it('is determined by fine pixels, so primitives in one fragment only overlap if they share a pixel', () => {
    expect(countOverlaps('navi31', makeRectangles([4, 4, 1, 2], [5, 4, 1, 2]))).toBe(0);
    expect(countOverlaps('navi31', makeRectangles([4, 4, 1, 2], [4, 5, 2, 1]))).toBe(1);
    expect(countOverlaps('navi31', makeRectangles([7, 4, 1, 2], [4, 5, 2, 1]))).toBe(0);
  });

  it('is determined by pixels if ordering forces the pixel rate', () => {
    const forced = { registers: { PA_SC_VRS_SURFACE_CNTL_1: 1 << 7 } };
    expect(countOverlaps('navi31', makeRectangles([4, 4, 1, 2], [5, 4, 1, 2]), forced)).toBe(0);
    expect(countOverlaps('navi31', makeRectangles([4, 4, 1, 2], [4, 5, 2, 1]), forced)).toBe(1);
  });

  it('is determined by the samples of fine pixels if the overlap rate distinguishes them', () => {
    // With two samples, sample 0 is to the right of and below the centre, and sample 1 is to the left and above.
    const upper = [4 * 256, 4 * 256, 4 * 256 + 100, 4 * 256, 4 * 256, 4 * 256 + 100];
    const lower = [4 * 256 + 150, 4 * 256 + 150, 5 * 256, 4 * 256 + 150, 4 * 256 + 150, 5 * 256];
    const drawAt = (rate: number) => ({
      samples: 2 as const,
      registers: { DB_SHADER_CONTROL: OVERRIDE_RATE | (rate << 26), DB_Z_INFO: 1 << 2 },
    });
    expect(countOverlaps('navi31', [...upper, ...lower], drawAt(0))).toBe(1);
    expect(countOverlaps('navi31', [...upper, ...lower], drawAt(1))).toBe(0);
    expect(countOverlaps('navi31', [...upper, ...upper], drawAt(1))).toBe(1);
  });
});
