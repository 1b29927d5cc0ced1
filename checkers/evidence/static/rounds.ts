import type { Instruction, InstructionKind, RegisterUse } from '../../../arch/index.js';

/** Instruction kinds without side effects, other than loads. */
const EFFECT_FREE_KINDS: readonly InstructionKind[] = [
  'alu',
  'branch',
  'nop',
  'waitcnt',
  'sleep',
  'invalidate',
];

/**
 * Whether each iteration of a loop repeats the previous one as long as memory does not change. True if the loop
 * only reads memory, does not poll, and reads no register that an earlier iteration wrote.
 */
export function isIdempotentLoop(loop: readonly Instruction[]): boolean {
  const isReadOnly = loop.every(
    ({ kind, memory, readsExitingId }) =>
      !readsExitingId && (EFFECT_FREE_KINDS.includes(kind) || memory?.access === 'load'),
  );
  return isReadOnly && !hasCarriedRegisters(loop);
}

function hasCarriedRegisters(loop: readonly Instruction[]): boolean {
  const allWritten = new Set(loop.flatMap(({ defines }) => listNames(defines)));
  const written = new Set<string>();
  for (const { uses, defines } of loop) {
    if (listNames(uses).some((register) => allWritten.has(register) && !written.has(register))) return true;
    for (const register of listNames(defines)) written.add(register);
  }
  return false;
}

function listNames({ scalars, vectors }: RegisterUse): readonly string[] {
  return [...scalars.map((register) => `s${register}`), ...vectors.map((register) => `v${register}`)];
}
