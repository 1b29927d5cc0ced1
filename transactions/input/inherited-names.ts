/** Whether every object of JavaScript has a member of this name: as a key it would be found where nothing was put. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

/** Throws for a key that no document has. */
export function requireOwn(key: string): void {
  if (isInherited(key)) throw new Error(`it has the key "${key}", which no document has`);
}
