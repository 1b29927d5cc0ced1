import fc from 'fast-check';
import type { Gfx } from '../../../../arch/index.js';
import { readChannel, writeChannel } from '../../../../arch/isa/texels/channel.js';
import { isInteger, parseTexelFormat, type TexelFormat } from '../../../../arch/isa/texels/format.js';
import { getBufferFormat, getImageFormat } from '../../../../arch/isa/texels/format-numbers.js';

const bits = new Int32Array(1);
const float = new Float32Array(bits.buffer);

function toFloat(word: number): number {
  bits[0] = word;
  return float[0];
}

function toWord(value: number): number {
  float[0] = value;
  return bits[0];
}

function getFormat(name: string): TexelFormat {
  const format = parseTexelFormat(name);
  if (format === undefined) throw new Error(name);
  return format;
}

/** Reads the components of one texel. Floats are returned as numbers. */
function readTexel(name: string, ...dwords: number[]): number[] {
  const format = getFormat(name);
  const data = new Int32Array(64 * 4);
  dwords.forEach((dword, i) => {
    data[i * 64] = dword;
  });
  return [0, 1, 2, 3].map((i) => {
    const component = readChannel(format, data, 0, i);
    return isInteger(format) ? component : toFloat(component);
  });
}

/** Returns the dwords of a texel after storing floats or integers in it. */
function writeTexel(name: string, ...components: number[]): number[] {
  const format = getFormat(name);
  const data = new Int32Array(64 * 4);
  components.forEach((component, i) => {
    writeChannel(format, data, 0, i, isInteger(format) ? component : toWord(component));
  });
  return [0, 1, 2, 3].slice(0, Math.ceil(format.bytes / 4)).map((i) => data[i * 64] >>> 0);
}

describe('format numbers', () => {
  test.each([
    ['gfx10', 1, '8_UNORM'],
    ['gfx10', 29, '16_16_FLOAT'],
    ['gfx10', 50, '2_10_10_10_UNORM'],
    ['gfx10.3', 56, '8_8_8_8_UNORM'],
    ['gfx10.3', 74, '32_32_32_FLOAT'],
    ['gfx10.3', 77, '32_32_32_32_FLOAT'],
    ['gfx11', 30, '10_11_11_FLOAT'],
    ['gfx11', 42, '8_8_8_8_UNORM'],
    ['gfx11', 57, '16_16_16_16_FLOAT'],
    ['gfx11', 63, '32_32_32_32_FLOAT'],
    ['gfx9', 10 | (4 << 4), '8_8_8_8_UINT'],
    ['gfx9', 6 | (7 << 4), '10_11_11_FLOAT'],
  ] as const)('on %s map %i to buffer format %s', (gfx: Gfx, number, name) => {
    expect(getBufferFormat(number, gfx)?.name).toBe(name);
  });

  test.each([
    ['gfx10', 56, '8_8_8_8_UNORM'],
    ['gfx10', 128, '8_SRGB'],
    ['gfx10.3', 130, '8_8_8_8_SRGB'],
    ['gfx10', 133, '5_6_5_UNORM'],
    ['gfx10.3', 135, '5_5_5_1_UNORM'],
    ['gfx10', 142, '8_24_UINT'],
    ['gfx11', 64, '8_SRGB'],
    ['gfx11', 68, '5_6_5_UNORM'],
    ['gfx11', 67, '5_9_9_9_FLOAT'],
    ['gfx11', 78, '24_8_UNORM'],
    ['gfx9', 10 | (9 << 6), '8_8_8_8_SRGB'],
    ['gfx9', 16, '5_6_5_UNORM'],
    ['gfx9', 34 | (7 << 6), '5_9_9_9_FLOAT'],
  ] as const)('on %s map %i to image format %s', (gfx: Gfx, number, name) => {
    expect(getImageFormat(number, gfx)?.name).toBe(name);
  });

  test('do not map to a format if they are reserved, compressed or meaningless', () => {
    const formats = [
      getBufferFormat(0, 'gfx10'),
      getBufferFormat(127, 'gfx11'),
      getBufferFormat(4, 'gfx9'),
      getImageFormat(35, 'gfx9'),
      getImageFormat(170, 'gfx10'),
    ];
    expect(formats).toEqual(Array(5).fill(undefined));
  });
});

