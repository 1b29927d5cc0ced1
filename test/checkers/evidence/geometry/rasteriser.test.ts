import type { SampleCount } from '../../../../arch/index.js';
import { rasterise } from '../../../../checkers/evidence/geometry/draw-coverage.js';
import { type GoldenCase, readGoldenCases } from '../../../support/golden-files.js';
import { createOutline } from '../../support/outlines.js';

const LIST_ENTRIES = 64;
const WORDS_PER_PIXEL = { list: 65, accumulator: 8 };

/** The golden mode with one accumulator per sample. */
const MODE_SAMPLES = 1;
/** The golden mode whose fragment lists omit discarded fragments. The remaining mode keeps all fragments. */
const MODE_DISCARD = 2;

function isDiscarded(primitive: number): boolean {
  return ((Math.imul(primitive, 0x9e3779b1) >>> 16) & 1) === 1;
}

/** Computes a scene's final storage buffer by processing all fragments in primitive order. */
function computeSequentially({ width, height, samples, mode, draws }: GoldenCase): Uint32Array {
  const wordsPerPixel = mode === MODE_SAMPLES ? WORDS_PER_PIXEL.accumulator : WORDS_PER_PIXEL.list;
  const words = new Uint32Array(width * height * wordsPerPixel);
  let primitive = 0;
  const addFragment = (x: number, y: number, mask: number): void => {
    const offset = (y * width + x) * wordsPerPixel;
    if (mode === MODE_SAMPLES) {
      for (let sample = 0; sample < samples; sample++) {
        if ((mask >>> sample) & 1)
          words[offset + sample] = Math.imul(words[offset + sample], 31) + primitive + 1;
      }
      return;
    }
    if (mode === MODE_DISCARD && isDiscarded(primitive)) return;
    if (words[offset] < LIST_ENTRIES) words[offset + 1 + words[offset]] = (primitive << 8) | mask;
    words[offset]++;
  };
  const screen = { left: 0, top: 0, right: width, bottom: height };
  for (const draw of draws) {
    for (let index = 0; index < draw.length / 6; index++, primitive++) {
      const triangle = createOutline(draw.slice(6 * index, 6 * index + 6), 0);
      if (triangle !== undefined) rasterise(triangle, screen, samples as SampleCount, addFragment);
    }
  }
  return words;
}

const cases = readGoldenCases().map((golden, index) => ({ index, ...golden }));

test.each(cases)(
  'the rasteriser matches a GPU for scene $index ($class, $samples samples, mode $mode)',
  (golden) => {
    expect(
      Buffer.from(computeSequentially(golden).buffer).equals(Buffer.from(golden.expected.slice().buffer)),
    ).toBe(true);
  },
);
