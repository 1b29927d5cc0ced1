/**
 * The id of a user-defined extension: a prefix, a dot and a name, such as `acme.FENCE-01`. No built-in id
 * contains a dot (extending.md).
 */
export type OwnId = `${string}.${string}`;

/** The pattern of a user-defined id. */
export const OWN_ID = /^[a-z][a-z0-9-]{0,30}\.[A-Za-z][\w-]{0,60}$/;

/** Returns whether a string has the form of a user-defined id. */
export function isOwnId(text: string): text is OwnId {
  return OWN_ID.test(text);
}

/** The form of a user-defined id in words. */
export const OWN_ID_SHAPE = 'a prefix in lower case, a dot and a name, such as acme.FENCE-01';
