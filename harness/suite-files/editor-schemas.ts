import { z } from 'zod';
import { configSchema } from '../extension/config-schema.js';
import { RUN_OPTIONS } from '../extension/run-option-schema.js';
import { suiteSchema } from './suite-schema.js';

/**
 * Generates the JSON Schemas that editors use to validate users' JSON files. Fields that can only be set from code
 * accept any value. `runHelp` maps each option that a configuration may set to its `run --help` text.
 */
export function makeEditorSchemas(
  runHelp: Readonly<Record<string, string>>,
): Readonly<Record<'suite' | 'config', unknown>> {
  const runOptions = Object.entries(RUN_OPTIONS).map(([name, schema]) => {
    const help = runHelp[name];
    return [name, (help === undefined ? schema : schema.describe(help)).optional()];
  });
  const config = (configSchema as unknown as z.ZodObject).extend({
    run: z.strictObject(Object.fromEntries(runOptions)).optional(),
  });
  return { suite: toSchema(suiteSchema), config: toSchema(config) };
}

function toSchema(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', target: 'draft-7' });
}
