import { describe, expect, it } from 'vitest';
import {
  getHardwareFormat,
  getPushSource,
  getUniformContents,
  listRandomPushes,
  setPushValues,
} from '../../../intake/source/shader-state.js';
import { NO_SETTINGS, readPipelineSettings } from '../../../intake/source/source-comments.js';

describe('source comments', () => {
  it('set samples, formats and constants without shifting line numbers', () => {
    const text =
      '#version 460\n// samples: 1, 4\n// formats: rgba8 r32ui\n// constant: 3 = 0.5\n// push: index = 3\n// expect: RACE-03\n';
    const { settings, rest } = readPipelineSettings(text, 'a.frag');
    expect(settings).toEqual({
      samples: [1, 4],
      formats: ['rgba8', 'r32ui'],
      alphaToCoverage: false,
      constants: [{ id: 3, value: 0x3f000000 }],
      push: new Map([['index', 3]]),
    });
    expect(rest).toBe('#version 460\n\n\n\n\n// expect: RACE-03\n');
  });

  it.each([
    ['// samples: 3', 'Invalid samples "3" in a.frag, line 1: expected one or more of 1, 2, 4, 8 and 16'],
    [
      '// alpha-to-coverage: yes',
      'Invalid alpha-to-coverage "yes" in a.frag, line 1: expected true or false',
    ],
    [
      '// push: 3 = 4',
      'Invalid push "3 = 4" in a.frag, line 1: expected the name of a push constant and its',
    ],
    ['// constant: depth = 3', 'Invalid constant "depth = 3" in a.frag, line 1: expected the number of a'],
  ])('are rejected with their line number if invalid: %s', (text, message) => {
    expect(() => readPipelineSettings(text, 'a.frag')).toThrow(message);
  });
});

describe('values of push constants and uniforms', () => {
  const makeWord = (byte: number, name: string, kind: 'uint' | 'float' | 'address' = 'uint', index = 0) => ({
    byte,
    name,
    kind,
    index,
  });

  it('are derived from member names', () => {
    const words = [
      makeWord(0, 'rowStride'),
      makeWord(4, 'layerCount'),
      makeWord(8, 'opacity', 'float'),
      makeWord(12, 'list', 'address', 1),
      makeWord(16, 'mode'),
    ];
    expect(words.map(({ byte }) => getPushSource(words, byte))).toEqual([
      'pc+8',
      'pc+20',
      'pc+16',
      'pc+28',
      'pc+12',
    ]);
    expect(getPushSource(undefined, 4)).toBe('pc+4');
  });

  it('come from comments by name, and those of other names are random', () => {
    const shader = { pushWords: [makeWord(0, 'index'), makeWord(4, 'width'), makeWord(8, 'mode')] } as never;
    const withValues = setPushValues(shader, { ...NO_SETTINGS, push: new Map([['index', 3]]) });
    expect(getPushSource(withValues.pushWords, 0)).toBe('0x00000003');
    expect(listRandomPushes(withValues)).toEqual(['mode']);
    const unknown = { ...NO_SETTINGS, push: new Map([['indx', 3]]) };
    expect(() => setPushValues(shader, unknown)).toThrow(/^Unknown push constant "indx".*index/);
  });

  it('are fixed for a uniform buffer that contains an extent, and vary otherwise', () => {
    expect(
      getUniformContents([makeWord(0, 'stride'), makeWord(8, 'layers'), makeWord(12, 'scale', 'float')]),
    ).toEqual([128, 0, 4, 0x3f000000]);
    expect(getUniformContents([makeWord(0, 'table')])).toBeUndefined();
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
