/**
 * Returns whether every JavaScript object inherits a member with the given name, so that the member could be mistaken
 * for one of the object's own keys.
 */
export function isInheritedName(name: string): boolean {
  return name in Object.prototype;
}

/** Throws an error if the key is the name of an inherited member. */
export function requireOwnName(key: string): void {
  if (isInheritedName(key)) throw new Error(`it has the key "${key}", which no document may have`);
}
