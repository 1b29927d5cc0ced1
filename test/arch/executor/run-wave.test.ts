import { decodeProgram, type Gfx, HWREG, runWave, SCALAR } from '../../../arch/index.js';
import { decodeSource, makeWave } from '../support/machine.js';
import { FlatMemory } from '../support/memory.js';

/** The golden sequences from pops.md 12, which wait for overlapped waves, then load, add 1.0 and store. */
const GOLDEN: Readonly<Record<'gfx9' | 'gfx10.3' | 'gfx11', readonly number[]>> = {
  gfx9: [
    0xbf0d9f04, 0xbf840011, 0x9285ff04, 0x0001001c, 0x81058105, 0xb9050e01, 0x9286ff04, 0x000a0010,
    0x8607ff04, 0x000003ff, 0xbf080706, 0x82068006, 0xbe870407, 0x81060706, 0x810807ef, 0xbf0a0806,
    0xbf850002, 0xbf8e0003, 0xbf82fffb, 0xe0505000, 0x80000100, 0xbf8c0f70, 0x020202f2, 0xe0705000,
    0x80000100, 0xbf8c0f70, 0xbf900007, 0xc4001890, 0x00000000, 0xbf810000,
  ],
  'gfx10.3': [
    0xbf0d9f04, 0xbf84000e, 0x9385ff04, 0x0002001c, 0x97058105, 0xb9851019, 0x9386ff04, 0x000a0010,
    0x8c07ff04, 0x000003ff, 0x81060706, 0x810807ef, 0xbf0a0806, 0xbf850002, 0xbf8effff, 0xbf82fffb,
    0xe030d000, 0x80000100, 0xbf8c3f70, 0x060202f2, 0xe0705000, 0x80000100, 0xbbfd0000, 0xbf900007,
    0xf8001890, 0x00000000, 0xbf810000,
  ],
  gfx11: [
    0xbf8b0000, 0xe0506000, 0x80400100, 0xbf8903f7, 0x060202f2, 0xe0684000, 0x80400100, 0xbc7c0000,
    0xf8000800, 0x00000000, 0xbfb00000,
  ],
};

interface RunOptions {
  readonly collision?: number;
  readonly exiting?: readonly number[];
}

function runGolden(gfx: keyof typeof GOLDEN, { collision = 0, exiting = [] }: RunOptions = {}) {
  const wave = gfx === 'gfx9' ? 64 : 32;
  const decoded = decodeProgram(GOLDEN[gfx], gfx, wave);
  const state = makeWave(decoded);
  const memory = new FlatMemory();
  const descriptor = gfx === 'gfx9' ? [0x1000, 0, 256, 0x00027fac] : [0x1000, 0, 256, 0x31016fac];
  state.s.set([...descriptor, collision], 0);
  for (let lane = 0; lane < wave; lane++) state.v[lane] = lane * 4;
  const ids = [...exiting];
  const kinds: string[] = [];
  const result = runWave(decoded, state, memory, {
    exitingWaveId: () => ids.shift() ?? 0,
    beforeInstruction: ({ kind }) => kinds.push(kind),
    budget: 1000,
  });
  return { state, memory, result, kinds };
}

const ONE = 0x3f800000;

describe('the golden sequences', () => {
  test.each(['gfx9', 'gfx10.3', 'gfx11'] as const)('add one to every element on %s', (gfx) => {
    const { memory, result, state } = runGolden(gfx);
    expect(result.outcome).toBe('ended');
    expect([memory.read(0x1000), memory.read(0x1000 + 4 * (state.lanes - 1))]).toEqual([ONE, ONE]);
  });

  test('make an overlapping wave poll until the exiting id passes its newest id (pops.md 5.4, W1 and W2)', () => {
    const collision = (0x80000000 | (3 << 16) | 5) >>> 0;
    const { result, kinds, state } = runGolden('gfx10.3', { collision, exiting: [3, 3, 4] });
    expect(result.outcome).toBe('ended');
    expect(kinds.filter((kind) => kind === 'sleep')).toHaveLength(2);
    expect(state.hw[HWREG.POPS_PACKER]).toBe(1);
  });

  test('correct a newest id from before the wraparound on GFX9 (W10)', () => {
    const collision = (0x80000000 | (1019 << 16) | 2) >>> 0;
    const { kinds, state } = runGolden('gfx9', { collision, exiting: [1020, 1021] });
    expect(kinds.filter((kind) => kind === 'sleep')).toHaveLength(1);
    expect((state.hw[HWREG.MODE] >>> 24) & 3).toBe(1);
  });

  test('run out of budget if the wave can never enter its section', () => {
    const collision = (0x80000000 | (5 << 16) | 5) >>> 0;
    const { result } = runGolden('gfx10.3', { collision });
    expect(result).toMatchObject({ outcome: 'budget', instructions: 1000 });
  });
});

describe('runWave', () => {
  const run = (source: string, gfx: Gfx = 'gfx10.3') => {
    const decoded = decodeSource(source, gfx);
    const state = makeWave(decoded);
    return { result: runWave(decoded, state, new FlatMemory()), state };
  };

  test('stops at an illegal instruction and reports the reason', () => {
    const decoded = decodeProgram([0xbf800000, 0xe8000000, 0], 'gfx9', 64);
    const state = makeWave(decoded);
    const result = runWave(decoded, state, new FlatMemory());
    expect(result).toMatchObject({ outcome: 'illegal', instructions: 1 });
    expect(result.reason).toContain('unsupported');
    expect(state.next).toBe(1);
  });

  test('follows an indirect jump', () => {
    const { result, state } = run('s_mov_b64 s[2:3], 12\ns_setpc_b64 s[2:3]\ns_mov_b32 s4, 1\ns_endpgm');
    expect([result.outcome, state.s[4]]).toEqual(['ended', 0]);
  });

  test('reports running past the end of the program as illegal', () => {
    expect(run('s_mov_b32 s4, 1').result).toMatchObject({ outcome: 'illegal', instructions: 1 });
  });

  test('reports an unmodelled descriptor as illegal', () => {
    const source = 'image_load v1, v0, s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm a16\ns_endpgm';
    expect(run(source).result).toMatchObject({
      outcome: 'illegal',
      reason: expect.stringContaining('image'),
    });
  });

  test('executes a countdown loop', () => {
    const { state } = run(
      's_movk_i32 s0, 5\nloop: s_sub_u32 s0, s0, 1\ns_add_u32 s1, s1, 2\ns_cmp_lg_u32 s0, 0\ns_cbranch_scc1 loop\ns_endpgm',
    );
    expect([state.s[1], state.s[SCALAR.SCC]]).toEqual([10, 0]);
  });
});
