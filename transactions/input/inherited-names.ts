/**
 * Returns whether every JavaScript object inherits a member of this name, which could be mistaken for a key
 * that was set.
 */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

/** Throws an error if no document may have this key. */
export function requireOwn(key: string): void {
  if (isInherited(key)) throw new Error(`it has the key "${key}", which no document may have`);
}
