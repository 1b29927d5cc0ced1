import { GENERATIONS, type Gfx, isAtLeast, runWave, SCALAR, type WaveState } from '../../../arch/index.js';
import { decodeSource, getVector, makeWave, setVector } from '../support/machine.js';
import { FlatMemory } from '../support/memory.js';

const RAW = 0x31016fac;
const BASE = 0x1000;
const LANES = 5;

/** Runs a program on five lanes. Lane l accesses byte l * step of a buffer that contains the dwords 100, 101, ... */
function run(source: string, gfx: Gfx, descriptor: readonly number[], step = 4) {
  const decoded = decodeSource(`${source}\ns_endpgm`, gfx, gfx === 'gfx9' ? 64 : 32);
  const state = makeWave(decoded);
  const memory = new FlatMemory();
  memory.write(BASE, 100, 101, 102, 103, 104, 105, 106, 107);
  state.s.set(descriptor, 4);
  state.s[SCALAR.EXEC_LO] = 2 ** LANES - 1;
  state.s[SCALAR.EXEC_HI] = 0;
  setVector(state, 0, (lane) => step * lane);
  for (let register = 1; register < 5; register++) setVector(state, register, () => register);
  runWave(decoded, state, memory);
  return { state, memory };
}

const getRegisters = (state: WaveState, count: number) =>
  Array.from({ length: count }, (_, i) => getVector(state, 1 + i).slice(0, LANES));

/** RDNA3.5 and MI300 manuals, "Range Checking": "Load/store-DWORD-x{2,3,4} perform range-check per component". */
describe.each(GENERATIONS)('when a buffer access crosses the end of the buffer on %s', (gfx) => {
  const [load, store] = isAtLeast(gfx, 'gfx11')
    ? ['load_b128', 'store_b64']
    : ['load_dwordx4', 'store_dwordx2'];

  test('out-of-range dwords read as zero', () => {
    const { state } = run(`buffer_${load} v[1:4], v0, s[4:7], 0 offen`, gfx, [BASE, 0, 20, RAW]);
    expect(getRegisters(state, 4)).toEqual([
      [100, 101, 102, 103, 104],
      [101, 102, 103, 104, 0],
      [102, 103, 104, 0, 0],
      [103, 104, 0, 0, 0],
    ]);
  });

  test('in-range dwords are stored', () => {
    const { memory } = run(`buffer_${store} v[1:2], v0, s[4:7], 0 offen`, gfx, [BASE, 0, 20, RAW], 8);
    const words = Array.from({ length: 7 }, (_, i) => memory.read(BASE + 4 * i));
    expect(words).toEqual([1, 2, 1, 2, 1, 105, 106]);
  });

  test('a converting load returns zero in every component if any is out of range', () => {
    const float = gfx === 'gfx9' ? 0x00077fac : isAtLeast(gfx, 'gfx11') ? 0x3003ffac : 0x3104dfac;
    const { state } = run('buffer_load_format_xyzw v[1:4], v0, s[4:7], 0 offen', gfx, [BASE, 0, 20, float]);
    expect(getRegisters(state, 4).map((lanes) => lanes.slice(2))).toEqual(Array(4).fill([0, 0, 0]));
    expect(getVector(state, 4)[1]).toBe(104);
  });
});

describe.each(GENERATIONS)('when a scalar buffer load crosses the end of the buffer on %s', (gfx) => {
  const load = isAtLeast(gfx, 'gfx11') ? 's_buffer_load_b128' : 's_buffer_load_dwordx4';
  // Fill the registers so that stale values show up.
  const fill = 's_mov_b64 s[8:9], -1\ns_mov_b64 s[10:11], -1\n';
  const loadWords = (stride: number, records: number) => {
    const { state } = run(`${fill}${load} s[8:11], s[4:7], 0x4`, gfx, [BASE, stride << 16, records, RAW]);
    return [...state.s.subarray(8, 12)];
  };

  // RDNA3.5 manual, "Scalar Memory": out of range if offset >= (stride == 0 ? 1 : stride) * num_records.
  test('out-of-range dwords read as zero', () => {
    expect(loadWords(0, 12)).toEqual([101, 102, 0, 0]);
    expect(loadWords(0, 9)).toEqual([101, 102, 0, 0]);
    expect(loadWords(4, 4)).toEqual([101, 102, 103, 0]);
    expect(loadWords(0, 4)).toEqual([0, 0, 0, 0]);
    expect(loadWords(0, 20)).toEqual([101, 102, 103, 104]);
  });
});

test('in a structured buffer, only dwords past the end of the record read as zero', () => {
  // OOB_SELECT 0: "(index >= NumRecords) || (offset + payload > stride)".
  const descriptor = [BASE, 8 << 16, 4, 0x01014fac];
  const { state } = run('buffer_load_dwordx2 v[1:2], v0, s[4:7], 0 offen', 'gfx10.3', descriptor);
  expect(getRegisters(state, 2)).toEqual([
    [100, 101, 0, 0, 0],
    [101, 0, 0, 0, 0],
  ]);
});
