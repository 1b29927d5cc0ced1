/**
 * Returns whether every JavaScript object inherits a member with the given name, which could be mistaken for a key
 * of the object itself.
 */
export function isInheritedName(name: string): boolean {
  return name in Object.prototype;
}

/** Throws an error if the key is the name of an inherited member. */
export function rejectInheritedName(key: string): void {
  if (isInheritedName(key)) throw new Error(`key "${key}" is reserved`);
}
