import { z } from 'zod';
import { GENERATIONS, IMAGE_KINDS, type ImageKind } from '../../arch/index.js';
import { MAX_DRAWS, MAX_SCRATCH_BYTES, type ProgramState } from '../../stimulus/index.js';
import { BOUNDARY_PARTS, createDocumentListSchema, createListSchema } from '../../transactions/index.js';
import { readDocument, validateDocument } from '../input/index.js';

const USER_SGPR = /^s(?:\d|[12]\d|3[01])$/;

/** The number of registers in each file that can hold arguments. */
const ARGUMENT_REGISTERS = { s: 106, v: 256 } as const;

const WORD = /^0x[0-9a-fA-F]{1,8}$/;

/** A 32-bit word as a hexadecimal string. */
const hexWord = z.string().regex(WORD, 'a word like "0x1f"');

/** 32-bit words as hexadecimal strings. */
export const hexWords = createListSchema(hexWord, isHexWord);

const nonEmptyHexWords = createListSchema(hexWord, isHexWord, 1);

function isHexWord(value: unknown): boolean {
  return typeof value === 'string' && WORD.test(value);
}

/** Register values by name. */
export const registerWords = z.record(z.string(), hexWord);

/** The contents of user SGPRs by name. They are validated where they are used. */
export const userData = z.record(z.string(), z.string()).superRefine((sources, context) => {
  const invalid = Object.keys(sources).find((name) => !USER_SGPR.test(name));
  if (invalid !== undefined)
    context.addIssue({ code: 'custom', path: [invalid], message: 'keys that are user SGPRs (s0 to s31)' });
});

/** Instructions as listed in corpus files. */
export const programCode = createDocumentListSchema(z.object({ pc: z.int(), words: nonEmptyHexWords }), 1);

/** A number of samples per pixel that the hardware supports. */
export const sampleCount = z.union([z.literal(1), z.literal(2), z.literal(4), z.literal(8), z.literal(16)]);

/** An argument in registers loaded by the hardware or the driver. */
export const programArgument = z
  .object({ name: z.string(), file: z.enum(['s', 'v']), reg: z.int().min(0), size: z.int().min(1) })
  .refine(
    ({ file, reg, size }) => reg + size <= ARGUMENT_REGISTERS[file],
    'registers in the range s0 to s105 or v0 to v255',
  );

/** The highest attribute number that the hardware supports in a pixel shader. */
const MAX_ATTRIBUTE = 31;

/** The size of the largest push constant block. */
const PUSH_BYTES = 256;

const wordIndex = z.int().nonnegative();

/** A width, height or depth that descriptors can encode. */
const extent = z.int().min(1).max(0x4000);

/**
 * A resource described by one of a program's descriptors. Its fields are checked against each other when it is placed
 * in memory.
 */
export const programResource = z
  .strictObject({
    name: z.string().min(1),
    kind: z.enum(['buffer', 'image', 'sampler']),
    set: z.int().min(0).max(31).exactOptional(),
    offset: z.int().min(0).max(0xffc).multipleOf(4).exactOptional(),
    bytes: z.int().min(4).multipleOf(4).exactOptional(),
    stride: z.int().min(0).max(0x3fff).exactOptional(),
    swizzle: z.boolean().exactOptional(),
    format: z.string().exactOptional(),
    dimension: z.enum(Object.keys(IMAGE_KINDS) as [ImageKind, ...ImageKind[]]).exactOptional(),
    width: extent.exactOptional(),
    height: extent.exactOptional(),
    depth: extent.exactOptional(),
    samples: sampleCount.exactOptional(),
    read_only: z.boolean().exactOptional(),
    contents: hexWords.exactOptional(),
    members: z
      .array(z.strictObject({ name: z.string(), first: wordIndex, count: wordIndex }))
      .exactOptional(),
    values: z
      .array(
        z.strictObject({
          first: wordIndex,
          count: z.int().min(1).exactOptional(),
          stride: z.int().min(1).exactOptional(),
          times: z.int().min(1).exactOptional(),
          words: z.union([nonEmptyHexWords, z.literal('gradient')]),
        }),
      )
      .exactOptional(),
  })
  .refine(
    ({ set, offset }) => (set === undefined) === (offset === undefined),
    'both set and offset, or neither if an argument holds the descriptor',
  );

