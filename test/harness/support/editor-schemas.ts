import { z } from 'zod';
import type { RunDefaults } from '../../../harness/extension/config.js';
import { configSchema } from '../../../harness/extension/config-schema.js';
import { suiteSchema } from '../../../harness/suite-files/suite-schema.js';

const string = z.string();
const number = z.number();
const stringOrList = z.union([string, z.array(string).min(1)]);

/** The types of a configuration's `run` options, for editors. The command line validates the actual values. */
const RUN_OPTIONS: { readonly [K in keyof RunDefaults]-?: z.ZodType<NonNullable<RunDefaults[K]>> } = {
  suite: string,
  seed: string,
  count: number,
  time: string,
  until: string,
  workers: number,
  out: string,
  chip: stringOrList,
  test: stringOrList,
  set: stringOrList,
  fault: stringOrList,
  maxFailures: number,
  steer: z.boolean(),
  shard: string,
  queue: string,
  queueKeyFile: string,
  launch: string,
  knownIssues: string,
  testTime: string,
  testMemory: number,
  triage: string,
  gate: string,
  failOn: stringOrList,
  waivers: string,
  json: z.boolean(),
  limits: number,
};

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
