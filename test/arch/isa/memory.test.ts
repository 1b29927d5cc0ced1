import { type Gfx, runWave, type WaveState } from '../../../arch/index.js';
import { decodeSource, getVector, makeWave, setVector } from '../support/machine.js';
import { FlatMemory } from '../support/memory.js';
import { prepareRequest } from '../support/memory-request.js';

const RAW = 0x31016fac;
const STRUCTURED = 0x01014204;
const setRawDescriptor = (state: WaveState, records: number) =>
  state.s.set([0x1000, 0x8000, records, RAW], 4);

describe('buffer addresses', () => {
  test('add base, scalar offset, register offset and immediate in 48 bits', () => {
    const { filled } = prepareRequest('buffer_load_dword v1, v0, s[4:7], s8 offen offset:16', (state) => {
      setRawDescriptor(state, 0x10000);
      state.s[8] = 0x100;
      setVector(state, 0, (lane) => lane * 4);
    });
    expect(filled.addresses[3]).toBe(0x8000 * 2 ** 32 + 0x1000 + 0x100 + 16 + 12);
  });

  test('include the immediate even without a register', () => {
    const { filled } = prepareRequest('buffer_load_dword v1, off, s[4:7], 0 offset:4', (state) =>
      setRawDescriptor(state, 64),
    );
    expect(filled.addresses[0]).toBe(0x8000 * 2 ** 32 + 0x1004);
  });

  test('are -1 for lanes outside a raw buffer, but not for its last bytes', () => {
    const { filled } = prepareRequest('buffer_load_ushort v1, v0, s[4:7], 0 offen', (state) => {
      setRawDescriptor(state, 7);
      setVector(state, 0, (lane) => lane * 2 - 1);
    });
    expect([...filled.addresses.slice(0, 5)].map((address) => address >= 0)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  test.each([
    ['an offset', 'offen', 4, 0],
    ['an index', 'idxen', 1, 4],
  ])('are checked together with the scalar offset in a raw buffer with %s', (_, mode, step, stride) => {
    const { filled } = prepareRequest(`buffer_load_dword v1, v0, s[4:7], s8 ${mode}`, (state) => {
      state.s.set([0x1000, stride << 16, 16, RAW], 4);
      state.s[8] = 8;
      setVector(state, 0, (lane) => lane * step);
    });
    expect([...filled.addresses.slice(0, 4)]).toEqual([0x1008, 0x100c, -1, -1]);
  });

  test('are checked by index in a structured buffer', () => {
    const { filled } = prepareRequest('buffer_load_dword v1, v0, s[4:7], 0 idxen', (state) => {
      state.s.set([0x1000, 4 << 16, 3, STRUCTURED], 4);
      setVector(state, 0, (lane) => lane);
    });
    expect([...filled.addresses.slice(0, 4)]).toEqual([0x1000, 0x1004, 0x1008, -1]);
  });

  test('are checked by index on GFX9 if there is an index', () => {
    const { filled } = prepareRequest(
      'buffer_load_dword v1, v0, s[4:7], 0 idxen',
      (state) => {
        state.s.set([0x1000, 8 << 16, 2, 0x00024204], 4);
        setVector(state, 0, (lane) => lane);
      },
      'gfx9',
      64,
    );
    expect([...filled.addresses.slice(0, 3)]).toEqual([0x1000, 0x1008, -1]);
  });

  test('are computed only for active lanes', () => {
    const { filled } = prepareRequest(
      'buffer_store_dword v1, off, s[4:7], 0',
      (state) => {
        setRawDescriptor(state, 64);
        state.s.set([0x0f, 0xf0], 126);
        setVector(state, 1, (lane) => lane);
      },
      'gfx9',
      64,
    );
    expect([filled.lanesLo, filled.lanesHi, filled.data[3], filled.data[37]]).toEqual([0x0f, 0xf0, 3, 37]);
  });
});

describe('counters and flags', () => {
  test('stores increment vm on GFX9 and vs on later generations', () => {
    const getCounter = (gfx: Gfx) =>
      decodeSource('buffer_store_dword v1, off, s[4:7], 0', gfx, 64).instructions[0].memory!.counter;
    expect([getCounter('gfx9'), getCounter('gfx10')]).toEqual(['vm', 'vs']);
    expect(decodeSource('buffer_atomic_add v1, off, s[4:7], 0 glc').instructions[0].memory).toMatchObject({
      counter: 'vm',
      returns: true,
      atomic: 'add',
    });
    expect(decodeSource('buffer_atomic_add v1, off, s[4:7], 0').instructions[0].memory).toMatchObject({
      counter: 'vs',
      returns: false,
    });
  });
});

describe('loads and stores', () => {
  const run = (
    source: string,
    prepare: (state: WaveState, memory: FlatMemory) => void,
    gfx: Gfx = 'gfx10.3',
  ) => {
    const decoded = decodeSource(`${source}\ns_endpgm`, gfx, gfx === 'gfx9' ? 64 : 32);
    const state = makeWave(decoded);
    const memory = new FlatMemory();
    prepare(state, memory);
    const result = runWave(decoded, state, memory);
    return { state, memory, result };
  };

  test('bytes and halves are extended as the instruction specifies', () => {
    const setup = (state: WaveState, memory: FlatMemory) => {
      state.s.set([0x1000, 0, 64, RAW], 4);
      memory.write(0x1000, 0x80ff7f80 | 0);
      setVector(state, 0, (lane) => lane & 3);
    };
    expect(getVector(run('buffer_load_sbyte v1, v0, s[4:7], 0 offen', setup).state, 1).slice(0, 4)).toEqual([
      -128, 127, -1, -128,
    ]);
    expect(getVector(run('buffer_load_ubyte v1, v0, s[4:7], 0 offen', setup).state, 1).slice(0, 4)).toEqual([
      128, 127, 255, 128,
    ]);
    expect(getVector(run('buffer_load_sshort v1, off, s[4:7], 0 offset:2', setup).state, 1)[0]).toBe(-32513);
  });

  test('scalar loads fill consecutive registers', () => {
    const { state } = run('s_load_dwordx4 s[8:11], s[2:3], 0xc0', (initial, memory) => {
      initial.s.set([0x1000, 0xffff8000 | 0], 2);
      memory.write(0x8000 * 2 ** 32 + 0x10c0, 1, 2, 3, 4);
    });
    expect([...state.s.slice(8, 12)]).toEqual([1, 2, 3, 4]);
  });

  test('scalar loads clear the two low bits of each address component before adding them', () => {
    const setup = (initial: WaveState, memory: FlatMemory) => {
      initial.s.set([0x1002, 0], 2);
      initial.s.set([0x1002, 0, 64, RAW], 4);
      initial.s[0] = 11;
      memory.write(0x1000, 0, 1, 2, 3, 4);
    };
    // The address is 0x1000 + 4 + 8. The sum with all bits would be 0x1014.
    expect(run('s_load_dword s8, s[2:3], s0 offset:0x7', setup).state.s[8]).toBe(3);
    expect(run('s_buffer_load_dword s8, s[4:7], s0 offset:0x7', setup).state.s[8]).toBe(3);
  });

  test('global accesses take a 64-bit address or a scalar base', () => {
    const { state } = run(
      'global_load_dword v2, v[0:1], off offset:8\nglobal_load_dword v3, v4, s[6:7]',
      (initial, memory) => {
        setVector(initial, 0, () => 0x2000);
        setVector(initial, 1, () => 0x00010001);
        setVector(initial, 4, () => 0x10);
        initial.s.set([0x3000, 0], 6);
        memory.write(2 ** 32 + 0x2008, 42);
        memory.write(0x3010, 43);
      },
    );
    expect([getVector(state, 2)[0], getVector(state, 3)[0]]).toEqual([42, 43]);
  });

  test('LDS addresses are in bytes and include the offset', () => {
    const source =
      'ds_write_b32 v0, v1 offset:256\nds_add_rtn_u32 v2, v0, v1 offset:256\nds_read_u16 v3, v0 offset:256';
    const { state } = run(source, (initial) => {
      setVector(initial, 0, (lane) => lane * 4);
      setVector(initial, 1, (lane) => lane + 0x10000);
    });
    expect([getVector(state, 2)[5], getVector(state, 3)[5]]).toEqual([0x10005, 10]);
    expect(decodeSource(source).instructions.map(({ memory }) => memory!.counter)).toEqual([
      'lgkm',
      'lgkm',
      'lgkm',
    ]);
  });

  test('each lane has separate scratch memory', () => {
    const source = 'scratch_store_dword v0, v1, off offset:4\nscratch_load_dword v2, v0, off offset:4';
    for (const gfx of ['gfx9', 'gfx10.3'] as const) {
      const { state } = run(
        source,
        (initial) => {
          setVector(initial, 0, () => 32);
          setVector(initial, 1, (lane) => lane + 100);
        },
        gfx,
      );
      expect(getVector(state, 2)).toEqual(Array.from({ length: state.lanes }, (_, lane) => lane + 100));
    }
  });
});
