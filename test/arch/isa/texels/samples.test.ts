import { type Gfx, runWave, type WaveState } from '../../../../arch/index.js';
import {
  type ImageFields,
  makeImageWords,
  makeSamplerWords,
  type SamplerFields,
} from '../../support/image-words.js';
import { decodeSource, getFloats, getVector, makeWave, setFloats, setVector } from '../../support/machine.js';
import { FlatMemory } from '../../support/memory.js';

const BASE = 0x10000;
const ROW = 256;
const UINT = 20;
const FLOAT = 22;

interface SampleInputs {
  readonly source: string;
  readonly gfx?: Gfx;
  readonly image?: Partial<Omit<ImageFields, 'gfx' | 'base'>>;
  readonly sampler?: SamplerFields;
  /** Returns the floats that a lane has in v0, v1, … */
  readonly coordinates: (lane: number) => readonly number[];
  readonly prepare?: (state: WaveState, memory: FlatMemory) => void;
}

/**
 * Samples the image in s[8:15] with the sampler in s[4:7]. Each word of an integer image contains its byte offset.
 */
function run({ source, gfx = 'gfx10.3', image = {}, sampler = {}, coordinates, prepare }: SampleInputs) {
  const decoded = decodeSource(`${source}\ns_endpgm`, gfx, 64);
  const state = makeWave(decoded);
  const memory = new FlatMemory();
  for (let offset = 0; offset < 0x4000; offset += 4) memory.write(BASE + offset, offset);
  state.s.set(makeSamplerWords(sampler), 4);
  state.s.set(makeImageWords({ gfx, base: BASE, format: UINT, width: 8, height: 4, ...image }), 8);
  state.s.set([0xf, 0], 126);
  for (const i of coordinates(0).keys()) setFloats(state, i, (lane) => coordinates(lane)[i] ?? 0);
  prepare?.(state, memory);
  const result = runWave(decoded, state, memory);
  return { state, result, texels: getVector(state, 20).slice(0, 4) };
}

const SAMPLE = 'image_sample_lz v20, v[0:1], s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D';
/** Returns the offsets of the texels in the given columns of the first row. */
const getColumns = (...numbers: number[]) => numbers.map((number) => number * 4);

describe('a sample coordinate', () => {
  const getRowCoordinates = (lane: number) => [[-0.1, 1.05, 2.9, 0.5][lane], 0];

  test.each([
    [0, getColumns(7, 0, 7, 4)],
    [1, getColumns(0, 7, 7, 4)],
    [2, getColumns(0, 7, 7, 4)],
    [3, getColumns(0, 7, 7, 4)],
  ] as const)('selects the right texels in wrap mode %i', (mode, expected) => {
    expect(
      run({ source: SAMPLE, sampler: { modes: [mode, 0, 0] }, coordinates: getRowCoordinates }).texels,
    ).toEqual(expected);
  });

  test.each([
    [0, 0],
    [1, 0],
    [2, 1],
  ] as const)('uses border colour %i, whose first channel is %i', (border, expected) => {
    const sampler = { modes: [6, 0, 0], border } as const;
    expect(run({ source: SAMPLE, sampler, coordinates: getRowCoordinates }).texels).toEqual([
      expected,
      expected,
      expected,
      16,
    ]);
  });

  test('is treated as 0 if it is infinite or NaN', () => {
    const sample = run({ source: SAMPLE, coordinates: (lane) => [[NaN, Infinity, -Infinity, 0][lane], NaN] });
    expect(sample.texels).toEqual([0, 0, 0, 0]);
  });

  test('is measured in texels if unnormalised', () => {
    const sampler = { unnormalised: true, modes: [2, 2, 2] } as const;
    const sample = run({ source: SAMPLE, sampler, coordinates: (lane) => [lane + 0.5, 2.5] });
    expect(sample.texels).toEqual([0, 1, 2, 3].map((x) => 2 * ROW + 4 * x));
  });
});

