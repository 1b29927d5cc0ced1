/** A table keyed by external text: it has only its own rows, without the properties objects inherit. */
export function lookup<T extends object>(rows: T): T {
  return Object.setPrototypeOf(rows, null);
}
