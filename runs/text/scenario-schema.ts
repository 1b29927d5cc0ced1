import { z } from 'zod';
import { scenarioSchema, toJsonSchema } from '../../transactions/index.js';

const access = z.object({
  draw: z.int(),
  primitive: z.int().describe('Number of the primitive across all draws, in API order.'),
  x: z.int().describe('Pixel of the invocation; the upper left one if it is coarse.'),
  y: z.int(),
  pc: z.int().describe('Byte offset of the instruction in its program.'),
  operation: z.enum(['load', 'store', 'atomic']),
  object: z.string().describe('Name of the memory object.'),
  address: z.int(),
  bytes: z.int(),
});

/** The document that `scenario` prints. */
export const scenarioDocumentSchema = z.object({
  version: z.literal(1),
  name: z.string(),
  repro: z.string().describe('The command that runs it on the model.'),
  scenario: scenarioSchema,
  expected: z.object({
    isOnly: z
      .boolean()
      .describe('Whether each draw orders its invocations, so that only one final memory is right.'),
    memory: z
      .array(z.object({ object: z.string(), words: z.array(z.int()) }))
      .describe('Final words of each memory object that is compared.'),
    accesses: z
      .array(access)
      .describe('Accesses to ordered memory in the order of a sequential execution, one row each.'),
  }),
});

/** Returns `scenarioDocumentSchema` as JSON Schema (draft 7), for other programs. */
export function scenarioJsonSchema(): object {
  return toJsonSchema(scenarioDocumentSchema);
}
