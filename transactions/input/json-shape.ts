import { z } from 'zod';

/** JSON Schemas for schemas whose input shape Zod cannot derive, because they run custom code. */
const INPUT_SHAPES = new WeakMap<z.core.$ZodType, () => object>();

/** Annotates a schema with the JSON Schema of its input, for `toJsonSchema`. */
export function withInputShape<T extends z.ZodType>(schema: T, shape: () => object): T {
  INPUT_SHAPES.set(schema, shape);
  return schema;
}

/** Returns the JSON Schema (draft 7) for the documents that a schema accepts, without its refinements. */
export function toJsonSchema(schema: z.ZodType): object {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const shape = INPUT_SHAPES.get(zodSchema);
      if (shape === undefined) return;
      for (const name of Object.keys(jsonSchema)) if (name !== 'minItems') delete jsonSchema[name];
      Object.assign(jsonSchema, shape());
    },
  });
}

/** Returns the JSON Schema for a list whose elements match the given schema. */
export function createListShape(element: z.ZodType): object {
  const { $schema: _, ...items } = toJsonSchema(element) as { $schema?: string };
  return { type: 'array', items };
}
