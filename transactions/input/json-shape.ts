import { z } from 'zod';

/** JSON Schemas of schemas whose own code hides what they take. */
const SHAPES = new WeakMap<z.core.$ZodType, () => object>();

/** A schema, with the JSON Schema of its input, for `jsonSchemaOf`. */
export function shapedAs<T extends z.ZodType>(schema: T, shape: () => object): T {
  SHAPES.set(schema, shape);
  return schema;
}

/** The JSON Schema (draft 7) of the documents that a schema takes. Its further conditions on values are not in it. */
export function jsonSchemaOf(schema: z.ZodType): object {
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

/** The JSON Schema of a list with such elements. */
export function listShape(element: z.ZodType): object {
  const { $schema: _, ...items } = jsonSchemaOf(element) as { $schema?: string };
  return { type: 'array', items };
}
