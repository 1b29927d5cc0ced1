import fc from 'fast-check';
import type { SampleCount } from '../../../arch/index.js';
import { rasterise } from '../../../checkers/evidence/geometry/draw-coverage.js';
import { CHOICE } from '../../../rtl-model/choice-points.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { RandomChoices } from '../../../rtl-model/kernel/index.js';
import { Binner } from '../../../rtl-model/sc/binner.js';
import { type PixelRect, Rasteriser } from '../../../rtl-model/sc/rasterise.js';
import { getScissor } from '../../../rtl-model/sc/scan-converter.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { type Draw, QUAD_COLUMN, QUAD_COLUMNS, setting } from '../../../transactions/index.js';
import { createOutline } from '../../checkers/support/outlines.js';
import { scene } from '../../checkers/support/scenes.js';

const SIZE = 16;

/** The PA_SC_BINNER_CNTL_0.OPTIMAL_BIN_SELECTION bit. */
const BIN_SELECTION = 1 << 27;

/** The PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE bit. */
const OUT_OF_ORDER = 1 << 27;

/** A triangle that covers every screen in these tests. */
const WHOLE_SCREEN = [0, 0, 512 * 256, 0, 0, 512 * 256];

/** The primitives that reach each pixel, in order, with their coverage. */
type Layers = Map<string, string[]>;

function addLayer(layers: Layers, x: number, y: number, primitive: number, mask: number): void {
  if (mask === 0) return;
  const key = `${x},${y}`;
  layers.set(key, [...(layers.get(key) ?? []), `${primitive}:${mask.toString(2)}`]);
}

interface BinSettings {
  readonly binning: number;
  readonly binSize: number;
  readonly batchPrimitives: number;
}

function binLayers(
  draw: Partial<Draw>,
  freedoms: BinSettings,
  seed: string,
): { layers: Layers; entered: number[] } {
  const scenario = scene({ draw, freedoms });
  const context = new DeviceContext(scenario, new RandomChoices(seed), null);
  const [plan] = planDraws(context, scenario);
  const entered: number[] = [];
  const binner = new Binner(context, plan, getScissor(plan.draw), (primitive) => entered.push(primitive));
  const rasteriser = new Rasteriser(plan.sampling.footprint);
  const layers: Layers = new Map();
  while (binner.next()) {
    const { primitive, clip } = binner.current;
    rasteriser.rasterise(plan.draw.vertices, primitive * 6, primitive, clip);
    for (let quad = 0; quad < rasteriser.quadCount; quad++) addQuad(layers, rasteriser.quads, quad);
  }
  return { layers, entered };
}

function addQuad(layers: Layers, quads: Int32Array, quad: number): void {
  const offset = quad * QUAD_COLUMNS;
  for (let pixel = 0; pixel < 4; pixel++) {
    const masks = quads[offset + (pixel < 2 ? QUAD_COLUMN.MASK01 : QUAD_COLUMN.MASK23)];
    const [x, y] = [quads[offset] + (pixel & 1), quads[offset + 1] + (pixel >> 1)];
    addLayer(layers, x, y, quads[offset + QUAD_COLUMN.PRIMITIVE], (masks >>> ((pixel & 1) * 16)) & 0xffff);
  }
}

function computeExpectedLayers(
  vertices: readonly number[],
  samples: SampleCount,
  clip: PixelRect,
  masks: number[],
): Layers {
  const layers: Layers = new Map();
  for (let primitive = 0; primitive < vertices.length / 6; primitive++) {
    const triangle = createOutline(vertices, primitive);
    if (triangle === undefined) continue;
    rasterise(triangle, clip, samples, (x, y, mask) => {
      addLayer(layers, x, y, primitive, mask & masks[(y & 1) * 2 + (x & 1)]);
    });
  }
  return layers;
}

const coordinate = fc.integer({ min: -1024, max: (SIZE + 4) * 256 });
const triangle = fc.array(coordinate, { minLength: 6, maxLength: 6 });
const triangles = fc.array(triangle, { minLength: 1, maxLength: 8 }).map((list) => list.flat());
const sampleCounts = fc.constantFrom<SampleCount>(1, 2, 4, 8, 16);
const knobValues = fc.record({
  binning: fc.constantFrom(0, 1),
  binSize: fc.constantFrom(8, 9, 16, 32),
  batchPrimitives: fc.integer({ min: 1, max: 5 }),
});
const seed = fc.integer({ min: 0, max: 1000 }).map((value) => `0x${value.toString(16)}`);

