import { z } from 'zod';
import { CHIP_NAMES, COLOUR_FORMATS, type ColourFormat } from '../arch/index.js';
import { backgroundSchema } from './background.js';
import { recordedDesignSchema } from './cosim/design.js';
import { type FaultId, PROJECT_FAULTS } from './faults.js';
import { name, nonNegativeInt, nonNegatives, oneOf, positive, seed, word, words } from './fields.js';
import { createDocumentListSchema, createListSchema, type Fields, type Parsed } from './input/index.js';
import { withInputShape } from './input/json-shape.js';
import { KNOBS, type Knob, type KnobValues } from './knobs/index.js';
import { LITMUS_NAMES } from './litmus.js';
import { address, programSchema } from './program.js';
import { RULE_IDS } from './rule-ids.js';
import { isRuleId, type RuleId } from './rules.js';
import { MAX_PCT_DEPTH, MAX_PCT_STEPS } from './scenario-limits.js';
import { SCENE_NAMES } from './scenes.js';
import { USER_ID_PATTERN } from './user-id.js';

const integers = createListSchema(z.int(), Number.isSafeInteger);
const numbers = createListSchema(z.number(), Number.isFinite);

const interlock = z.enum(['pixel-ordered', 'pixel-unordered', 'sample-ordered', 'sample-unordered', 'none']);

/**
 * The interlock that the shader's layout qualifier declares (GL_ARB_fragment_shader_interlock). `none` means
 * that none is declared and there is no section: primitive ordering is off for the draw (S-114), and its
 * invocations race on shared memory.
 */
export type Interlock = z.infer<typeof interlock>;

/** The parts of a barrier that a boundary may have, in the order in which they take effect. */
export const BOUNDARY_PARTS = ['subpass', 'wait', 'flush', 'invalidate'] as const;

const draw = {
  /**
   * What separates the draw from the one before it, if known. `subpass`: interlocks no longer order its accesses after
   * earlier ones (S-095). `wait`: earlier waves have ended. `flush`: colours have reached L2. `invalidate`: caches above
   * L2 are empty.
   */
  boundary: z.array(z.enum(BOUNDARY_PARTS)).exactOptional(),
  /** The memory objects that are also its colour attachments, by target. */
  attachments: z.record(name, name).exactOptional(),
  /** The index of its program in `Scenario.programs`. */
  program: nonNegativeInt,
  /** The scene that generated the primitives, if any. */
  scene: z.enum(SCENE_NAMES).exactOptional(),
  interlock,
  /**
   * Relaxed rasterisation order, if requested explicitly: primitive order is then not guaranteed, even for an ordered
   * interlock (S-143).
   */
  order: z.literal('relaxed').optional(),
  /** Width of the viewport, scissor and render area in pixels. */
  width: positive.max(16384),
  /** Height of the viewport, scissor and render area in pixels. */
  height: positive.max(16384),
  /** Samples per pixel. */
  samples: z.union([z.literal(1), z.literal(2), z.literal(4), z.literal(8), z.literal(16)]),
  registers: z.record(name, word),
  /** Six values per primitive of any type: x0, y0, x1, y1, x2, y2 in 1/256ths of a pixel, with y pointing down. */
  vertices: integers,
  /** Depth of each primitive (`gl_FragCoord.z`), as a float32 value. */
  depths: numbers,
  /**
   * Number of attributes per primitive in parameter memory, with `PARAMETER_DWORDS` words each: P0, P1-P0 and
   * P2-P0 as xyzw.
   */
  attributes: nonNegativeInt.max(32),
  /** `attributes * PARAMETER_DWORDS` words per primitive. */
  parameters: words,
};

/**
 * One draw: its `registers` (32-bit values keyed by name, as in a driver dump) and its primitives, in order (formats.md).
 * An absent register has its legacy default: triangles, a shading rate of 1x1, no depth or stencil test.
 *
 * VGT_PRIMITIVE_TYPE.PRIM_TYPE gives the meaning of a primitive's three pairs of `vertices`:
 * - 4, triangles: the corners
 * - 17, rectangles: three corners v0, v1 and v2; the fourth is v1 + v2 - v0
 * - 2, lines: both end points, with the second repeated
 * - 1, points: the centre, repeated three times
 *
 * PA_SU_POINT_SIZE and PA_SU_LINE_CNTL give half the size of points and half the width of lines, in 1/16ths of a pixel.
 *
 * The shading rate starts from GE_VRS_RATE. PA_CL_VRS_CNTL's four combiners (vertex, primitive, HTILE, sample
 * iteration, in this order) are then applied, each with a rate of 1x1 because nothing here exports or stores rates.
 * PA_SC_VRS_OVERRIDE_CNTL's combiner is applied last, with its own VRS_RATE (log2 of the width in bits [3:2] of that
 * field, log2 of the height in bits [1:0]).
 */
export interface Draw extends Fields<typeof draw> {}
const drawSchema: z.ZodType<Draw> = z.strictObject(draw);

