import {
  type Arbitrary,
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  property,
  Random,
  record,
  tuple,
} from 'fast-check';
import { CHIP_NAMES, COLOUR_FORMATS } from '../../arch/index.js';
import { programs, StreamGenerator } from '../../stimulus/index.js';
import { KNOBS, type Knob, type KnobName } from '../../transactions/index.js';
import { FIXED, TRIANGLES } from './smallest-test.js';

/** Knobs that no clean test draws, and those of competitors. */
const NOT_DRAWN: readonly KnobName[] = [
  'newestZero',
  'stagedVertexWaves',
  'barriers',
  'positionBuffers',
  'positionSpace',
  'gdsLatency',
  ...(Object.keys(FIXED) as KnobName[]),
];

/** Colour targets of a generated program at most. */
const TARGETS_MAX = 4;

/** Largest values of the register fields of each set of options (`stimulus/driver/options.ts`), which a draw takes or not. */
const OPTIONS = [[3, 1, 1, 3, 3, 7, 31, 1, 5, 1, 1, 2, 4, 6], [3], [7, 7], [63], [3], [2]];

/**
 * The random decisions of a whole test, written with fast-check's own arbitraries: every value of the test's scenario
 * that does not follow from others. Left out is how the test arrives at it (features and knobs that are off together,
 * conditions that move several knobs, seeds of separate streams), and the depth buffer that one test in four has.
 */
export const EQUAL_DESCRIPTOR = record({
  chip: constantFrom(...CHIP_NAMES),
  wave: constantFrom(32, 64),
  knobs: record(
    Object.fromEntries(
      Object.entries(KNOBS)
        .filter(([name]) => !NOT_DRAWN.includes(name as KnobName))
        .map(([name, knob]) => [name, knobValues(knob)]),
    ),
  ),
  program: programs.drafts(programs.allFeatures('gfx10.3')),
  triangles: TRIANGLES,
  samples: constantFrom(1, 1, 2, 4, 8),
  isOrdered: constantFrom(false, true, true, true, true, true, true, true),
  colourBuffers: array(constantFrom(...Object.keys(COLOUR_FORMATS)), { maxLength: TARGETS_MAX }),
  options: tuple(
    ...OPTIONS.map((fields) => tuple(boolean(), ...fields.map((max) => integer({ min: 0, max })))),
  ),
  seed: tuple(integer(), integer()),
});

/** The default in one test of two, else any value. */
function knobValues({ kind, min, max, default: standard }: Knob): Arbitrary<unknown> {
  const one = integer({ min, max });
  return oneof(constant(standard), kind === 'value' ? one : tuple(one, one));
}

/** Our stream as fast-check's source of chance. */
export function ownRandom(): Random {
  return new Random(StreamGenerator.of({ high: 0x98, low: 0 }));
}

/** The source of chance that fast-check makes for itself, which only its properties see. */
export function randomOfFastCheck(): Random {
  let random: Random | undefined;
  const look = constant(0).map((value) => value);
  const generate = look.generate.bind(look);
  look.generate = (given, bias) => {
    random = given;
    return generate(given, bias);
  };
  assert(
    property(look, () => true),
    { numRuns: 1, seed: 1 },
  );
  if (random === undefined) throw new Error('fast-check drew nothing');
  return random;
}
