/** Maximum nesting depth of a document. This program itself writes at most a dozen levels. */
export const MAX_NESTING_DEPTH = 64;

/** Creates the error for a document that is nested more deeply. */
export function createDepthError(): Error {
  return new Error(`it nests lists and objects more than ${MAX_NESTING_DEPTH} deep`);
}
