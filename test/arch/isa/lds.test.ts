import { type Gfx, runWave, type WaveSize, type WaveState } from '../../../arch/index.js';
import { decodeSource, execute, getVector, makeWave, setVector } from '../support/machine.js';
import { FlatMemory } from '../support/memory.js';

function run(source: string, memory: FlatMemory, prepare: (state: WaveState) => void): WaveState {
  const decoded = decodeSource(`${source}\ns_endpgm`);
  const state = makeWave(decoded);
  prepare(state);
  expect(runWave(decoded, state, memory).outcome).toBe('ended');
  return state;
}

describe('two elements in LDS', () => {
  test('are stored and loaded in one access if they are adjacent', () => {
    const memory = new FlatMemory();
    const source = `ds_write2_b64 v0, v[2:3], v[8:9] offset0:2 offset1:3
      ds_read2_b32 v[4:5], v0 offset0:5 offset1:6`;
    const state = run(source, memory, (initial) => {
      setVector(initial, 0, (lane) => lane * 64);
      for (const [register, value] of [
        [2, 20],
        [3, 30],
        [8, 80],
        [9, 90],
      ])
        setVector(initial, register, (lane) => value + lane);
    });
    expect([16, 20, 24, 28].map((offset) => memory.read(64 + offset))).toEqual([21, 31, 81, 91]);
    expect([getVector(state, 4)[1], getVector(state, 5)[1]]).toEqual([31, 81]);
  });

  test('are rejected if they are not adjacent', () => {
    const { instructions } = decodeSource('ds_read2_b32 v[4:5], v0 offset1:7');
    expect(instructions[0].reason).toBe('unsupported: non-adjacent LDS locations in ds_read2_b32');
  });
});

test("a load past the end of the program's GDS partition returns zero", () => {
  const memory = new FlatMemory();
  memory.write(28, 7, 8);
  // M0 defines a partition of 16 bytes starting at byte 16.
  const source = `s_mov_b32 m0, 0x100010
    ds_read_b32 v1, v0 gds
    ds_read_b32 v2, v0 offset:4 gds`;
  const state = run(source, memory, (initial) => setVector(initial, 0, () => 12));
  expect([getVector(state, 1)[0], getVector(state, 2)[0]]).toEqual([7, 0]);
});

describe('an LDS access with a negative address', () => {
  test('is in range if the offset makes the sum nonnegative', () => {
    const memory = new FlatMemory();
    memory.write(4, 77);
    const state = run('ds_write_b32 v0, v1 offset:16\nds_read_b32 v2, v0 offset:12', memory, (initial) => {
      setVector(initial, 0, () => -8);
      setVector(initial, 1, () => 99);
    });
    expect([getVector(state, 2)[3], memory.read(8)]).toEqual([77, 99]);
  });
});

describe('compare and store', () => {
  test.each([
    ['gfx9', 'ds_cmpst_rtn_b32 v1, v2, v3, v4', [4, 3]],
    ['gfx11', 'ds_cmpstore_rtn_b32 v1, v2, v3, v4', [3, 4]],
  ] as const)('takes the new value and the comparand in the right order on %s: %s', (gfx, source, order) => {
    const decoded = decodeSource(source, gfx, 64);
    const state = makeWave(decoded);
    for (const register of [2, 3, 4]) setVector(state, register, () => register);
    const { memory } = decoded.instructions[0];
    const request = { lanesLo: 0, lanesHi: 0, addresses: new Float64Array(64), data: new Int32Array(256) };
    memory!.prepare(state, request);
    expect([request.data[5], request.data[64 + 5]]).toEqual(order);
    request.data[5] = 77;
    memory!.deliver(state, request);
    expect([getVector(state, 1)[5], getVector(state, 2)[5]]).toEqual([77, 2]);
  });
});

