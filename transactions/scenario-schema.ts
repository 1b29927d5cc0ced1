import { z } from 'zod';
import type { ColourFormat, EpilogCode } from '../arch/index.js';
import { CHIP_NAMES, COLOUR_FORMATS } from '../arch/index.js';
import { backgroundSchema } from './background-schema.js';
import { parseFailureLine, type RecordedDesign } from './cosim/design.js';
import { MAX_DETAIL_LENGTH } from './cosim/design-error.js';
import { DESIGN_UNITS } from './cosim/message-rows.js';
import { MAX_HOLD } from './cosim/protocol.js';
import { type FaultId, PROJECT_FAULTS } from './faults.js';
import { createDocumentListSchema, createListSchema } from './input/index.js';
import { withInputShape } from './input/json-shape.js';
import type { Freedoms, Knob } from './knobs/index.js';
import { KNOBS } from './knobs/index.js';
import { LITMUS_NAMES } from './litmus.js';
import { USER_ID_PATTERN } from './own-id.js';
import { programDescriptorSchema } from './program-descriptor-schema.js';
import { RULE_IDS } from './rule-ids.js';
import { isRuleId, type RuleId } from './rules.js';
import type {
  Comparison,
  DepthBuffer,
  Draw,
  ExpectedContent,
  MemoryObject,
  OrderedMemory,
  Program,
  ProgramArgument,
  ProgramInput,
  Scenario,
  Schedule,
} from './scenario.js';
import { MAX_PCT_DEPTH, MAX_PCT_STEPS } from './scenario.js';
import { SCENE_NAMES } from './scenes.js';
import type { ShaderSections } from './shader-sections.js';
import {
  ALPHA_FUNCTIONS,
  COLOUR_OUTPUTS,
  CONVERSIONS,
  MAIN_DISCARDS,
  PROLOG_COLOURS,
  SECTION_PLACEMENTS,
  SHADER_PARTS,
  STIPPLE_PARTS,
} from './shader-sections.js';
import { isVisible } from './visible-text.js';

const MAX_INT48 = 2 ** 48 - 1;

const nonNegativeInt = z.int().min(0);
const word = z.int().min(-0x80000000).max(0xffffffff);
/** Maximum number of characters in a name. */
const MAX_NAME_LENGTH = 1000;
/** Names are printed in terminals and CI logs, which interpret hidden characters and `##[` as commands. */
const name = z
  .string()
  .min(1)
  .refine(
    (text) => text.length <= MAX_NAME_LENGTH && isVisible(text),
    `a name of at most ${MAX_NAME_LENGTH} characters, without control characters, direction marks or CI commands such as ##[`,
  );
const isWord = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= -0x80000000 && (value as number) <= 0xffffffff;
const words = createListSchema(word, isWord);
const nonEmptyWords = createListSchema(word, isWord, 1);
const nonNegatives = createListSchema(nonNegativeInt, (n) => Number.isSafeInteger(n) && (n as number) >= 0);
const integers = createListSchema(z.int(), Number.isSafeInteger);
const numbers = createListSchema(z.number(), Number.isFinite);
const seed = z.string().regex(/^0x[0-9a-fA-F]{1,16}$/, 'a seed: 0x and 1 to 16 hex digits');
const address = z.int().min(0).max(MAX_INT48);

const createLiteralSchema = <T extends string>(values: readonly T[]): z.ZodType<T> =>
  z.enum(values as [T, ...T[]]) as unknown as z.ZodType<T>;

const argument: z.ZodType<ProgramArgument> = z.strictObject({
  name,
  file: z.enum(['s', 'v']),
  register: nonNegativeInt.max(255),
  size: z.int().min(1).max(256),
});

const input: z.ZodType<ProgramInput> = z.strictObject({
  attribute: nonNegativeInt.max(31),
  name,
  flat: z.boolean(),
});

const epilog: z.ZodType<EpilogCode> = z.strictObject({ words: nonEmptyWords, address });