/**
 * Linked lists. This object contains the first link of each pixel's list (node number + 1; 0 marks the
 * end), and the nodes are stored in a separate object.
 */
const perPixelList = {
  kind: z.literal('per-pixel-list'),
  nodes: name,
  /** Index of the first word of node 0 in `nodes`. */
  firstWord: nonNegativeInt,
  /** The node size in words. */
  nodeWords: positive,
  /** Index of the link word within a node. It contains the number of the next node + 1. */
  nextWord: nonNegativeInt,
};
/**
 * How a memory object's final contents are compared with the reference (checking.md). The `nodes` of
 * per-pixel lists are stored in a separate object.
 *
 * @useDeclaredType
 */
export type Comparison =
  | { readonly kind: 'bytes' }
  | Fields<typeof perPixelList>
  | { readonly kind: 'ignore' };
const comparison: z.ZodType<Comparison> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bytes') }),
  z.strictObject(perPixelList),
  z.strictObject({ kind: z.literal('ignore') }),
]);

const expectedContent = {
  /** 32-bit words, starting at the first byte. Anything after them is not checked. */
  words,
  /**
   * Size in words of groups that may end up in any order, depending on the serial order of the sections. If
   * absent, every position is fixed.
   */
  groupWords: positive.exactOptional(),
};

/**
 * The final contents of a memory object as computed by the test itself, independently of any reference
 * (checking.md).
 */
export interface ExpectedContent extends Fields<typeof expectedContent> {}
const expectedContentSchema: z.ZodType<ExpectedContent> = z.strictObject(expectedContent);

const memoryObject = {
  /** Name that other parts of the scenario use for the object. */
  name,
  /** The 48-bit address of the first byte. */
  address,
  /** Size in bytes. */
  bytes: nonNegativeInt,
  /** 32-bit words, starting at the first byte. The rest of the object is initially zero. */
  initial: words,
  compare: comparison,
  /** Contents to check in addition to the comparison with the reference, regardless of `compare`. */
  expected: expectedContentSchema.exactOptional(),
};

/**
 * An allocation that programs can access. `compare` determines how its final contents are checked
 * (checking.md).
 */
export interface MemoryObject extends Fields<typeof memoryObject> {}
const memoryObjectSchema: z.ZodType<MemoryObject> = z.strictObject(memoryObject);

const orderedMemory = {
  /** Name of the memory object. */
  object: name,
  /**
   * Set if the shader declares the memory coherent. Stale data is then an error, regardless of the accesses'
   * coherence bits (S-098).
   */
  coherent: z.boolean().exactOptional(),
  /**
   * `pixel-rows`: `bytesPerPixel` is the size of a pixel (or sample) and `bytesPerRow` the row stride, in bytes.
   * `whole`: every access is ordered. `sections`: the words that sections access are ordered, as derived from the code
   * and the run.
   */
  layout: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('pixel-rows'), bytesPerPixel: positive, bytesPerRow: positive }),
    z.strictObject({ kind: z.literal('whole') }),
    z.strictObject({ kind: z.literal('sections') }),
  ]),
};

/**
 * The memory object that the interlock must order, and how its bytes map to pixels (checking.md). Without this
 * mapping, it is unknown which accesses need the section, because waves that do not overlap skip the entry wait.
 */
export interface OrderedMemory extends Fields<typeof orderedMemory> {}
const orderedMemorySchema: z.ZodType<OrderedMemory> = z.strictObject(orderedMemory);

const depthBuffer = {
  /** Initial value of every sample, as a float32. */
  depth: z.number(),
  /** Initial value of every sample, 8 bits. */
  stencil: nonNegativeInt.max(255),
};

/**
 * A depth and stencil buffer with one value of each per pixel and sample index, shared by all draws
 * (scenarios.md). DB_DEPTH_CONTROL, DB_STENCIL_CONTROL, DB_STENCILREFMASK and its back-face counterpart determine
 * what is tested and written; DB_SHADER_CONTROL determines when:
 * - DEPTH_BEFORE_SHADER tests and writes before the shader.
 * - An early Z_ORDER does the same, with two exceptions. If the shader may drop samples, samples are tested early,
 *   then tested again and written late. If the shader exports depth or stencil, samples are tested early only if
 *   CONSERVATIVE_Z_EXPORT makes an early failure final.
 * - Everything else is tested and written late.
 *
 * An early failure drops the sample. A late-tested pixel always runs if EXEC_ON_HIER_FAIL is set; otherwise it
 * is dropped before the shader if all its samples fail.
 */
export interface DepthBuffer extends Fields<typeof depthBuffer> {}
const depthBufferSchema: z.ZodType<DepthBuffer> = z.strictObject(depthBuffer);

const decision = {
  /** The number that identifies the choice point. */
  point: nonNegativeInt,
  /** The unit and wave to which it applies, numbered like the model's events; if absent, any of them. */
  subject: z.int().min(-1).exactOptional(),
  /** The occurrence of the choice point to which it applies, counted from 1; if absent, all of them. */
  nth: positive.exactOptional(),
  /**
   * The alternative to take, clamped to the last one. If it is one of several events in one cycle, the subject
   * identifies it.
   */
  take: nonNegativeInt,
};