describe('LDS accesses to register halves', () => {
  test('read or write only one half and leave the other unchanged', () => {
    const memory = new FlatMemory();
    memory.write(0, 0x8899);
    const source = `ds_read_i8_d16_hi v1, v0
      ds_read_u16_d16 v2, v0
      ds_write_b16_d16_hi v0, v3 offset:4`;
    const state = run(source, memory, (initial) => {
      setVector(initial, 0, () => 0);
      for (const register of [1, 2, 3]) setVector(initial, register, () => 0x12345678);
    });
    expect([1, 2].map((register) => getVector(state, register)[0] >>> 0)).toEqual([0xff995678, 0x12348899]);
    expect(memory.read(4)).toBe(0x1234);
  });
});

describe('data moved between lanes', () => {
  const moveLanes = (gfx: Gfx, wave: WaveSize, source: string, exec = -1) =>
    getVector(
      execute(
        source,
        (initial) => {
          initial.s[126] = exec;
          setVector(initial, 0, (lane) => (lane + 1) * 4);
          setVector(initial, 1, (lane) => 100 + lane);
          setVector(initial, 2, () => 7);
        },
        gfx,
        wave,
      ),
      2,
    );

  test('is read from the addressed lane, modulo the number of reachable lanes', () => {
    const wave32 = moveLanes('gfx10.3', 32, 'ds_bpermute_b32 v2, v0, v1');
    expect([wave32[0], wave32[30], wave32[31]]).toEqual([101, 131, 100]);
    const halves = moveLanes('gfx10.3', 64, 'ds_bpermute_b32 v2, v0, v1');
    expect([halves[31], halves[32], halves[63]]).toEqual([100, 133, 132]);
    const fullWave = moveLanes('gfx9', 64, 'ds_bpermute_b32 v2, v0, v1');
    expect([fullWave[31], fullWave[63]]).toEqual([132, 100]);
  });

  test('is sent to the addressed lane, which receives zero if no lane sends to it', () => {
    const received = moveLanes('gfx10.3', 32, 'ds_permute_b32 v2, v0, v1', ~1);
    expect([received[0], received[1], received[2], received[31]]).toEqual([7, 0, 101, 130]);
  });

  test.each([
    ['swizzle(QUAD_PERM,1,0,3,3)', [1, 0, 3, 3, 5]],
    ['swizzle(SWAP,2)', [2, 3, 0, 1, 6]],
    ['swizzle(REVERSE,8)', [7, 6, 5, 4, 3]],
    ['swizzle(BROADCAST,4,1)', [1, 1, 1, 1, 5]],
    ['swizzle(BITMASK_PERM,"0p1pi")', [5, 4, 7, 6, 5]],
    // Rotation (RDNA3.5 manual): j = (i & mask) | ((i + rotate) & ~mask), reversed with bit 10.
    ['0xc020', [1, 2, 3, 4, 5]],
    ['0xc420', [31, 0, 1, 2, 3]],
    ['0xc03c', [1, 2, 3, 0, 5]],
    // Fourier order reverses the bits of the lane number, across all lanes or in groups of eight.
    ['0xe000', [0, 16, 8, 24, 4]],
    ['0xe018', [0, 4, 2, 6, 1]],
  ])('is selected by the pattern %s', (pattern, expected) => {
    const received = moveLanes('gfx10.3', 64, `ds_swizzle_b32 v2, v1 offset:${pattern}`);
    expect(received.slice(0, 5)).toEqual(expected.map((lane) => 100 + lane));
    expect(received[32]).toBe(132 + expected[0]);
  });

  test('wraps around at 32 lanes', () => {
    expect(moveLanes('gfx9', 64, 'ds_swizzle_b32 v2, v1 offset:0xc020').slice(30, 33)).toEqual([
      131, 100, 133,
    ]);
  });

  test('is swapped between the halves of a wave64', () => {
    const swapped = moveLanes('gfx11', 64, 'v_permlane64_b32 v2, v1');
    expect([swapped[0], swapped[40]]).toEqual([132, 108]);
  });
});