const sections: z.ZodType<ShaderSections> = z.strictObject({
  placement: z.enum(SECTION_PLACEMENTS),
  state: z.strictObject({
    prolog: z.enum(PROLOG_COLOURS),
    mainDiscard: z.enum(MAIN_DISCARDS),
    clamp: z.boolean(),
    alphaTest: z.enum(ALPHA_FUNCTIONS),
    stipple: z.enum(STIPPLE_PARTS),
    smoothing: z.boolean(),
    alphaToOne: z.boolean(),
    alphaToCoverage: z.boolean(),
    outputs: z.enum(COLOUR_OUTPUTS),
    conversion: z.enum(CONVERSIONS),
  }),
  parts: z.array(z.strictObject({ part: z.enum(SHADER_PARTS), words: nonNegativeInt })),
});

const program: z.ZodType<Program> = z.strictObject({
  name,
  words: nonEmptyWords,
  epilog: epilog.exactOptional(),
  sections: sections.exactOptional(),
  descriptor: programDescriptorSchema.exactOptional(),
  arguments: createDocumentListSchema(argument),
  inputs: createDocumentListSchema(input),
});

const draw: z.ZodType<Draw> = z.strictObject({
  program: nonNegativeInt,
  scene: z.enum(SCENE_NAMES).exactOptional(),
  interlock: z.enum(['pixel-ordered', 'pixel-unordered', 'sample-ordered', 'sample-unordered', 'none']),
  order: z.literal('relaxed').optional(),
  width: z.int().min(1).max(16384),
  height: z.int().min(1).max(16384),
  samples: z.union([z.literal(1), z.literal(2), z.literal(4), z.literal(8), z.literal(16)]),
  registers: z.record(name, word),
  vertices: integers,
  depths: numbers,
  attributes: nonNegativeInt.max(32),
  parameters: words,
});

const comparison: z.ZodType<Comparison> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bytes') }),
  z.strictObject({
    kind: z.literal('per-pixel-list'),
    nodes: name,
    firstWord: nonNegativeInt,
    nodeWords: z.int().min(1),
    nextWord: nonNegativeInt,
  }),
  z.strictObject({ kind: z.literal('ignore') }),
]);

const expectedContent: z.ZodType<ExpectedContent> = z.strictObject({
  words,
  groupWords: z.int().min(1).exactOptional(),
});

const memoryObject: z.ZodType<MemoryObject> = z.strictObject({
  name,
  address,
  bytes: nonNegativeInt,
  initial: words,
  compare: comparison,
  expected: expectedContent.exactOptional(),
});

const orderedMemory: z.ZodType<OrderedMemory> = z.strictObject({
  object: name,
  coherent: z.boolean().exactOptional(),
  layout: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('pixel-rows'),
      bytesPerPixel: z.int().min(1),
      bytesPerRow: z.int().min(1),
    }),
    z.strictObject({ kind: z.literal('whole') }),
    z.strictObject({ kind: z.literal('sections') }),
  ]),
});

const depthBuffer: z.ZodType<DepthBuffer> = z.strictObject({
  depth: z.number(),
  stencil: nonNegativeInt.max(255),
});

const schedule: z.ZodType<Schedule> = z.discriminatedUnion('strategy', [
  z.strictObject({ strategy: z.literal('random'), seed }),
  z.strictObject({
    strategy: z.literal('pct'),
    seed,
    depth: z.int().min(1).max(MAX_PCT_DEPTH),
    steps: z.int().min(1).max(MAX_PCT_STEPS),
  }),
  z.strictObject({ strategy: z.literal('replay'), choices: nonNegatives, rest: seed.exactOptional() }),
  z.strictObject({
    strategy: z.literal('order'),
    choices: nonNegatives,
    together: z.literal(true).exactOptional(),
    rest: seed.exactOptional(),
  }),
  z.strictObject({
    strategy: z.literal('decisions'),
    decisions: z.array(
      z.strictObject({
        point: nonNegativeInt,
        subject: z.int().min(-1).exactOptional(),
        nth: z.int().min(1).exactOptional(),
        take: nonNegativeInt,
      }),
    ),
  }),
]);

