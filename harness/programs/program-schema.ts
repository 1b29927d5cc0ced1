import { z } from 'zod';
import { IMAGE_KINDS, type ImageKind } from '../../arch/index.js';
import { eachOf, listOf } from '../../transactions/index.js';

const USER_SGPR = /^s(?:\d|[12]\d|3[01])$/;

/** Number of a wave's registers that may hold an argument. */
const REGISTERS = { s: 106, v: 256 } as const;

const WORD = /^0x[0-9a-fA-F]{1,8}$/;

/** A word of 32 bits as hexadecimal text. */
const wordText = z.string().regex(WORD, 'a word like "0x1f"');

/** Words of 32 bits as hexadecimal text. */
export const wordTexts = listOf(wordText, isWordText);

const someWordTexts = listOf(wordText, isWordText, 1);

function isWordText(value: unknown): boolean {
  return typeof value === 'string' && WORD.test(value);
}

/** Values by register name. */
export const registerWords = z.record(z.string(), wordText);

/** Contents of user SGPRs, by name; validated where they are filled in. */
export const userData = z.record(z.string(), z.string()).superRefine((sources, context) => {
  const stray = Object.keys(sources).find((name) => !USER_SGPR.test(name));
  if (stray !== undefined)
    context.addIssue({
      code: 'custom',
      path: [stray],
      message: 'sources of user SGPRs only, which are s0 to s31',
    });
});

/** Instructions as corpus files print them. */
export const programCode = eachOf(z.object({ pc: z.int(), words: someWordTexts }), 1);

/** Samples per pixel supported by hardware. */
export const sampleCount = z.union([z.literal(1), z.literal(2), z.literal(4), z.literal(8), z.literal(16)]);

/** A register that hardware or driver loads. */
export const programArgument = z
  .object({
    name: z.string(),
    file: z.enum(['s', 'v']),
    reg: z.int().min(0),
    size: z.int().min(1),
  })
  .refine(
    ({ file, reg, size }) => reg + size <= REGISTERS[file],
    'registers that a wave has, which are s0 to s105 and v0 to v255',
  );

/** The last attribute a pixel shader of this hardware can have. */
const ATTRIBUTE_MAX = 31;

/** Widths, heights and depths that descriptors can encode. */
const extent = z.int().min(1).max(0x4000);

/** A resource described by a program's descriptor; its fields are validated together when placed. */
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
    contents: wordTexts.exactOptional(),
  })
  .refine(
    ({ set, offset }) => (set === undefined) === (offset === undefined),
    'set and offset together, or neither where an argument holds the descriptor',
  );

/** A pixel shader input, flat or interpolated. */
export const programInput = z.object({
  attr: z.int().min(0).max(ATTRIBUTE_MAX),
  name: z.string(),
  how: z.enum(['flat', 'interp']),
});
