import { getHardwareFormat, getPushSource } from '../../../intake/source/shader-state.js';
import { readPipelineSettings } from '../../../intake/source/source-comments.js';

describe('source comments', () => {
  it('set samples, formats and constants without shifting line numbers', () => {
    const text =
      '#version 460\n// samples: 1, 4\n// formats: rgba8 r32ui\n// constant: 3 = 0.5\n// pops: push.index = 3\n// pops: heads[*] = 0xFF\n// pops: samples = 8\n// expect: RACE-03\n';
    const { settings, rest } = readPipelineSettings(text, 'a.frag');
    expect(settings).toEqual({
      samples: [1, 4, 8],
      formats: ['rgba8', 'r32ui'],
      alphaToCoverage: false,
      constants: [{ id: 3, value: 0x3f000000 }],
      values: { 'push.index': '3', 'heads[*]': '0xFF' },
    });
    expect(rest).toBe('#version 460\n\n\n\n\n\n\n// expect: RACE-03\n');
  });

  it.each([
    ['// samples: 3', 'Invalid samples "3" in a.frag, line 1: expected one or more of 1, 2, 4, 8 and 16'],
    [
      '// alpha-to-coverage: yes',
      'Invalid alpha-to-coverage "yes" in a.frag, line 1: expected true or false',
    ],
    [
      '// pops: 3 = index',
      'Invalid pops "3 = index" in a.frag, line 1: expected a name of the shader and its',
    ],
    ['// pops: a = 1\n// pops: a = 2', 'line 2: expected one value of a; an earlier line has another'],
    ['// constant: depth = 3', 'Invalid constant "depth = 3" in a.frag, line 1: expected the number of a'],
    ['// pop: a = 1', 'Unknown comment "pop:" in a.frag, line 1: did you mean "pops: a = 1"?'],
    ['// a\n// pops list[*].next = 1', 'Unknown comment "pops" in a.frag, line 2: did you mean "pops: list['],
    ['// sample: 4', 'did you mean "samples: 4"?'],
    ['// Format: rgba8', 'did you mean "formats: rgba8"?'],
  ])('are rejected with their line number if invalid: %s', (text, message) => {
    expect(() => readPipelineSettings(text, 'a.frag')).toThrow(message);
  });
});

it.each([
  '// prop up: a = 1',
  '// pop: the newest',
  '// sample: a colour',
  '// note: a = 1',
  '// pops its stack',
])('takes prose for prose: %s', (text) => {
  expect(readPipelineSettings(text, 'a.frag').rest).toBe(text);
});

describe('values of push constants', () => {
  const makeMember = (
    byte: number,
    name: string,
    kind: 'uint' | 'float' | 'address' = 'uint',
    bytes = 4,
  ) => ({
    byte,
    bytes,
    name,
    kind,
  });

  it('are numbers that bound an index, colours, addresses or flags, whatever their names are', () => {
    const members = [
      makeMember(0, 'rowStride'),
      makeMember(4, 'layerCount'),
      makeMember(8, 'list', 'address', 8),
      makeMember(16, 'opacity', 'float'),
      makeMember(20, 'mode'),
    ];
    const sources = [0, 4, 8, 12, 16, 20].map((byte) => getPushSource(members, ['push.layerCount'], byte));
    expect(sources).toEqual(['pc+12', 'pc+20', 'pc+24', 'pc+28', 'pc+16', 'pc+12']);
    expect(getPushSource([], [], 4)).toBe('pc+4');
  });
});

it("uses the hardware tables' names for formats", () => {
  expect(['rgba8', 'rg16f', 'r32ui', 'r11f_g11f_b10f'].map(getHardwareFormat)).toEqual([
    '8_8_8_8_UNORM',
    '16_16_FLOAT',
    '32_UINT',
    'r11f_g11f_b10f',
  ]);
});
