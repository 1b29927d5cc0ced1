import {
  type Gfx,
  getGenerationEntry,
  runWave,
  type SinceGeneration,
  type WaveState,
} from '../../../../arch/index.js';
import { type ImageFields, makeImageWords } from '../../support/image-words.js';
import { decodeSource, getFloats, getVector, makeWave, setVector } from '../../support/machine.js';
import { FlatMemory } from '../../support/memory.js';

const BASE = 0x10000;
const ROW = 256;
/** The format number of 32_UINT in each generation. */
const UINT: SinceGeneration<number> = { gfx9: 4 | (4 << 6), gfx10: 20 };

type Image = Partial<Omit<ImageFields, 'gfx' | 'base'>>;

/** Runs an image instruction on the image in s[8:15], with each lane's coordinates in v0, v1, …. */
function run(
  source: string,
  gfx: Gfx,
  image: Image,
  coordinates: (lane: number) => readonly number[],
  prepare: (state: WaveState, memory: FlatMemory) => void = () => undefined,
) {
  const decoded = decodeSource(`${source}\ns_endpgm`, gfx, 64);
  const state = makeWave(decoded);
  const memory = new FlatMemory();
  state.s.set(
    makeImageWords({ gfx, base: BASE, format: getGenerationEntry(UINT, gfx), width: 8, height: 4, ...image }),
    8,
  );
  state.s.set([0xf, 0], 126);
  for (const i of coordinates(0).keys()) setVector(state, i, (lane) => coordinates(lane)[i]);
  prepare(state, memory);
  const result = runWave(decoded, state, memory);
  return { state, memory, result };
}

function fillWithOffsets(_: WaveState, memory: FlatMemory): void {
  for (let offset = 0; offset < 0x10000; offset += 4) memory.write(BASE + offset, offset);
}

function loadTexels(
  source: string,
  gfx: Gfx,
  image: Image,
  coordinates: (lane: number) => readonly number[],
) {
  return getVector(run(source, gfx, image, coordinates, fillWithOffsets).state, 20).slice(0, 4);
}

const LOAD = 'image_load v20, v[0:3], s[8:15] dmask:0x1';

