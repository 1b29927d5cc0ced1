import { z } from 'zod';
import { scenarioSchema, toJsonSchema } from '../../../../transactions/index.js';

const access = z.object({
  draw: z.int(),
  primitive: z.int().describe('Index of the primitive across all draws, in API order.'),
  x: z.int().describe("The invocation's pixel; for a coarse invocation, its top-left pixel."),
  y: z.int(),
  pc: z.int().describe('Byte offset of the instruction in its program.'),
  operation: z.enum(['load', 'store', 'atomic']),
  object: z.string().describe('Name of the memory object.'),
  address: z.int(),
  bytes: z.int(),
});

/** The document that `scenario` prints. */
const scenarioDocumentSchema = z.object({
  version: z.literal(1),
  name: z.string(),
  repro: z.string().describe('The command that runs the scenario on the model.'),
  scenario: scenarioSchema,
  expected: z.object({
    isOnly: z
      .boolean()
      .describe(
        'Whether every draw orders its invocations, so that exactly one final memory state is correct.',
      ),
    memory: z
      .array(z.object({ object: z.string(), words: z.array(z.int()) }))
      .describe('Final words of each memory object that is compared.'),
    accesses: z
      .array(access)
      .describe('Accesses to ordered memory, one per row, in sequential execution order.'),
  }),
});

/** Returns `scenarioDocumentSchema` as JSON Schema (draft 7), for other programs. */
export function scenarioJsonSchema(): object {
  return toJsonSchema(scenarioDocumentSchema);
}
