/**
 * The id of a user-defined extension: a prefix, a dot and a name, such as `acme.FENCE-01`. No built-in id
 * contains a dot (extending.md).
 */
export type UserId = `${string}.${string}`;

/** Matches a user-defined id. */
export const USER_ID_PATTERN = /^[a-z][a-z0-9-]{0,30}\.[A-Za-z][\w-]{0,60}$/;

/** Returns whether a string is a valid user-defined id. */
export function isUserDefinedId(text: string): text is UserId {
  return USER_ID_PATTERN.test(text);
}

/** Describes the format of a user-defined id, for error messages. */
export const USER_ID_FORMAT = 'a lower-case prefix, a dot and a name, such as acme.FENCE-01';