describe('a texel', () => {
  test('is in the only row of a 1D image', () => {
    const source = 'image_load v20, v0, s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_1D';
    expect(loadTexels(source, 'gfx10', { type: 8, height: 4 }, (lane) => [lane * 3])).toEqual([0, 12, 24, 0]);
  });

  test('is in the slice selected by its z coordinate in a 3D image', () => {
    const source = 'image_load v20, v[0:2], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_3D';
    const texels = loadTexels(source, 'gfx10.3', { type: 10, depth: 2 }, (lane) => [1, 2, lane]);
    expect(texels).toEqual([0, 1, 2].map((z) => z * 4 * ROW + 2 * ROW + 4).concat(0));
  });

  test("is in the selected layer of an array, counted from the descriptor's first layer", () => {
    const source = 'image_load v20, v[0:2], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY';
    const texels = loadTexels(source, 'gfx11', { type: 13, firstLayer: 1, depth: 2 }, (lane) => [0, 0, lane]);
    expect(texels).toEqual([4 * ROW, 8 * ROW, 0, 0]);
    const lines = 'image_load v20, v[0:1], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_1D_ARRAY';
    expect(loadTexels(lines, 'gfx10', { type: 12, depth: 3 }, (lane) => [1, lane])).toEqual([
      4, 260, 516, 772,
    ]);
  });

  test('has a layer coordinate on GFX9 if the instruction declares one', () => {
    const image = { type: 13, depth: 3 };
    const layers = loadTexels(`${LOAD} da`, 'gfx9', image, (lane) => [0, 0, lane]);
    expect(layers).toEqual([0, 1, 2, 3].map((layer) => layer * 4 * 32));
    expect(loadTexels(LOAD, 'gfx9', image, (lane) => [0, 0, lane])).toEqual([0, 0, 0, 0]);
  });

  test('is stored with the other texels of the same fragment in a multisampled image', () => {
    const source = 'image_load v20, v[0:3], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D_MSAA_ARRAY';
    const image = { type: 15, lastLevel: 1, maxMip: 0, depth: 1 };
    const texels = loadTexels(source, 'gfx10', image, (lane) => [0, 1, lane >> 1, lane & 1]);
    expect(texels).toEqual([0, 1, 2, 3].map((plane) => plane * 4 * ROW + ROW));
  });

  test('is stored after all larger mip levels, each half as wide and high as the one before', () => {
    const source = 'image_load_mip v20, v[0:2], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D';
    const levels = loadTexels(source, 'gfx10', { lastLevel: 3 }, (lane) => [0, 0, lane]);
    expect(levels).toEqual([0, 4 * ROW, 6 * ROW, 7 * ROW]);
    const last = loadTexels(source, 'gfx10', { lastLevel: 3 }, (lane) => [lane, 0, 2]);
    expect(last).toEqual([6 * ROW, 6 * ROW + 4, 0, 0]);
    const based = loadTexels(source, 'gfx10', { baseLevel: 1, lastLevel: 2, maxMip: 3 }, (lane) => [
      0,
      0,
      lane,
    ]);
    expect(based).toEqual([4 * ROW, 6 * ROW, 0, 0]);
  });

  test('is stored after all mip levels of the previous layers in an array', () => {
    const source = 'image_load_mip v20, v[0:3], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY';
    const image = { type: 13, depth: 1, lastLevel: 1, maxMip: 1 };
    expect(loadTexels(source, 'gfx10.3', image, (lane) => [0, 0, lane & 1, lane >> 1])).toEqual([
      0,
      6 * ROW,
      4 * ROW,
      10 * ROW,
    ]);
  });

  test('is addressed with two coordinates per register if a16 is set', () => {
    const source = 'image_load v20, v[0:1], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY a16';
    const texels = loadTexels(source, 'gfx10', { type: 13, depth: 3 }, (lane) => [
      1 | (2 << 16),
      lane | (9 << 16),
    ]);
    expect(texels).toEqual([0, 1, 2, 3].map((layer) => layer * 4 * ROW + 2 * ROW + 4));
  });

  test('fills four registers if it has 16 bytes, or two if its components are loaded as 16 bits', () => {
    const image = { format: 77 };
    const prepare = (_: WaveState, memory: FlatMemory) =>
      memory.write(BASE + ROW + 16, 0x3f800000, 0x40000000, 0xbf800000 | 0, 0);
    const fullWidth = 'image_load v[20:23], v[0:1], s[8:15] dmask:0xf dim:SQ_RSRC_IMG_2D';
    const { state } = run(fullWidth, 'gfx10', image, () => [1, 1], prepare);
    expect([20, 21, 22, 23].map((register) => getFloats(state, register)[0])).toEqual([1, 2, -1, 0]);
    const half = run(
      `${fullWidth.replace('v[20:23]', 'v[20:21]')} d16`,
      'gfx10',
      image,
      () => [1, 1],
      prepare,
    );
    expect([20, 21].map((register) => getVector(half.state, register)[0] >>> 0)).toEqual([
      0x40003c00, 0xbc00,
    ]);
  });

  test('is stored without affecting its neighbours in the same dword', () => {
    const source = 'image_store v20, v[0:1], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D';
    const { memory } = run(
      source,
      'gfx11',
      { format: 5 },
      (lane) => [lane * 2, 0],
      (state, data) => {
        data.write(BASE, 0x11111111);
        setVector(state, 20, (lane) => lane + 0xa0);
      },
    );
    expect(memory.read(BASE)).toBe(0x11a111a0);
  });

  test('is copied without conversion if the instruction requests it', () => {
    const coordinates = (lane: number) => [lane, 0];
    const prepare = (_: WaveState, memory: FlatMemory) => memory.write(BASE, 0x44c02281);
    const signed = 'image_load_pck_sgn v20, v[0:1], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D';
    expect(
      getVector(run(signed, 'gfx10', { format: 1 }, coordinates, prepare).state, 20).slice(0, 4),
    ).toEqual([-127, 0x22, -64, 0x44]);
    const unsigned = 'image_load_pck v20, v[0:1], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D';
    expect(getVector(run(unsigned, 'gfx10', { format: 1 }, coordinates, prepare).state, 20)[0]).toBe(0x81);
  });

  test('is followed by a status that reports it as resident', () => {
    const source = 'image_load v[20:21], v[0:1], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D tfe';
    const { state } = run(
      source,
      'gfx10',
      {},
      () => [0, 0],
      (initial, memory) => {
        setVector(initial, 21, () => 9);
        fillWithOffsets(initial, memory);
      },
    );
    expect(getVector(state, 21).slice(3, 5)).toEqual([0, 9]);
  });
});

