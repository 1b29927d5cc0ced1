/** Makes a table that can be indexed with external strings, since it has no inherited properties. */
export function lookup<T extends object>(rows: T): T {
  return Object.setPrototypeOf(rows, null);
}
