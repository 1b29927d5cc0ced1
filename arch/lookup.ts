/** A table whose rows are named by texts from outside: it has its own rows alone, and nothing that every object inherits. */
export function lookup<T extends object>(rows: T): T {
  return Object.setPrototypeOf(rows, null);
}