describe('a multisample load', () => {
  test('returns four fragments of a texel, with 0 after the last one', () => {
    const source = 'image_msaa_load v[20:23], v[0:2], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D_MSAA';
    const image = { type: 14, lastLevel: 2, maxMip: 0 };
    const { state } = run(source, 'gfx11', image, (lane) => [1, 0, lane], fillWithOffsets);
    const fragments = [20, 21, 22, 23].map((register) => getVector(state, register));
    expect(fragments.map((lanes) => lanes[0])).toEqual([0, 1, 2, 3].map((plane) => plane * 4 * ROW + 4));
    expect(fragments.map((lanes) => lanes[2])).toEqual([2 * 4 * ROW + 4, 3 * 4 * ROW + 4, 0, 0]);
  });
});

describe('a query', () => {
  test.each([
    [{ type: 9 }, [8, 4, 1, 1]],
    [{ type: 10, depth: 5 }, [8, 4, 6, 1]],
    [{ type: 12, depth: 6 }, [8, 7, 1, 1]],
    [{ type: 13, firstLayer: 2, depth: 6 }, [8, 4, 5, 1]],
    [{ type: 9, baseLevel: 1, lastLevel: 3 }, [4, 2, 1, 3]],
  ] as const)('returns the size of %j', (image, size) => {
    const source = 'image_get_resinfo v[20:23], v0, s[8:15] dmask:0xf dim:SQ_RSRC_IMG_2D';
    const { state } = run(source, 'gfx10', image, () => [0]);
    expect([20, 21, 22, 23].map((register) => getVector(state, register)[1])).toEqual(size);
    expect(getVector(state, 20)[4]).toBe(0);
  });

  test('returns a size of 0 for a nonexistent mip level', () => {
    const source = 'image_get_resinfo v[20:21], v0, s[8:15] dmask:0x9 dim:SQ_RSRC_IMG_2D';
    const { state } = run(source, 'gfx11', { lastLevel: 2 }, (lane) => [lane]);
    expect([getVector(state, 20).slice(0, 4), getVector(state, 21).slice(0, 4)]).toEqual([
      [8, 4, 2, 0],
      [3, 3, 3, 3],
    ]);
  });
});

test('an image atomic requires texels that match its width', () => {
  const source = 'image_atomic_add v20, v[0:1], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D';
  const getReason = (format: number) => run(source, 'gfx10', { format }, () => [0, 0]).result.reason;
  expect([getReason(20), getReason(56), getReason(62)]).toEqual([
    '',
    'unsupported: atomic on image format 8_8_8_8_UNORM',
    'unsupported: atomic on image format 32_32_UINT',
  ]);
});

test.each(['image_load', 'image_store'])('%s with no components is rejected', (name) => {
  const { instructions } = decodeSource(`${name} v20, v[0:1], s[8:15] dim:SQ_RSRC_IMG_2D`);
  expect(instructions[0].reason).toBe(`unsupported: dmask 0 in ${name}`);
});

test('an image whose base level is after its last level is rejected', () => {
  const source = 'image_load v20, v[0:1], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D';
  const { result } = run(source, 'gfx10', { baseLevel: 3, lastLevel: 1 }, () => [0, 0]);
  expect(result).toMatchObject({ outcome: 'illegal', reason: 'unsupported: image levels 3 to 1' });
});
