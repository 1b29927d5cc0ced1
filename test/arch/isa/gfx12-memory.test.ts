import { decodeProgram, runWave, type WaveState } from '../../../arch/index.js';
import { decodeSource, getVector, makeWave, setVector } from '../support/machine.js';
import { FlatMemory } from '../support/memory.js';

const BASE = 0x10000;

/** The descriptor of a raw 4 KiB buffer, in s[8:11] (corpus, descriptors.json). */
const BUFFER = [BASE, 0, 4096, 0x30014fac];

/** A driver's descriptor for a linear 128 x 128 image of dwords on GFX12 (corpus, descriptors.json: `img`). */
const IMAGE = [BASE >> 8, 0xc0280000, 0x001fc01f, 0x92000204, 0x7f, 0x00400000, 0x00308000, 0].map(
  (word) => word | 0,
);

/** Runs a GFX12 program with four lanes. Each word in memory contains its offset from `BASE`. */
function run(source: string, prepare: (state: WaveState) => void = () => undefined) {
  const decoded = decodeSource(`${source}\ns_endpgm`, 'gfx12', 32);
  const state = makeWave(decoded);
  const memory = new FlatMemory();
  for (let offset = 0; offset < 0x10000; offset += 4) memory.write(BASE + offset, offset);
  state.s.set(BUFFER, 8);
  state.s.set(IMAGE, 16);
  state.s.set([BASE, 0], 4);
  state.s.set([0xf, 0], 126);
  setVector(state, 0, (lane) => lane * 4);
  prepare(state);
  const result = runWave(decoded, state, memory);
  return { state, memory, result };
}

const getFirstLanes = (state: WaveState, register: number) => getVector(state, register).slice(0, 4);

test('a buffer access adds its offset, treating a null register as zero', () => {
  const { state } = run('buffer_load_b32 v1, v0, s[8:11], null offen offset:1024');
  expect(getFirstLanes(state, 1)).toEqual([1024, 1028, 1032, 1036]);
});

test('a scalar load can fill three registers and is range-checked if it uses a descriptor', () => {
  const { state } = run(`
  s_mov_b32 s40, 7
  s_mov_b32 s10, 0x18
  s_load_b96 s[36:38], s[4:5], 0x10
  s_buffer_load_b96 s[40:42], s[8:11], 0x10
  s_wait_kmcnt 0x0`);
  expect([36, 37, 38, 40, 41, 42].map((register) => state.s[register])).toEqual([16, 20, 24, 16, 20, 0]);
});

test('a global access has a signed 24-bit offset', () => {
  const { state } = run('v_add_nc_u32_e32 v0, 0x4000, v0\nglobal_load_b32 v1, v0, s[4:5] offset:-8192');
  expect(getFirstLanes(state, 1)).toEqual([0x2000, 0x2004, 0x2008, 0x200c]);
});

test('an atomic returns the old value only if its hint requests it', () => {
  const { state, memory } = run(`
  v_mov_b32_e32 v1, 1
  v_mov_b32_e32 v2, 1
  buffer_atomic_add_u32 v1, v0, s[8:11], null offen th:TH_ATOMIC_RETURN
  buffer_atomic_add_u32 v2, v0, s[8:11], null offen`);
  expect(getFirstLanes(state, 1)).toEqual([0, 4, 8, 12]);
  expect(getFirstLanes(state, 2)).toEqual([1, 1, 1, 1]);
  expect(memory.read(BASE + 4)).toBe(6);
});

test("an image access lists its coordinates individually and uses GFX12's descriptor layout", () => {
  const { state } = run('image_load v1, [v5, v3], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D', (wave) => {
    setVector(wave, 5, (lane) => lane);
    setVector(wave, 3, () => 2);
  });
  expect(getFirstLanes(state, 1)).toEqual([1024, 1028, 1032, 1036]);
});