describe('channels', () => {
  test('start with X in the lowest bits', () => {
    expect(readTexel('8_8_8_8_UINT', 0x04030201)).toEqual([1, 2, 3, 4]);
    expect(readTexel('2_10_10_10_UINT', (3 << 30) | (7 << 20) | (5 << 10) | 9)).toEqual([9, 5, 7, 3]);
    expect(readTexel('5_6_5_UNORM', 0x1f | (63 << 5))).toEqual([1, 1, 0, 1]);
    expect(readTexel('5_5_5_1_UNORM', 1 | (31 << 1))).toEqual([1, 1, 0, 0]);
    expect(readTexel('16_16_16_16_SINT', 0x8000_7fff, 0x0001_ffff)).toEqual([32767, -32768, -1, 1]);
    expect(readTexel('24_8_UINT', 0x123456ff)).toEqual([0xff, 0x123456, 0, 1]);
  });

  test('default to 0 (or 1 for the fourth) if the format lacks them', () => {
    expect(readTexel('8_UNORM', 0xff)).toEqual([1, 0, 0, 1]);
    expect(readTexel('32_32_SINT', -5, 6)).toEqual([-5, 6, 0, 1]);
  });

  test('have two encodings of -1 in SNORM formats and integral values in scaled formats', () => {
    expect(readTexel('8_8_8_8_SNORM', 0x7f0081 | (0x80 << 24))).toEqual([-1, 0, 1, -1]);
    expect(readTexel('8_8_SSCALED', 0x80ff)).toEqual([-1, -128, 0, 1]);
    expect(readTexel('16_16_USCALED', 0xffff0001)).toEqual([1, 65535, 0, 1]);
  });

  test('hold 10-, 11- and 16-bit floats, or mantissas with a shared exponent', () => {
    expect(readTexel('10_11_11_FLOAT', 0x3c0 | (0x380 << 11) | (0x200 << 22))).toEqual([1, 0.5, 2, 1]);
    expect(readTexel('10_11_11_FLOAT', 1 | (0x7c0 << 11) | (0x3ff << 22))).toEqual([
      2 ** -20,
      Infinity,
      NaN,
      1,
    ]);
    expect(readTexel('16_16_FLOAT', 0xfc003555).slice(0, 2)).toEqual([0.333251953125, -Infinity]);
    expect(readTexel('5_9_9_9_FLOAT', (16 << 27) | (1 << 18) | (256 << 9) | 511)).toEqual([
      511 / 256,
      1,
      1 / 256,
      1,
    ]);
  });

  test('are converted from sRGB to linear values, except the fourth', () => {
    const [red, green, blue, alpha] = readTexel('8_8_8_8_SRGB', 0x80ff0a80);
    expect([blue, alpha]).toEqual([1, Math.fround(128 / 255)]);
    expect(red).toBeCloseTo(0.21586050011389926, 6);
    expect(green).toBeCloseTo(10 / 255 / 12.92, 8);
  });

  test('clamp components and round them to nearest', () => {
    expect(writeTexel('8_8_8_8_UNORM', -1, 0.5, 2, NaN)).toEqual([0x00ff8000]);
    expect(writeTexel('8_8_8_8_SNORM', -2, -0.5, 1, 0)).toEqual([0x007fc081]);
    expect(writeTexel('16_16_FLOAT', 65520, 1 / 3)).toEqual([0x35557c00]);
    expect(writeTexel('10_11_11_FLOAT', 1, -4, 1e9)).toEqual([((0x3df << 22) | 0x3c0) >>> 0]);
    expect(writeTexel('16_16_SSCALED', 1e6, -1.5)).toEqual([0xfffe7fff]);
  });

  test('truncate integers to their low bits', () => {
    expect(writeTexel('8_8_UINT', 0x1ff, -1)).toEqual([0xffff]);
    expect(writeTexel('32_32_32_32_SINT', -1, 2, 3, 4)).toEqual([0xffffffff, 2, 3, 4]);
  });

  const REVERSIBLE = [
    '8_8_8_8_UNORM',
    '16_16_UNORM',
    '2_10_10_10_UNORM',
    '10_10_10_2_UINT',
    '5_6_5_UNORM',
    '4_4_4_4_UNORM',
    '8_8_8_8_SINT',
    '16_16_16_16_UINT',
    '32_32_32_FLOAT',
    '16_16_SSCALED',
  ];

  test('are unchanged by reading a texel and storing it again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...REVERSIBLE),
        fc.array(fc.integer(), { minLength: 4, maxLength: 4 }),
        (name, words) => {
          const format = getFormat(name);
          const [original, stored] = [new Int32Array(256), new Int32Array(256)];
          words.forEach((word, i) => {
            original[i * 64] = word;
          });
          for (const i of format.channels.keys())
            writeChannel(format, stored, 0, i, readChannel(format, original, 0, i));
          for (let byte = 0; byte < format.bytes; byte++) {
            const getByte = (array: Int32Array) => (array[(byte >> 2) * 64] >>> ((byte & 3) * 8)) & 0xff;
            expect(getByte(stored)).toBe(getByte(original));
          }
        },
      ),
    );
  });
});
