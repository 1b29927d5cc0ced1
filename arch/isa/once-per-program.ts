import type { DecodedProgram } from './instruction.js';

/** Memoises a function of a decoded program. Programs are immutable, so results never become stale. */
export function memoisePerProgram<T extends object | number>(
  compute: (program: DecodedProgram) => T,
): (program: DecodedProgram) => T {
  const cache = new WeakMap<DecodedProgram, T>();
  return (program) => {
    let result = cache.get(program);
    if (result === undefined) {
      result = compute(program);
      cache.set(program, result);
    }
    return result;
  };
}
