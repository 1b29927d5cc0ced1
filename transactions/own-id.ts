/** Id of a user's addition: a prefix, a dot and a name, such as `acme.FENCE-01`; no project id has a dot (extending.md). */
export type OwnId = `${string}.${string}`;

/** The shape of a user's id. */
export const OWN_ID = /^[a-z][a-z0-9-]{0,30}\.[A-Za-z][\w-]{0,60}$/;

/** Whether a string has the shape of a user's id. */
export function isOwnId(text: string): text is OwnId {
  return OWN_ID.test(text);
}

/** The shape in words. */
export const OWN_ID_SHAPE = 'a prefix in lower case, a dot and a name, such as acme.FENCE-01';
