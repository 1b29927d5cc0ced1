import { type Gfx, runWave, type WaveState } from '../../../../arch/index.js';
import { decodeSource, getFloats, getVector, makeWave, setFloats, setVector } from '../../support/machine.js';
import { FlatMemory } from '../../support/memory.js';

/** Builds descriptor word 3 with identity channel selects and, if the generation offers a choice, raw range checks. */
function makeWord3(gfx: Gfx, format: number): number {
  if (gfx === 'gfx9') return 0xfac | ((format >> 4) << 12) | ((format & 15) << 15);
  return 0xfac | (format << 12) | (3 << 28);
}

function run(
  source: string,
  gfx: Gfx,
  format: number,
  prepare: (state: WaveState, memory: FlatMemory) => void,
) {
  const decoded = decodeSource(`${source}\ns_endpgm`, gfx, 64);
  const state = makeWave(decoded);
  const memory = new FlatMemory();
  state.s.set([0x1000, 0, 64, makeWord3(gfx, format)], 4);
  state.s[126] = 3;
  state.s[127] = 0;
  prepare(state, memory);
  const result = runWave(decoded, state, memory);
  return { state, memory, result };
}

/** Returns the floats in `count` registers of lane 0, starting at `first`. */
function getLane0(state: WaveState, first: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => getFloats(state, first + i)[0]);
}

describe('a format-converting load', () => {
  test.each([
    ['gfx9', 10],
    ['gfx10', 56],
    ['gfx11', 42],
  ] as const)("uses the descriptor's format on %s", (gfx, format) => {
    const { state } = run('buffer_load_format_xyzw v[2:5], off, s[4:7], 0', gfx, format, (_, memory) =>
      memory.write(0x1000, 0xff0080ff | 0),
    );
    expect(getLane0(state, 2, 4)).toEqual([1, Math.fround(128 / 255), 0, 1]);
  });

  test.each([
    ['gfx9', 'format:[BUF_DATA_FORMAT_16_16,BUF_NUM_FORMAT_FLOAT]'],
    ['gfx10.3', 'format:[BUF_FMT_16_16_FLOAT]'],
    ['gfx11', 'format:[BUF_FMT_16_16_FLOAT]'],
  ] as const)("uses the instruction's format, if present, on %s", (gfx, format) => {
    const source = `tbuffer_load_format_xyzw v[2:5], off, s[4:7], 0 ${format}`;
    const { state } = run(source, gfx, 0, (_, memory) => memory.write(0x1000, 0xc0003c00 | 0));
    expect(getLane0(state, 2, 4)).toEqual([1, -2, 0, 1]);
  });

  test('reads exactly the bytes of the element, at any byte address', () => {
    const { state } = run('buffer_load_format_x v2, v0, s[4:7], 0 offen', 'gfx10', 5, (initial, memory) => {
      setVector(initial, 0, (lane) => lane + 1);
      memory.write(0x1000, 0x44332211);
    });
    expect(getVector(state, 2).slice(0, 2)).toEqual([0x22, 0x33]);
  });

  test('returns zeros outside the buffer, but 1 for a fourth channel missing from the format', () => {
    const source = 'buffer_load_format_xyzw v[2:5], v0, s[4:7], 0 offen';
    const { state } = run(source, 'gfx10.3', 22, (initial) => {
      setVector(initial, 0, () => 64);
      setVector(initial, 2, () => 7);
    });
    expect(getLane0(state, 2, 4)).toEqual([0, 0, 0, 1]);
  });

  test('packs 16-bit components in pairs, and keeps the lower half if only the upper one is loaded', () => {
    const pairs = run('buffer_load_format_d16_xyz v[2:3], off, s[4:7], 0', 'gfx10.3', 56, (_, memory) =>
      memory.write(0x1000, 0x0000ff | (255 << 16)),
    );
    expect([2, 3].map((register) => getVector(pairs.state, register)[0])).toEqual([0x3c00, 0x3c00]);
    const upper = run('buffer_load_d16_hi_format_x v2, off, s[4:7], 0', 'gfx11', 20, (initial, memory) => {
      setVector(initial, 2, () => 0x1234);
      memory.write(0x1000, 0x99995678 | 0);
    });
    expect(getVector(upper.state, 2)[0]).toBe(0x56781234);
  });
});

describe('a format-converting store', () => {
  test('packs its components without touching bytes after the element', () => {
    const { memory } = run('buffer_store_format_xy v[2:3], off, s[4:7], 0', 'gfx10', 14, (initial, data) => {
      data.write(0x1000, 0x55555555);
      setFloats(initial, 2, () => 1);
      setFloats(initial, 3, () => 0.5);
    });
    expect(memory.read(0x1000)).toBe(0x555580ff);
  });

  test('reads 16-bit components as floats or integers, depending on the format', () => {
    const source = 'tbuffer_store_format_d16_xy v2, off, s[4:7], 0 format:[BUF_FMT_32_32_FLOAT]';
    const half = run(source, 'gfx10', 0, (initial) => setVector(initial, 2, () => 0xc0003c00 | 0));
    expect([half.memory.read(0x1000), half.memory.read(0x1004)]).toEqual([0x3f800000, 0xc0000000 | 0]);
    const integerSource = 'tbuffer_store_format_d16_xy v2, off, s[4:7], 0 format:[BUF_FMT_32_32_SINT]';
    const sint = run(integerSource, 'gfx10', 0, (initial) => setVector(initial, 2, () => 0x0005fffe));
    expect([sint.memory.read(0x1000), sint.memory.read(0x1004)]).toEqual([-2, 5]);
  });
});

test('an instruction with a reserved format is illegal, and the reason gives its number', () => {
  const { result } = run('buffer_load_format_x v2, off, s[4:7], 0', 'gfx11', 0, () => undefined);
  expect(result).toMatchObject({ outcome: 'illegal', reason: 'unsupported: buffer format 0' });
  const typed = decodeSource('tbuffer_load_format_x v1, off, s[4:7], 0 format:127', 'gfx10').instructions[0];
  expect(typed).toMatchObject({
    kind: 'illegal',
    reason: 'unsupported: buffer format 127 in tbuffer_load_format_x',
  });
});
