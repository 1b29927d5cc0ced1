/** Whether every JavaScript object inherits a member of this name, which would look like a key that was set. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

/** Throws for a key that no document may have. */
export function requireOwn(key: string): void {
  if (isInherited(key)) throw new Error(`it has the key "${key}", which no document may have`);
}
