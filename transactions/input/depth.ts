/** Maximum nesting depth of a document; this program writes at most a dozen levels. */
export const DEPTH_MAX = 64;

/** The error for a document nested deeper. */
export function tooDeep(): Error {
  return new Error(`it has more than ${DEPTH_MAX} nested lists and objects`);
}
