/** Maximum nesting depth of a document. This program itself writes at most a dozen levels. */
export const DEPTH_MAX = 64;

/** Creates the error for a document that is nested more deeply. */
export function tooDeep(): Error {
  return new Error(`it has more than ${DEPTH_MAX} nested lists and objects`);
}
