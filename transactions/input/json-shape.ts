import { z } from 'zod';

/** JSON Schemas of schemas whose custom code hides the accepted input. */
const SHAPES = new WeakMap<z.core.$ZodType, () => object>();

/** A schema annotated with the JSON Schema of its input, for `jsonSchemaOf`. */
export function shapedAs<T extends z.ZodType>(schema: T, shape: () => object): T {
  SHAPES.set(schema, shape);
  return schema;
}

/** The JSON Schema (draft 7) of the documents a schema accepts. Does not include its additional conditions on values. */
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

/** The JSON Schema of a list with these elements. */
export function listShape(element: z.ZodType): object {
  const { $schema: _, ...items } = jsonSchemaOf(element) as { $schema?: string };
  return { type: 'array', items };
}
