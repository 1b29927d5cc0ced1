import { z } from 'zod';

const USER_SGPR = /^s(?:\d|[12]\d|3[01])$/;

/** Registers of a wave that an argument may lie in. */
const REGISTERS = { s: 106, v: 256 } as const;

/** A word of 32 bits as hexadecimal text. */
export const wordText = z.string().regex(/^0x[0-9a-fA-F]{1,8}$/, 'a word like "0x1f"');

/** Values by register name. */
export const registerWords = z.record(z.string(), wordText);

/** What goes into user SGPRs, by their names; what it may be is judged where it is filled in. */
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
export const programCode = z.array(z.object({ pc: z.int(), words: z.array(wordText).min(1) })).min(1);

/** Samples of a pixel that hardware knows. */
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

/** The last attribute that a pixel shader of this hardware has. */
const ATTRIBUTE_MAX = 31;

/** An interpolated input. */
export const programInput = z.object({
  attr: z.int().min(0).max(ATTRIBUTE_MAX),
  name: z.string(),
  how: z.enum(['flat', 'interp']),
});
