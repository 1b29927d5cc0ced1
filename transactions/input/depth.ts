/** Lists and objects within one another that a document may have; what this program writes has at most a dozen. */
export const DEPTH_MAX = 64;

/** The error for a document that has more of them. */
export function tooDeep(): Error {
  return new Error(`it has more than ${DEPTH_MAX} lists and objects within one another`);
}