describe('sample inputs other than coordinates', () => {
  test('an offset moves the location by a signed number of whole texels', () => {
    const source = 'image_sample_lz_o v20, v[0:2], s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D';
    const prepare = (state: WaveState) => setVector(state, 0, (lane) => [0x0102, 0x3f, 0x3e00, 0][lane] ?? 0);
    const sample = run({ source, coordinates: () => [0, 0.5, 0.5], prepare });
    expect(sample.texels).toEqual([3 * ROW + 24, 2 * ROW + 12, 16, 2 * ROW + 16]);
  });

  test("the reference value is compared using the sampler's function (here, less than the texel)", () => {
    const source = 'image_sample_c_lz v20, v[0:2], s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D';
    const prepare = (_: WaveState, memory: FlatMemory) => memory.write(BASE, 0x3f000000);
    const reference = (lane: number) => [[0.25, 0.5, 0.75, NaN][lane], 0, 0];
    const sample = run({
      source,
      image: { format: FLOAT },
      sampler: { compare: 1 },
      coordinates: reference,
      prepare,
    });
    expect(getFloats(sample.state, 20).slice(0, 4)).toEqual([1, 0, 0, 0]);
  });

  test('layers are rounded to nearest, and the face numbers of consecutive cubes in an array are eight apart', () => {
    const array = 'image_sample_lz v20, v[0:2], s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY';
    const layers = (lane: number) => [0, 0, [0.4, 1.6, -3, 99][lane]];
    expect(run({ source: array, image: { type: 13, depth: 2 }, coordinates: layers }).texels).toEqual([
      0,
      2 * 4 * ROW,
      0,
      2 * 4 * ROW,
    ]);
    const cube = 'image_sample_lz v20, v[0:2], s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_CUBE';
    const faces = (lane: number) => [1, 1.75, [0, 5, 8, 13][lane]];
    const image = { type: 11, width: 4, depth: 11 };
    expect(run({ source: cube, image, sampler: { modes: [2, 2, 2] }, coordinates: faces }).texels).toEqual(
      [0, 5, 6, 11].map((layer) => layer * 4 * ROW + 3 * ROW),
    );
  });

  test('16-bit coordinates share a register', () => {
    const source = 'image_sample_lz v20, v0, s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D a16';
    const prepare = (state: WaveState) => setVector(state, 0, () => 0x3a003800);
    expect(run({ source, coordinates: () => [0], prepare }).texels[0]).toBe(3 * ROW + 16);
  });
});

describe('the level of detail', () => {
  const image = { lastLevel: 3 };
  /** Returns the offset of the first texel in a level of an 8x4 image. */
  const getLevelStart = (level: number) => [0, 4 * ROW, 6 * ROW, 7 * ROW][level];

  test('is clamped and rounded to the nearest level if given explicitly', () => {
    const source = 'image_sample_l v20, v[0:2], s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D';
    const coordinates = (lane: number) => [0, 0, [0.4, 0.6, 1.5, 9][lane]];
    expect(run({ source, image, coordinates }).texels).toEqual([0, 1, 2, 3].map(getLevelStart));
    expect(run({ source, image, sampler: { minLod: 512, maxLod: 640 }, coordinates }).texels).toEqual(
      [2, 2, 2, 3].map(getLevelStart),
    );
    expect(run({ source, image, sampler: { bias: -256 }, coordinates }).texels).toEqual(
      [0, 0, 1, 3].map(getLevelStart),
    );
    expect(run({ source, image, sampler: { mipFilter: 0 }, coordinates }).texels).toEqual([0, 0, 0, 0]);
    expect(run({ source, image: { ...image, baseLevel: 1 }, coordinates }).texels).toEqual(
      [1, 2, 3, 3].map(getLevelStart),
    );
  });

  test('is computed from differences between lanes of the quad', () => {
    const source = 'image_sample v20, v[0:1], s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D';
    const steps = (step: number) => (lane: number) => [(lane & 1) * step, (lane >> 1) * step];
    // The first lane of the quad samples the corner. A step of 1/8 is one level-0 texel to the right.
    expect(
      [1 / 8, 1 / 4, 1 / 2].map((step) => run({ source, image, coordinates: steps(step) }).texels[0]),
    ).toEqual([0, 1, 2].map(getLevelStart));
    const biased = 'image_sample_b v20, v[0:2], s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D';
    const coordinates = (lane: number) => [1, ...steps(1 / 8)(lane)];
    expect(run({ source: biased, image, coordinates }).texels[0]).toBe(getLevelStart(1));
    const clamped = 'image_sample_cl v20, v[0:2], s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D';
    const withMinLevel = (lane: number) => [...steps(1 / 8)(lane), 2];
    expect(run({ source: clamped, image, coordinates: withMinLevel }).texels[0]).toBe(getLevelStart(2));
  });

  test('is computed from the longer of the two derivatives', () => {
    const source = 'image_sample_d v20, v[0:5], s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D';
    const coordinates = (lane: number) => [
      [0, 0.125, 0.25, 0][lane],
      0,
      0,
      [0.25, 0.25, 0.25, 1][lane],
      0,
      0,
    ];
    expect(run({ source, image, coordinates }).texels).toEqual([0, 0, 1, 2].map(getLevelStart));
    const half = 'image_sample_d_g16 v20, v[0:3], s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D';
    const prepare = (state: WaveState) => {
      setVector(state, 0, () => 0x3400);
      setVector(state, 1, () => 0x3c000000);
    };
    expect(run({ source: half, image, coordinates: () => [0, 0, 0, 0], prepare }).texels[0]).toBe(
      getLevelStart(2),
    );
  });

  test('is returned by a query, both clamped and unclamped', () => {
    const source = 'image_get_lod v[20:21], v[0:1], s[8:15], s[4:7] dmask:0x3 dim:SQ_RSRC_IMG_2D';
    const steps = (lane: number) => [(lane & 1) * 4, 0];
    const { state } = run({ source, image, coordinates: steps });
    expect([getFloats(state, 20)[3], getFloats(state, 21)[3]]).toEqual([3, 5]);
  });

  test('is rejected if a quad spans cube faces', () => {
    const source = 'image_sample v20, v[0:2], s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_CUBE';
    const cube = { type: 11, width: 4, depth: 5, lastLevel: 2 };
    const { result } = run({ source, image: cube, coordinates: (lane) => [1, 1, lane] });
    expect(result.reason).toBe('unsupported: level of detail across cube faces');
  });
});

