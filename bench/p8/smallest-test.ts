import { type Arbitrary, array, integer, tuple } from 'fast-check';
import { CHIP_NAMES } from '../../arch/index.js';
import { type Corpus, drawFrom, generatedSequence, type Triangle } from '../../stimulus/index.js';
import { type Freedoms, formatSeed, type Scenario } from '../../transactions/index.js';

/** Pixels along either side of the area, and quads. */
const EDGE = 8;
const QUADS = EDGE / 2;

/** Units of a coordinate in a pixel. */
const PIXEL = 256;

/** The smallest scene: one or two triangles of one pixel each, in one quad. */
export const TRIANGLES: Arbitrary<Triangle[]> = tuple(
  tuple(integer({ min: 0, max: QUADS - 1 }), integer({ min: 0, max: QUADS - 1 })),
  array(tuple(integer({ min: 0, max: 1 }), integer({ min: 0, max: 1 })), { minLength: 1, maxLength: 2 }),
).map(([[x, y], pixels]) => pixels.map(([dx, dy]) => onePixel(2 * x + dx, 2 * y + dy)));

function onePixel(x: number, y: number): Triangle {
  const [left, top] = [x * PIXEL, y * PIXEL];
  return [left, top, left + PIXEL, top, left, top + PIXEL + 1];
}

/** The sequence `generated` on that scene: chip, wave size, knobs, one whole program, registers and options are drawn as ever. */
const SMALLEST = generatedSequence({
  claims: [],
  name: 'generated',
  text: 'the sequence `generated` on the smallest scene',
  chips: CHIP_NAMES,
  programsMax: 1,
  scene: (stream) => ({
    width: EDGE,
    height: EDGE,
    names: ['hot-pixels'],
    draws: [drawFrom(stream, TRIANGLES)],
  }),
});

/** Competitors would make the scene larger. */
export const FIXED: Partial<Freedoms> = { geometryPressure: 0, computePressure: 0 };

/** Generated programs need no corpus. */
const NO_CORPUS: Corpus = { records: () => [], descriptors: () => [] };

/** One whole randomized test, by its number. */
export function smallestTest(test: number): Scenario {
  const seed = formatSeed({ high: 0x98, low: test });
  return SMALLEST.generate({ seed, corpus: NO_CORPUS, knobs: FIXED, faults: [] });
}
