import { z } from 'zod';

/** JSON Schemas for schemas whose input shape Zod cannot derive, because they run custom code. */
const SHAPES = new WeakMap<z.core.$ZodType, () => object>();

/** Annotates a schema with the JSON Schema of its input, for `toJsonSchema`. */
export function withInputShape<T extends z.ZodType>(schema: T, shape: () => object): T {
  SHAPES.set(schema, shape);
  return schema;
}

/** Returns the JSON Schema (draft 7) of the documents that a schema accepts, without its refinements. */
export function toJsonSchema(schema: z.ZodType): object {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const shape = SHAPES.get(zodSchema);
      if (shape === undefined) return;
      for (const name of Object.keys(jsonSchema)) if (name !== 'minItems') delete jsonSchema[name];
      Object.assign(jsonSchema, shape());
    },
  });
}

/** Returns the JSON Schema of a list with elements of the given schema. */
export function createListShape(element: z.ZodType): object {
  const { $schema: _, ...items } = toJsonSchema(element) as { $schema?: string };
  return { type: 'array', items };
}
