import { assembleLines, type Gfx, runWave, UnsupportedOperation } from '../../../arch/index.js';
import { decodeSource, getVector, makeWave, setFloats, setVector } from '../support/machine.js';
import { FlatMemory } from '../support/memory.js';
import { prepareRequest } from '../support/memory-request.js';

const IMAGES: Readonly<Record<'gfx9' | 'gfx10.3' | 'gfx11', readonly number[]>> = {
  gfx9: [0x01001800, 0x10400000, 0x401fc07f, 0x90000204, 0x200fe000, 0, 0, 0],
  'gfx10.3': [0x01003000, 0xc1400000, 0x801fc01f, 0x92000204, 0, 0x00400000, 0, 0],
  gfx11: [0x01003000, 0xc1400000, 0x001fc01f, 0x92000204, 0, 0x00400000, 0, 0],
};
const BASES = { gfx9: 0x100180000, 'gfx10.3': 0x100300000, gfx11: 0x100300000 } as const;
const formatDimension = (gfx: Gfx) => (gfx === 'gfx9' ? '' : ' dim:SQ_RSRC_IMG_2D');

describe('images', () => {
  test.each(['gfx9', 'gfx10.3', 'gfx11'] as const)(
    'are laid out row by row on %s, as the corpus descriptor specifies',
    (gfx) => {
      const { filled } = prepareRequest(
        `image_load v1, v0, s[8:15] dmask:0x1${formatDimension(gfx)} unorm a16`,
        (state) => {
          state.s.set(IMAGES[gfx], 8);
          setVector(state, 0, (lane) => (lane === 2 ? 128 : lane | (lane << 16)));
        },
        gfx,
        64,
      );
      expect([filled.addresses[0], filled.addresses[3], filled.addresses[2]]).toEqual([
        BASES[gfx],
        BASES[gfx] + 3 * 512 + 12,
        -1,
      ]);
    },
  );

  test('convert 8-bit channels to and from floats in registers', () => {
    const decoded = decodeSource(
      'image_store v[2:5], v0, s[8:15] dmask:0xf dim:SQ_RSRC_IMG_2D unorm a16\nimage_load v[6:9], v0, s[8:15] dmask:0xf dim:SQ_RSRC_IMG_2D unorm a16\ns_endpgm',
    );
    const state = makeWave(decoded);
    const memory = new FlatMemory();
    state.s.set([0x01003800, 0xc3800000, 0x801fc01f, 0x90000fac, 0, 0x00400000, 0, 0], 8);
    setVector(state, 0, (lane) => lane);
    for (const [i, value] of [0, 1, 0.5, 2].entries()) setFloats(state, 2 + i, () => value);
    runWave(decoded, state, memory);
    expect(memory.read(0x100380000) >>> 0).toBe(0xff80ff00);
    expect([6, 7, 8, 9].map((register) => state.vf[register * 32])).toEqual([
      0,
      1,
      Math.fround(128 / 255),
      1,
    ]);
  });

  test('support atomics, which return the old texel with glc', () => {
    const decoded = decodeSource(
      'image_atomic_add v2, v0, s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc a16\ns_endpgm',
    );
    const state = makeWave(decoded);
    const memory = new FlatMemory();
    state.s.set(IMAGES['gfx10.3'], 8);
    setVector(state, 2, () => 3);
    expect(decoded.instructions[0].memory).toMatchObject({ atomic: 'add', returns: true, dwords: 1 });
    runWave(decoded, state, memory);
    expect([getVector(state, 2)[31], memory.read(BASES['gfx10.3'])]).toEqual([93, 96]);
  });

  test('are refused if they list more address registers than they read', () => {
    const assemble = (count: number, gfx: Gfx) => {
      const list = Array.from({ length: count }, (_, i) => `v${2 * i}`).join(', ');
      return assembleLines(`image_load v1, [${list}], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D`, gfx, 64);
    };
    for (const gfx of ['gfx10', 'gfx10.3', 'gfx11', 'gfx12'] as const) {
      expect(assemble(2, gfx)[0]!.words).toHaveLength(3);
      for (const count of [1, 3, 6, 14]) expect(() => assemble(count, gfx)).toThrow('expected ');
    }
  });

  test('are rejected if their format is not modelled', () => {
    const load = () =>
      prepareRequest('image_load v1, v0, s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm a16', (state) => {
        state.s.set([0x01003800, 0xcaa00000, 0x801fc01f, 0x90000fac], 8);
      });
    expect(load).toThrow(UnsupportedOperation);
  });
});