/** A hardware choice that takes an alternative other than the first (debugging.md). */
export interface ScheduleDecision extends Fields<typeof decision> {}
const decisionSchema: z.ZodType<ScheduleDecision> = z.strictObject(decision);

const replay = {
  strategy: z.literal('replay'),
  choices: nonNegatives,
  /** Seed of the choices after the list; if absent, they take the first alternative. */
  rest: seed.exactOptional(),
};
/** Events occur in the order given by `choices`, regardless of latencies (`pops-tb explore`). */
const order = {
  strategy: z.literal('order'),
  choices: nonNegatives,
  /** Each event may also occur in the same cycle as the previous one. */
  together: z.literal(true).exactOptional(),
  /** Seed of the choices after the list; if absent, they take the first alternative. */
  rest: seed.exactOptional(),
};

const schedule = z.discriminatedUnion('strategy', [
  z.strictObject({ strategy: z.literal('random'), seed }),
  z.strictObject({
    strategy: z.literal('pct'),
    seed,
    depth: positive.max(MAX_PCT_DEPTH),
    steps: positive.max(MAX_PCT_STEPS),
  }),
  z.strictObject(replay),
  z.strictObject(order),
  /** Takes the first alternative everywhere except for the listed decisions. */
  z.strictObject({ strategy: z.literal('decisions'), decisions: z.array(decisionSchema) }),
]);
/**
 * How the hardware's choices are made (debugging.md). A `seed` has 64 bits, written as `0x` and hex digits.
 * `pct` has fixed priorities that change `depth` - 1 times within `steps` steps. `choices` are the numbers of the
 * alternatives to take.
 *
 * @useDeclaredType
 */
export type Schedule = Parsed<typeof schedule>;

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
) as unknown as z.ZodType<KnobValues>;

const faultIds = PROJECT_FAULTS.map(({ id }) => id);
const fault = z.union([
  oneOf(faultIds),
  z.string().regex(USER_ID_PATTERN, `one of ${faultIds.join(', ')} or an id such as acme.F-01`),
]) as unknown as z.ZodType<FaultId>;

const scenario = {
  /** Version of this format; files with other versions are rejected. */
  format: nonNegativeInt,
  /** Version of the model that recorded the schedule. */
  model: nonNegativeInt,
  /** Name of the sequence that generated the test. */
  name,
  chip: oneOf(CHIP_NAMES),
  /** Lanes per wave. */
  wave: z.union([z.literal(32), z.literal(64)]),
  /** The litmus test that it runs, whose outcome must be observed; absent if it runs none. */
  litmus: z.enum(LITMUS_NAMES).exactOptional(),
  freedoms: knobValues,
  /** Programs by index. */
  programs: createDocumentListSchema(programSchema, 1),
  /** Draws in issue order. */
  draws: createDocumentListSchema(drawSchema),
  memory: createDocumentListSchema(memoryObjectSchema),
  ordered: createDocumentListSchema(orderedMemorySchema),
  /** The depth buffer. If absent, every depth test passes and nothing is written. */
  depthBuffer: depthBufferSchema.exactOptional(),
  /**
   * The format of each target's colour buffer, which is initially zero. If absent, exported colours are discarded.
   *
   * If DB_ALPHA_TO_MASK makes alpha determine coverage, a pixel keeps only its first samples; the others are
   * neither tested late nor written. The number kept is alpha times the sample count plus an offset, rounded
   * down. Each pixel of a 2x2 block has its own offset, in quarters of a sample; OFFSET_ROUND adds an eighth.
   */
  colourBuffers: z
    .array(oneOf(Object.keys(COLOUR_FORMATS) as ColourFormat[]))
    .max(8)
    .exactOptional(),
  /** The background work. If absent, only pixel waves use the device. */
  background: backgroundSchema.exactOptional(),
  /** How the hardware's choices are made. */
  schedule,
  /** The recorded responses of a design that replaces a unit. If absent, the model provides every unit. */
  design: recordedDesignSchema.exactOptional(),
  /** Faults to inject into the device; empty for a correct device. */
  faults: z.array(fault),
  /** The exact set of rules that must fire in a negative test; empty for a clean test. */
  expects: z.array(
    z.custom<RuleId>(isRuleId, `one of ${RULE_IDS.join(', ')} or an id such as acme.FENCE-01`),
  ),
};

/**
 * One test as plain data: everything needed to run, check, shrink and store it (seeds.md). `ordered` is the part of
 * `memory` that the interlock orders, and `freedoms` holds the values of all knobs.
 */
export interface Scenario extends Fields<typeof scenario> {}

/** Validates the fields of a scenario file. `findContradiction` checks constraints across fields. */
export const scenarioSchema: z.ZodType<Scenario> = z.strictObject(scenario);