describe('the binner and the rasteriser', () => {
  it('cover what the reference covers, in primitive order at each pixel, regardless of bins', () => {
    fc.assert(
      fc.property(triangles, sampleCounts, knobValues, seed, (vertices, samples, freedoms, seed) => {
        const { layers, entered } = binLayers({ vertices, samples }, freedoms, seed);
        const clip = { left: 0, top: 0, right: SIZE, bottom: SIZE };
        const fullMasks = [0xffff, 0xffff, 0xffff, 0xffff];
        expect(layers).toEqual(computeExpectedLayers(vertices, samples, clip, fullMasks));
        expect(entered).toEqual(Array.from({ length: vertices.length / 6 }, (_, i) => i));
      }),
      { numRuns: 150 },
    );
  });

  it("omit the pixels and samples that the draw's scissors and sample masks exclude", () => {
    const edge = fc.integer({ min: 0, max: SIZE });
    const word = fc.integer({ min: 0, max: 0xffffffff });
    fc.assert(
      fc.property(
        triangles,
        sampleCounts,
        knobValues,
        edge,
        edge,
        word,
        word,
        (vertices, samples, freedoms, a, b, top, bottom) => {
          const registers = {
            PA_SC_GENERIC_SCISSOR_TL: a | (b << 16),
            PA_SC_VPORT_SCISSOR_0_BR: 13 | (11 << 16),
            PA_SC_AA_MASK_X0Y0_X1Y0: top,
            PA_SC_AA_MASK_X0Y1_X1Y1: bottom,
          };
          const { layers } = binLayers({ vertices, samples, registers }, freedoms, '0x1');
          const clip = { left: a, top: b, right: 13, bottom: 11 };
          const masks = [top, bottom].flatMap((mask) => [mask & 0xffff, mask >>> 16]);
          expect(layers).toEqual(computeExpectedLayers(vertices, samples, clip, masks));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('replay batches bin by bin, or visit each primitive once if binning is off', () => {
    const draw = { vertices: [...WHOLE_SCREEN, ...WHOLE_SCREEN, ...WHOLE_SCREEN], width: 100, height: 60 };
    const walk = (binning: number): { primitive: number; clip: PixelRect }[] => {
      const scenario = scene({ draw, freedoms: { binning, binSize: 16, batchPrimitives: 8 } });
      const context = new DeviceContext(scenario, new RandomChoices('0x1'), null);
      const [plan] = planDraws(context, scenario);
      const binner = new Binner(context, plan, getScissor(plan.draw), () => {});
      const visited: { primitive: number; clip: PixelRect }[] = [];
      while (binner.next()) visited.push({ ...binner.current });
      return visited;
    };
    const clip = { left: 0, top: 0, right: 100, bottom: 60 };
    expect(walk(0)).toEqual([0, 1, 2].map((primitive) => ({ primitive, clip })));
    // Each bin replays all three primitives before the next bin starts.
    expect(walk(1).map(({ primitive }) => primitive)).toEqual(
      Array.from({ length: 3 * 7 * 4 }, (_, i) => i % 3),
    );
  });

  it('use bins of the requested size, or larger ones if coarse quads would cross bin edges', () => {
    const getCorners = (binSize: number, rate: number): string[] => {
      const draw = { vertices: WHOLE_SCREEN, width: 24, height: 24, registers: { GE_VRS_RATE: rate } };
      const scenario = scene({
        draw,
        freedoms: { binning: setting('binning', 'on'), binSize, batchPrimitives: 8 },
      });
      const context = new DeviceContext(scenario, new RandomChoices('0x1'), null);
      const [plan] = planDraws(context, scenario);
      const binner = new Binner(context, plan, getScissor(plan.draw), () => {});
      const visited: string[] = [];
      while (binner.next()) visited.push(`${binner.current.clip.right},${binner.current.clip.bottom}`);
      return visited;
    };
    expect(getCorners(13, 0)).toEqual(['13,13', '24,13', '13,24', '24,24']);
    // Fragments are 2 by 2 pixels.
    expect(getCorners(13, 1 | (1 << 4))).toEqual(['16,16', '24,16', '16,24', '24,24']);
  });

  it('visit the bins of a batch in order, or in either direction if the draw allows it', () => {
    const columns = 7;
    const bins = Array.from(
      { length: columns * 4 },
      (_, i) => `${16 * (i % columns)},${16 * Math.floor(i / columns)}`,
    );
    const walkOrder = (PA_SC_BINNER_CNTL_0: number, seed: string): string => {
      const registers = { PA_SC_BINNER_CNTL_0 };
      const draw = { vertices: WHOLE_SCREEN, width: 100, height: 60, registers };
      const scenario = scene({
        draw,
        freedoms: { binning: setting('binning', 'on'), binSize: 16, batchPrimitives: 8 },
      });
      const context = new DeviceContext(scenario, new RandomChoices(seed), null);
      const [plan] = planDraws(context, scenario);
      const binner = new Binner(context, plan, getScissor(plan.draw), () => {});
      const visited: string[] = [];
      while (binner.next()) visited.push(`${binner.current.clip.left},${binner.current.clip.top}`);
      return visited.join(' ');
    };
    const seeds = Array.from({ length: 32 }, (_, i) => `0x${i.toString(16)}`);
    const [forward, reverse] = [bins.join(' '), bins.toReversed().join(' ')];
    expect(new Set(seeds.map((seed) => walkOrder(0, seed)))).toEqual(new Set([forward]));
    expect(new Set(seeds.map((seed) => walkOrder(BIN_SELECTION, seed)))).toEqual(new Set([forward, reverse]));
  });

  it.each([
    ['one bin', { binning: setting('binning', 'off'), binSize: 16, batchPrimitives: 3 }, 1],
    ['several bins', { binning: setting('binning', 'on'), binSize: 16, batchPrimitives: 3 }, 2],
  ])('swap neighbours in some batches, but only if the draw allows it (%s)', (_, freedoms, bins) => {
    const walk = (PA_SC_MODE_CNTL_1: number, seed: string): string => {
      const vertices = [...WHOLE_SCREEN, ...WHOLE_SCREEN, ...WHOLE_SCREEN, ...WHOLE_SCREEN, ...WHOLE_SCREEN];
      const registers = { PA_SC_MODE_CNTL_1 };
      const scenario = scene({ draw: { vertices, width: 32, height: 16, registers }, freedoms });
      const context = new DeviceContext(scenario, new RandomChoices(seed), null);
      const [plan] = planDraws(context, scenario);
      const binner = new Binner(context, plan, getScissor(plan.draw), () => {});
      const visited: number[] = [];
      while (binner.next()) visited.push(binner.current.primitive);
      return visited.join(' ');
    };
    const inEachBin = (batch: string): string => Array(bins).fill(batch).join(' ');
    const orders = ['0 1 2', '1 0 2'].flatMap((first) =>
      ['3 4', '4 3'].map((second) => `${inEachBin(first)} ${inEachBin(second)}`),
    );
    const seeds = Array.from({ length: 64 }, (_each, i) => `0x${i.toString(16)}`);
    expect(new Set(seeds.map((seed) => walk(OUT_OF_ORDER, seed)))).toEqual(new Set(orders));
    expect(new Set(seeds.map((seed) => walk(0, seed)))).toEqual(new Set([orders[0]]));
  });

  it('lose no pixels at the edges of bins far from the origin', () => {
    const [x, y, size] = [1024, 512, 256];
    const vertices = [x, y, x + 3, y, x, y + 3].map((pixel) => pixel * 256);
    const { layers } = binLayers(
      { vertices, width: x + size, height: y + size },
      { binning: setting('binning', 'on'), binSize: 16, batchPrimitives: 5 },
      '0x1',
    );
    expect([...layers.keys()].sort()).toEqual([`${x},${y}`, `${x},${y + 1}`, `${x + 1},${y}`].sort());
  });

  it('hold one primitive at a time if there is only one bin', () => {
    const draw = { vertices: [...WHOLE_SCREEN, ...WHOLE_SCREEN, ...WHOLE_SCREEN], depths: [0, 0, 0] };
    const scenario = scene({ draw, freedoms: { binning: setting('binning', 'off'), batchPrimitives: 8 } });
    const context = new DeviceContext(scenario, new RandomChoices('0x1'), null);
    const [plan] = planDraws(context, scenario);
    const entered: number[] = [];
    const binner = new Binner(context, plan, getScissor(plan.draw), (primitive) => entered.push(primitive));
    for (const primitive of [0, 1, 2]) {
      expect(binner.next()).toBe(true);
      expect([binner.current.primitive, entered]).toEqual([primitive, [0, 1, 2].slice(0, primitive + 1)]);
    }
    expect(binner.next()).toBe(false);
  });
});

/** Coordinates on bin edges or one unit to either side of them, including some outside the area. */
const nearEdge = fc
  .tuple(fc.integer({ min: -1, max: 5 }), fc.constantFrom(-1, 0, 1))
  .map(([edge, delta]) => edge * 8 * 256 + delta);

it('a binner visits batches, bins and primitives in the order that its choices determine', () => {
  const settings = fc.record({
    boxes: fc.array(fc.tuple(nearEdge, nearEdge, nearEdge, nearEdge), { minLength: 1, maxLength: 7 }),
    columns: fc.integer({ min: 1, max: 3 }),
    rows: fc.integer({ min: 1, max: 2 }),
    batch: fc.integer({ min: 1, max: 4 }),
    reordersBins: fc.boolean(),
    outOfOrder: fc.boolean(),
    answers: fc.array(fc.constantFrom(0, 1), { minLength: 16, maxLength: 16 }),
  });
  fc.assert(
    fc.property(settings, ({ boxes, columns, rows, batch, reordersBins, outOfOrder, answers }) => {
      const vertices = boxes.flatMap(([a, b, c, d]) => [a, b, c, d, a, d]);
      const registers = {
        PA_SC_BINNER_CNTL_0: reordersBins ? BIN_SELECTION : 0,
        PA_SC_MODE_CNTL_1: outOfOrder ? OUT_OF_ORDER : 0,
      };
      const draw = { vertices, width: 8 * columns, height: 8 * rows, registers };
      const freedoms = { binning: setting('binning', 'on'), binSize: 8, batchPrimitives: batch };
      const scenario = scene({ draw, freedoms });
      const chosenPoints: number[] = [];
      const choose = (point: number): number => answers[chosenPoints.push(point) - 1];
      const context = new DeviceContext(scenario, { choose }, null);
      const [plan] = planDraws(context, scenario);
      const binner = new Binner(context, plan, getScissor(plan.draw), () => undefined);
      const walk: string[] = [];
      while (binner.next()) {
        const { primitive, clip } = binner.current;
        walk.push(`${primitive} in ${clip.left},${clip.top}`);
      }

      const expectedPoints: number[] = [];
      const expectedWalk: string[] = [];
      const isSingleBin = columns * rows === 1;
      const size = isSingleBin && !outOfOrder ? 1 : batch;
      let answer = 0;
      for (let first = 0; first < boxes.length; first += size) {
        const primitives = boxes.map((_, i) => i).slice(first, first + size);
        const bins = Array.from({ length: columns * rows }, (_, i) => i);
        if (!isSingleBin && reordersBins) {
          expectedPoints.push(CHOICE.BIN_ORDER);
          if (answers[answer++] === 1) bins.reverse();
        }
        if (outOfOrder) {
          expectedPoints.push(CHOICE.OUT_OF_ORDER);
          if (answers[answer++] === 1)
            for (let i = 0; i + 1 < primitives.length; i += 2)
              [primitives[i], primitives[i + 1]] = [primitives[i + 1], primitives[i]];
        }
        for (const bin of bins) {
          const [left, top] = [8 * (bin % columns), 8 * Math.floor(bin / columns)];
          const touching = primitives.filter(
            (primitive) => isSingleBin || touchesBin(boxes[primitive], left * 256, top * 256, 8 * 256),
          );
          expectedWalk.push(...touching.map((primitive) => `${primitive} in ${left},${top}`));
        }
      }
      expect(chosenPoints).toEqual(expectedPoints);
      expect(walk).toEqual(expectedWalk);
    }),
    { numRuns: 200 },
  );
});

function touchesBin(
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  left: number,
  top: number,
  size: number,
): boolean {
  const isOutside = (a: number, b: number, from: number): boolean =>
    Math.max(a, b) < from || Math.min(a, b) >= from + size;
  return !isOutside(x0, x1, left) && !isOutside(y0, y1, top);
}
