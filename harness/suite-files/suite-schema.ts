import { z } from 'zod';
import { isKnobName, KNOBS, type Knob, SCENE_NAMES } from '../../transactions/index.js';
import {
  describeKnobValues,
  integerInRange,
  isKnobValue,
  RANGES,
  resolveKnobValue,
} from '../basics/index.js';
import { extensionShape } from '../extension/config-schema.js';
import type { SuiteDefinition } from '../extension/extension.js';
import { chips, name, programSchema, sequenceSchema } from '../extension/sequence-schema.js';

const natural = z.int().min(0);
const bounds = z
  .tuple([natural, natural])
  .refine(([min, max]) => min <= max, 'two integers, [min, max] with min <= max');

/** Creates the schema for a knob's values, with readable errors. */
function makeKnobSchema(knob: Knob): z.ZodType {
  const isChoice = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    'oneOf' in value &&
    Array.isArray(value.oneOf) &&
    value.oneOf.length > 0 &&
    value.oneOf.every((candidate) => isKnobValue(knob, candidate));
  const valueSchema = z.custom(
    (value) => isKnobValue(knob, value) || isChoice(value),
    `${describeKnobValues(knob)}, or {"oneOf": [...]} with a list of such values`,
  );
  return z.preprocess((value) => resolveNamedChoices(knob, value), valueSchema);
}

/** Replaces named choices with their numeric values, both in a plain value and in a `oneOf` list. */
function resolveNamedChoices(knob: Knob, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('oneOf' in value) || !Array.isArray(value.oneOf))
    return resolveKnobValue(knob, value);
  return { ...value, oneOf: value.oneOf.map((choice) => resolveKnobValue(knob, choice)) };
}

const knobSchemas = Object.fromEntries(
  Object.entries(KNOBS)
    .filter(([knob]) => isKnobName(knob))
    .map(([knob, row]) => [knob, makeKnobSchema(row).optional()]),
);
const knobs = z.strictObject(knobSchemas);

const limits = z.strictObject({
  draws: bounds.optional(),
  primitives: bounds.optional(),
  pixels: bounds.optional(),
  samples: z
    .array(z.union([1, 2, 4, 8, 16].map((count) => z.literal(count))))
    .min(1)
    .optional(),
  wave: z.union([z.literal(32), z.literal(64)]).optional(),
  scenes: z.array(z.enum(SCENE_NAMES)).min(1).optional(),
});

const isFunction = (value: unknown): boolean => typeof value === 'function';
const test = z.strictObject({
  sequence: z.string(),
  name: name.optional(),
  weight: z.int().min(1).max(1_000_000).optional(),
  chips: chips.optional(),
  knobs: knobs.optional(),
  within: limits.optional(),
  where: z.custom(isFunction, 'a function of the scenario').optional(),
});

/** The schema for a suite file. Fields that take functions are not available in JSON suites. */
export const suiteSchema = z.strictObject({
  $schema: z.string().optional(),
  text: z.string().optional(),
  seed: z
    .string()
    .regex(/^0x[0-9a-fA-F]{1,16}$/, 'a seed: 0x and 1 to 16 hex digits')
    .optional(),
  count: integerInRange(RANGES.tests),
  chips: chips.optional(),
  knobs: knobs.optional(),
  within: limits.optional(),
  sequences: z.array(sequenceSchema).optional(),
  programs: z.array(programSchema).optional(),
  tests: z.array(test).min(1),
  ...extensionShape,
}) as unknown as z.ZodType<SuiteDefinition>;
