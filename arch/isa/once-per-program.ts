import type { DecodedProgram } from './instruction.js';

/** Memoises a function of a decoded program. Safe because programs are immutable. */
export function oncePerProgram<T extends object | number>(
  work: (program: DecodedProgram) => T,
): (program: DecodedProgram) => T {
  const known = new WeakMap<DecodedProgram, T>();
  return (program) => {
    let result = known.get(program);
    if (result === undefined) {
      result = work(program);
      known.set(program, result);
    }
    return result;
  };
}
