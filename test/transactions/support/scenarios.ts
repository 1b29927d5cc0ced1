import fc from 'fast-check';
import { CHIP_NAMES, chipOf, listRegisterNames, PARAMETER_DWORDS } from '../../../arch/index.js';
import type {
  Draw,
  FaultId,
  KnobValues,
  MemoryObject,
  Program,
  Scenario,
  Schedule,
} from '../../../transactions/index.js';
import {
  defaultKnobs,
  FAULTS,
  isVisible,
  KNOBS,
  MODEL_VERSION,
  RULE_IDS,
  SCENARIO_FORMAT,
} from '../../../transactions/index.js';

/** Creates the smallest well-formed scenario. Its one-word program is not meant to run. */
export function createSmallScenario(changes: Partial<Scenario> = {}): Scenario {
  return {
    format: SCENARIO_FORMAT,
    model: MODEL_VERSION,
    name: 'example',
    chip: 'navi21',
    wave: 32,
    freedoms: defaultKnobs(),
    programs: [{ name: 'end', words: [0xbf810000], arguments: [], inputs: [] }],
    draws: [createSmallDraw()],
    memory: [{ name: 'buffer', address: 0x100000, bytes: 64, initial: [1, 2], compare: { kind: 'bytes' } }],
    ordered: [{ object: 'buffer', layout: { kind: 'whole' } }],
    schedule: { strategy: 'random', seed: '0x1' },
    faults: [],
    expects: [],
    ...changes,
  };
}

/** Creates a draw of one triangle without attributes. */
export function createSmallDraw(changes: Partial<Draw> = {}): Draw {
  return {
    program: 0,
    interlock: 'pixel-ordered',
    width: 16,
    height: 16,
    samples: 1,
    registers: { SPI_SHADER_PGM_RSRC1_PS: 0 },
    vertices: [0, 0, 4096, 0, 0, 4096],
    depths: [0.5],
    attributes: 0,
    parameters: [],
    ...changes,
  };
}

const word = fc.integer({ min: -0x80000000, max: 0xffffffff });
const words = fc.array(word, { minLength: 1, maxLength: 8 });
const registerName = fc.constantFrom(...listRegisterNames().filter((name) => name !== 'VGT_PRIMITIVE_TYPE'));
const shortName = fc.string({ minLength: 1, maxLength: 8 }).filter(isVisible);
const seedText = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }).map((value) => `0x${value.toString(16)}`);

const programs: fc.Arbitrary<Program> = fc.record({
  name: shortName,
  words,
  arguments: fc.array(
    fc.record({
      name: shortName,
      file: fc.constantFrom('s' as const, 'v' as const),
      register: fc.nat(255),
      size: fc.integer({ min: 1, max: 16 }),
    }),
    { maxLength: 3 },
  ),
  inputs: fc.array(fc.record({ attribute: fc.nat(31), name: shortName, flat: fc.boolean() }), {
    maxLength: 3,
  }),
});

const draws: fc.Arbitrary<Draw> = fc
  .record({ primitives: fc.nat(3), attributes: fc.nat(2) })
  .chain(({ primitives, attributes }) =>
    fc.record({
      program: fc.constant(0),
      interlock: fc.constantFrom('pixel-ordered' as const, 'sample-unordered' as const),
      width: fc.integer({ min: 1, max: 16384 }),
      height: fc.integer({ min: 1, max: 16384 }),
      samples: fc.constantFrom(1 as const, 4 as const, 16 as const),
      registers: fc.dictionary(registerName, word, { maxKeys: 3, noNullPrototype: true }),
      vertices: arrayOfLength(fc.integer({ min: -(2 ** 20), max: 2 ** 20 }), primitives * 6),
      depths: arrayOfLength(
        fc.nat(1 << 20).map((steps) => steps / (1 << 20)),
        primitives,
      ),
      attributes: fc.constant(attributes),
      parameters: arrayOfLength(word, primitives * attributes * PARAMETER_DWORDS),
    }),
  );

const comparisons = fc.constantFrom(
  { kind: 'bytes' as const },
  { kind: 'ignore' as const },
  { kind: 'per-pixel-list' as const, nodes: 'object0', firstWord: 0, nodeWords: 4, nextWord: 1 },
);

const memoryObjects: fc.Arbitrary<MemoryObject[]> = fc
  .array(fc.record({ initial: fc.array(word, { maxLength: 6 }), slack: fc.nat(64), compare: comparisons }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((objects) =>
    objects.map(({ initial, slack, compare }, index) => ({
      name: `object${index}`,
      address: 0x100000 * (index + 1),
      bytes: initial.length * 4 + slack,
      initial,
      compare,
    })),
  );

const depthBuffers = fc.record({
  depth: fc.nat(1 << 20).map((steps) => steps / (1 << 20)),
  stencil: fc.nat(255),
});

const schedules: fc.Arbitrary<Schedule> = fc.oneof(
  fc.record({ strategy: fc.constant('random' as const), seed: seedText }),
  fc.record({
    strategy: fc.constant('pct' as const),
    seed: seedText,
    depth: fc.integer({ min: 1, max: 5 }),
    steps: fc.integer({ min: 1, max: 10_000 }),
  }),
  fc.record(
    {
      strategy: fc.constant('replay' as const),
      choices: fc.array(fc.nat(100), { maxLength: 20 }),
      rest: seedText,
    },
    { requiredKeys: ['strategy', 'choices'] },
  ),
  fc.record({
    strategy: fc.constant('decisions' as const),
    decisions: fc.array(
      fc.record(
        { point: fc.nat(35), subject: fc.integer({ min: -1 }), nth: fc.integer({ min: 1 }), take: fc.nat() },
        { requiredKeys: ['point', 'take'] },
      ),
      { maxLength: 5 },
    ),
  }),
);

const anyKnobs = fc.record(
  Object.fromEntries(
    Object.entries(KNOBS).map(([name, { kind, min, max }]) => {
      const number = fc.integer({ min, max });
      const pair = fc.tuple(number, number).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
      return [name, kind === 'value' ? number : pair];
    }),
  ),
) as unknown as fc.Arbitrary<KnobValues>;

/** Arbitrary knob values whose id window and first id do not exceed the largest id. */
const freedoms = anyKnobs.map((knobs) => ({
  ...knobs,
  idWindow: Math.min(knobs.idWindow, knobs.idWrap),
  idStart: Math.min(knobs.idStart, knobs.idWrap),
}));

/** Arbitrary well-formed scenarios. Real hardware may not be able to run them. */
export const scenarios: fc.Arbitrary<Scenario> = fc
  .constantFrom(...CHIP_NAMES)
  .chain((chip) =>
    fc.record({
      format: fc.constant(SCENARIO_FORMAT),
      model: fc.constant(MODEL_VERSION),
      name: shortName,
      chip: fc.constant(chip),
      wave: fc.constantFrom(...chipOf(chip).waveSizes),
      freedoms,
      programs: fc.array(programs, { minLength: 1, maxLength: 2 }),
      draws: fc.array(draws, { maxLength: 2 }),
      memory: memoryObjects,
      ordered: fc.constantFrom([], [{ object: 'object0', layout: { kind: 'whole' as const } }]),
      schedule: schedules,
      faults: fc.subarray(FAULTS.map((fault) => fault.id as FaultId)),
      expects: fc.subarray([...RULE_IDS]),
    }),
  )
  .chain((scenario) =>
    fc.option(depthBuffers).map((depthBuffer) => (depthBuffer ? { ...scenario, depthBuffer } : scenario)),
  );

function arrayOfLength<T>(element: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> {
  return fc.array(element, { minLength: length, maxLength: length });
}