test('a scalar load adds a register and a signed 24-bit offset', () => {
  const { state } = run('s_mov_b32 s3, 0x2000\ns_load_b64 s[0:1], s[4:5], s3 offset:-0x1000');
  expect([...state.s.slice(0, 2)]).toEqual([0x1000, 0x1004]);
});

test('each access is counted by its GFX12 counter', () => {
  const counters = decodeSource(
    `
  buffer_load_b32 v1, v0, s[8:11], null offen
  buffer_store_b32 v1, v0, s[8:11], null offen
  image_sample v1, [v2, v3], s[16:23], s[24:27] dmask:0x1 dim:SQ_RSRC_IMG_2D
  s_load_b32 s0, s[4:5], 0x0
  ds_load_b32 v1, v0`,
    'gfx12',
    32,
  ).instructions.map(({ memory }) => memory?.counter);
  expect(counters).toEqual(['vm', 'vs', 'sample', 'km', 'lgkm']);
});

test.each([
  ['s_barrier_leave', 's_barrier_leave'],
  ['s_mul_u64 s[0:1], s[2:3], s[4:5]', 's_mul_u64'],
  ['buffer_atomic_pk_add_f16 v1, v0, s[8:11], null offen', 'buffer_atomic_pk_add_f16'],
])('%s is rejected by name', (source, name) => {
  const [instruction] = decodeSource(source, 'gfx12', 32).instructions;
  expect(instruction!.kind).toBe('illegal');
  expect(instruction!.reason).toBe(`unsupported: ${name} is known but not modelled`);
});

test("GFX11's s_waitcnt is deprecated but still waits; GFX11's single-counter waits are not instructions", () => {
  const getFirst = (word: number) => decodeProgram([word], 'gfx12', 32).instructions[0]!;
  expect(getFirst(0xbf890000)).toMatchObject({
    mnemonic: 's_waitcnt',
    wait: { vm: 0, sample: 0, bvh: 0, vs: 0, exp: 0, lgkm: 0, km: 0 },
  });
  for (const word of [0xbc7c0000, 0xbcfc0000, 0xbd7c0000, 0xbdfc0000])
    expect(getFirst(word).reason, word.toString(16)).toMatch(/^unsupported/);
});

test('s_barrier_wait acts as a complete work-group barrier, and other barriers are rejected', () => {
  const getKinds = (source: string) => decodeSource(source, 'gfx12', 32).instructions.map(({ kind }) => kind);
  expect(getKinds('s_barrier_signal -1\ns_barrier_wait -1')).toEqual(['alu', 'barrier']);
  expect(getKinds('s_barrier_wait 1')).toEqual(['illegal']);
});

test('a write-back counts as a store with no active lanes, and an invalidation applies to the caches that its scope bypasses', () => {
  const [writeBack, ownInvalidate, farInvalidate] = decodeSource(
    'global_wb scope:SCOPE_DEV\nglobal_inv\nglobal_inv scope:SCOPE_SE',
    'gfx12',
    32,
  ).instructions;
  expect(writeBack!.memory).toMatchObject({ access: 'store', counter: 'vs', scope: 2, writesBack: true });
  expect([ownInvalidate!.invalidates, farInvalidate!.invalidates]).toEqual([undefined, ['l0']]);
});

test('v_s instructions need no active lanes and reject sign modifiers', () => {
  const { state } = run(
    's_mov_b32 exec_lo, 0\nv_s_rcp_f32 s20, 4.0\nv_s_sqrt_f32 s21, s20\nv_s_exp_f32 s22, -1.0',
  );
  expect([20, 21, 22].map((register) => state.s[register])).toEqual([0x3e800000, 0x3f000000, 0x3f000000]);
  const [negated] = decodeProgram([0xd6840005, 0x20000006], 'gfx12', 32).instructions;
  expect(negated).toMatchObject({
    kind: 'illegal',
    reason: 'unsupported: modifiers on a scalar operand in v_s_rcp_f32',
  });
});
