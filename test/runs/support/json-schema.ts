import { createRequire } from 'node:module';

/** A validator's messages: empty for a valid document. */
export type Validate = (document: unknown) => readonly string[];

interface Validator {
  compile(
    schema: unknown,
  ): ((document: unknown) => boolean) & { errors?: { instancePath: string; message?: string }[] };
}

// Ajv is CommonJS: its class is the module itself.
const require = createRequire(import.meta.url);

/** A validator for a schema of draft 7 or, for SARIF, draft 4. */
export function validator(schema: unknown, draft: 4 | 7): Validate {
  const Ajv = require(draft === 4 ? 'ajv-draft-04' : 'ajv') as new (options: object) => Validator;
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  (require('ajv-formats') as (ajv: Validator) => void)(ajv);
  const validate = ajv.compile(schema);
  return (document) => {
    validate(document);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** SARIF's published schema (`test/runs/schemas`). */
export function sarifSchema(): unknown {
  return require('../schemas/sarif-2.1.0-rtm.5.json');
}