/** A pixel shader input, either flat or interpolated. */
export const programInput = z.object({
  attr: z.int().min(0).max(MAX_ATTRIBUTE),
  name: z.string(),
  how: z.enum(['flat', 'interp']),
  values: nonEmptyHexWords.exactOptional(),
});

/** Words of the push constants, by byte offset. */
const pushWords = z.record(z.string().regex(/^\d+$/), hexWord).superRefine((words, context) => {
  const invalid = Object.keys(words).find((byte) => Number(byte) % 4 !== 0 || Number(byte) >= PUSH_BYTES);
  if (invalid !== undefined)
    context.addIssue({ code: 'custom', path: [invalid], message: `multiples of 4 below ${PUSH_BYTES}` });
});

const INTERLOCKS = [
  'pixel_interlock_ordered',
  'pixel_interlock_unordered',
  'sample_interlock_ordered',
  'sample_interlock_unordered',
  'none',
] as const;

/** A vertex coordinate in 1/256ths of a pixel, within the guard band of 2^15 pixels on either side. */
const coordinate = z
  .int()
  .min(-(2 ** 23))
  .max(2 ** 23);

/** A triangle, by its corners. */
export const triangle = z.tuple([coordinate, coordinate, coordinate, coordinate, coordinate, coordinate]);

const boundaryWord = z.enum(['none', 'barrier', ...BOUNDARY_PARTS]);

/** A draw of a scene: a program and what precedes it. */
const sceneDraw = z.strictObject({
  program: z.string().min(1),
  interlock: z.enum(INTERLOCKS).exactOptional(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).exactOptional(),
  boundary: z.union([boundaryWord, z.array(boundaryWord)]).exactOptional(),
  attachments: z.partialRecord(z.enum(['0', '1', '2', '3', '4', '5', '6', '7']), z.string()).exactOptional(),
  surfaces: z.record(z.string(), z.string()).exactOptional(),
  primitives: z.array(triangle).min(1).exactOptional(),
});

/** The schema of a state file. */
export const stateSchema = z.strictObject({
  /** For people reading the file. */
  comment: z.string().exactOptional(),
  chip: z.string().exactOptional(),
  gfx: z.enum(GENERATIONS).exactOptional(),
  wave: z.union([z.literal(32), z.literal(64)]).exactOptional(),
  interlock: z.enum(INTERLOCKS).exactOptional(),
  samples: sampleCount.exactOptional(),
  args: createDocumentListSchema(programArgument).exactOptional(),
  inputs: createDocumentListSchema(programInput).exactOptional(),
  user_data: userData.exactOptional(),
  push_words: pushWords.exactOptional(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).exactOptional(),
  regs: registerWords.exactOptional(),
  scratch_bytes_per_wave: z.int().min(0).max(MAX_SCRATCH_BYTES).exactOptional(),
  resources: createDocumentListSchema(programResource).exactOptional(),
  epilog: z.object({ instructions: programCode }).exactOptional(),
  ordered: createDocumentListSchema(z.string()).exactOptional(),
  coherent: createDocumentListSchema(z.string()).exactOptional(),
  draws: z.array(sceneDraw).min(1).max(MAX_DRAWS).exactOptional(),
});

/** The suffix of the state file that accompanies `NAME.s` or `NAME.o`: `NAME.state.json`. */
export const STATE_SUFFIX = '.state.json';

/** The names of a state file's fields. */
export const STATE_FIELDS: readonly string[] = Object.keys(stateSchema.shape);

/** The contents of a state file: a program's state and the chip it runs on. */
export interface StateDocument extends ProgramState {
  readonly chip?: string;
  readonly gfx?: string;
  readonly wave?: 32 | 64;
  readonly samples?: number;
  /** What the author of a source knows, by the source's names (docs/state-file.md). */
  readonly values?: Readonly<Record<string, string | number | boolean>>;
  /** The draws of a scene, each with a program of its own. */
  readonly draws?: readonly z.infer<typeof sceneDraw>[];
}

/** Reads a state file (docs/state-file.md). Throws `UsageError` if it cannot be used. */
export function readState(file: string): StateDocument {
  return readDocument('state', file, stateSchema);
}

/** Validates a state from any source. Throws `UsageError` if it is invalid. */
export function parseState(document: unknown, source: string): StateDocument {
  return validateDocument(stateSchema, document, source);
}
