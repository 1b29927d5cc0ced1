import { z } from 'zod';
import type { EpilogCode } from '../arch/index.js';
import { name, nonEmptyWords, nonNegativeInt, positive } from './fields.js';
import { createDocumentListSchema, type Fields } from './input/index.js';
import { programDescriptorSchema } from './program-descriptor.js';
import { sectionsSchema } from './shader-sections.js';

const MAX_INT48 = 2 ** 48 - 1;

/** An address in memory. */
export const address = z.int().min(0).max(MAX_INT48);

const argument = {
  /** Identifies the argument in its program. */
  name,
  file: z.enum(['s', 'v']),
  register: nonNegativeInt.max(255),
  /** Size in registers. */
  size: positive.max(256),
};

/**
 * An argument that the hardware or the driver loads before the first instruction (formats.md). `register` is the
 * number of its first register in `file`.
 */
export interface ProgramArgument extends Fields<typeof argument> {}
const argumentSchema: z.ZodType<ProgramArgument> = z.strictObject(argument);

const input = {
  attribute: nonNegativeInt.max(31),
  /** Identifies the input in its program. */
  name,
  flat: z.boolean(),
};

/**
 * An interpolated input (formats.md). `attribute` is the number in `attrN`; a `flat` input has the value of the
 * provoking vertex.
 */
export interface ProgramInput extends Fields<typeof input> {}
const inputSchema: z.ZodType<ProgramInput> = z.strictObject(input);

const epilog: z.ZodType<EpilogCode> = z.strictObject({ words: nonEmptyWords, address });

const program = {
  /** Name shown in reports. */
  name,
  words: nonEmptyWords,
  /** A separately compiled colour export that `words` jumps to. Its pcs follow those of `words` (`DecodedProgram`). */
  epilog: epilog.exactOptional(),
  /** The parts from which `words` were concatenated; absent if the program was compiled as a whole. */
  sections: sectionsSchema.exactOptional(),
  /** The descriptor from which `words` were generated; absent if unknown. */
  descriptor: programDescriptorSchema.exactOptional(),
  arguments: createDocumentListSchema(argumentSchema),
  inputs: createDocumentListSchema(inputSchema),
};

/**
 * A pixel shader: its machine code as 32-bit `words`, and the registers of its `arguments`. Only the words are
 * executed (formats.md).
 */
export interface Program extends Fields<typeof program> {}
/** The schema of a program in a scenario. */
export const programSchema: z.ZodType<Program> = z.strictObject(program);
