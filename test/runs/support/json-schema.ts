import { createRequire } from 'node:module';

/** Validates a document and returns the error messages, or an empty list if it is valid. */
export type Validate = (document: unknown) => readonly string[];

interface Validator {
  compile(
    schema: unknown,
  ): ((document: unknown) => boolean) & { errors?: { instancePath: string; message?: string }[] };
}

// Ajv is a CommonJS package: the module itself is the class.
const require = createRequire(import.meta.url);

/** Returns a validator for a draft 7 schema or, for SARIF, a draft 4 schema. */
export function createValidator(schema: unknown, draft: 4 | 7): Validate {
  const Ajv = require(draft === 4 ? 'ajv-draft-04' : 'ajv') as new (options: object) => Validator;
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  (require('ajv-formats') as (ajv: Validator) => void)(ajv);
  const validate = ajv.compile(schema);
  return (document) => {
    validate(document);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** Reads the published SARIF schema from `test/runs/schemas`. */
export function readSarifSchema(): unknown {
  return require('../schemas/sarif-2.1.0-rtm.5.json');
}