/** Converts the name of a choice to its number. Older files store the number, which is returned unchanged. */
function getChoiceNumber(choices: readonly string[], value: unknown): unknown {
  const index = typeof value === 'string' ? choices.indexOf(value) : -1;
  return index < 0 ? value : index;
}

function createKnobSchema(knob: Knob): z.ZodType {
  const number = z.int().min(knob.min).max(knob.max);
  if (knob.kind === 'value') {
    const { choices } = knob;
    if (choices === undefined) return number;
    const nameOrNumber = z.preprocess((value) => getChoiceNumber(choices, value), number);
    const numberShape = { type: 'integer', minimum: knob.min, maximum: knob.max };
    return withInputShape(nameOrNumber, () => ({ anyOf: [{ enum: [...choices] }, numberShape] }));
  }
  return z
    .tuple([number, number])
    .refine(([low, high]) => low <= high, 'a range [low, high] with low <= high');
}

/**
 * A knob missing from an older file gets its default, which is how the model behaved then. The schema is built
 * on first use: building it takes half of this file's load time, and most processes do not read a scenario.
 */
const knobValues = z.lazy(() =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(KNOBS).map(([knobName, knob]) => [
        knobName,
        createKnobSchema(knob).default(knob.default),
      ]),
    ),
  ),
) as unknown as z.ZodType<Freedoms>;

const faultIds = PROJECT_FAULTS.map(({ id }) => id);
const fault = z.union([
  createLiteralSchema(faultIds),
  z.string().regex(USER_ID_PATTERN, `one of ${faultIds.join(', ')} or an id such as acme.F-01`),
]) as unknown as z.ZodType<FaultId>;

/** Matches an answer line from a design: words and integers separated by spaces. */
const ANSWER_LINE = /^[a-z_]+(?: (?:[a-z_]+|-?\d{1,15})){0,300}$/;

const recordedDesign: z.ZodType<RecordedDesign> = z.strictObject({
  unit: z.enum(DESIGN_UNITS),
  hold: nonNegativeInt.max(MAX_HOLD).exactOptional(),
  seed: nonNegativeInt.exactOptional(),
  answers: createListSchema(
    z.string().refine(isAnswer, 'an answer line from a design'),
    (value) => typeof value === 'string' && isAnswer(value),
  ),
});

/** Returns whether a line is a valid answer line from a design, or a valid failure line. */
function isAnswer(line: string): boolean {
  const detail = parseFailureLine(line);
  if (detail === undefined) return ANSWER_LINE.test(line);
  return detail !== '' && detail.length <= MAX_DETAIL_LENGTH && isVisible(detail);
}

/** Validates the fields of a scenario file. `findContradiction` checks constraints across fields. */
export const scenarioSchema: z.ZodType<Scenario> = z.strictObject({
  format: nonNegativeInt,
  model: nonNegativeInt,
  name,
  chip: createLiteralSchema(CHIP_NAMES),
  wave: z.union([z.literal(32), z.literal(64)]),
  litmus: z.enum(LITMUS_NAMES).exactOptional(),
  freedoms: knobValues,
  programs: createDocumentListSchema(program, 1),
  draws: createDocumentListSchema(draw),
  memory: createDocumentListSchema(memoryObject),
  ordered: createDocumentListSchema(orderedMemory),
  depthBuffer: depthBuffer.exactOptional(),
  colourBuffers: z
    .array(createLiteralSchema(Object.keys(COLOUR_FORMATS) as ColourFormat[]))
    .max(8)
    .exactOptional(),
  background: backgroundSchema.exactOptional(),
  schedule,
  design: recordedDesign.exactOptional(),
  faults: z.array(fault),
  expects: z.array(
    z.custom<RuleId>(isRuleId, `one of ${RULE_IDS.join(', ')} or an id such as acme.FENCE-01`),
  ),
});
