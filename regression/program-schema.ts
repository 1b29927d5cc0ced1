import { z } from 'zod';

/** Texts by register name. */
export const registerTexts = z.record(z.string(), z.string());

/** Instructions as corpus files print them. */
export const programCode = z.array(z.object({ pc: z.int(), words: z.array(z.string()) }));

/** A register that hardware or driver loads. */
export const programArgument = z.object({
  name: z.string(),
  file: z.enum(['s', 'v']),
  reg: z.int().min(0),
  size: z.int().min(1),
});

/** An interpolated input. */
export const programInput = z.object({
  attr: z.int().min(0),
  name: z.string(),
  how: z.enum(['flat', 'interp']),
});
