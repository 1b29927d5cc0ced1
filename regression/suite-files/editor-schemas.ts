import { z } from 'zod';
import { configSchema } from '../extension/config-schema.js';
import { suiteSchema } from './suite-schema.js';

/** JSON Schemas of the files that users write in JSON, for editors; what only code can give is left open. */
export function editorSchemas(): Readonly<Record<'suite' | 'config', unknown>> {
  return { suite: schemaOf(suiteSchema), config: schemaOf(configSchema) };
}

function schemaOf(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', target: 'draft-7' });
}