describe('a gather', () => {
  const getCorners = (state: WaveState, lane: number) =>
    [20, 21, 22, 23].map((register) => getVector(state, register)[lane]);

  test("returns one component of a linear filter's four texels, counterclockwise from the lower left", () => {
    const source = 'image_gather4_lz v[20:23], v[0:1], s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D';
    const { state } = run({ source, sampler: { filter: 1 }, coordinates: (lane) => [lane / 8, 0.5] });
    expect(getCorners(state, 2)).toEqual([2 * ROW + 4, 2 * ROW + 8, ROW + 8, ROW + 4]);
    expect(getCorners(state, 0)).toEqual([2 * ROW + 28, 2 * ROW, ROW, ROW + 28]);
  });

  test('returns the component selected by the mask, even from wide texels', () => {
    const source = 'image_gather4_lz v[20:23], v[0:1], s[8:15], s[4:7] dmask:0x4 dim:SQ_RSRC_IMG_2D';
    const { state } = run({ source, image: { format: 75 }, coordinates: () => [1 / 8, 1 / 4] });
    expect(getCorners(state, 0)).toEqual([ROW + 8, ROW + 24, 24, 8]);
  });

  test('compares each texel, including border texels', () => {
    const source = 'image_gather4_c_lz v[20:23], v[0:2], s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D';
    const sampler = { modes: [6, 6, 6], border: 2, compare: 3 } as const;
    const prepare = (_: WaveState, memory: FlatMemory) => {
      memory.write(BASE, 0x3e800000);
      memory.write(BASE + ROW, 0x3f400000);
    };
    const { state } = run({
      source,
      image: { format: FLOAT },
      sampler,
      coordinates: () => [0.5, 0, 0.25],
      prepare,
    });
    const results = [20, 21, 22, 23].map((register) => getFloats(state, register)[0]);
    expect(results).toEqual([1, 1, 0, 1]);
  });
});

describe('an unsupported sampler', () => {
  test.each([
    [{ filter: 1 }, 'unsupported: sampler filter other than nearest'],
    [{ modes: [4, 0, 0] }, 'unsupported: sampler wrap mode 4'],
    [{ modes: [0, 6, 0], border: 3 }, 'unsupported: border colour in memory'],
  ] as const)('is rejected: %j', (sampler, reason) => {
    expect(run({ source: SAMPLE, sampler, coordinates: () => [0, 0] }).result).toMatchObject({
      outcome: 'illegal',
      reason,
    });
  });

  test('is rejected if it filters between mip levels', () => {
    const source = 'image_sample_l v20, v[0:2], s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D';
    const sampler = { mipFilter: 2 };
    const getReason = (lastLevel: number) =>
      run({ source, image: { lastLevel }, sampler, coordinates: () => [0, 0, 0] }).result.reason;
    expect([getReason(0), getReason(1)]).toEqual(['', 'unsupported: filtering between mip levels']);
  });
});
