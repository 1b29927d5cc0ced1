import { type Gfx, runWave, type WaveState } from '../../../../arch/index.js';
import { decodeSource, makeWave, setVector } from '../../support/machine.js';
import { FlatMemory } from '../../support/memory.js';

/** Word 3 of a raw buffer descriptor. */
const RAW = 0x31016fac;

function run(source: string, gfx: Gfx): WaveState {
  const decoded = decodeSource(`${source}\ns_endpgm`, gfx, 64);
  const state = makeWave(decoded);
  const memory = new FlatMemory();
  state.lds = new Int32Array(16).fill(7);
  state.s.set([0x1000, 0, 64, RAW], 4);
  state.s[124] = 0xabcd0008 | 0;
  state.s.set([0b1011, 0], 126);
  setVector(state, 0, (lane) => lane * 4);
  memory.write(0x1004, 1, 0x80, 3, 4);
  expect(runWave(decoded, state, memory).outcome).toBe('ended');
  return state;
}

test.each([
  ['gfx9', 'buffer_load_dword v0, s[4:7], 0 offen offset:4 lds', [1, 0x80, 7, 4]],
  ['gfx10.3', 'buffer_load_sbyte v0, s[4:7], 0 offen offset:4 lds', [1, -128, 7, 4]],
  ['gfx11', 'buffer_load_lds_i8 v0, s[4:7], 0 offen offset:4', [1, -128, 7, 4]],
] as const)(
  'a load to LDS on %s fills one dword per lane, starting at M0 plus the offset',
  (gfx, source, loaded) => {
    expect([...run(source, gfx).lds.slice(2, 8)]).toEqual([7, ...loaded, 7]);
  },
);

test('loads of several dwords to LDS are rejected', () => {
  const wide = decodeSource('buffer_load_dwordx2 off, s[4:7], 0 lds', 'gfx9', 64).instructions[0];
  expect(wide).toMatchObject({ kind: 'illegal' });
  expect(wide!.reason).toContain('buffer_load_dwordx2 to LDS');
});
