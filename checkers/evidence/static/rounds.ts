import type { Instruction, InstructionKind, RegisterUse } from '../../../arch/index.js';

/** What a round may contain, besides loads, without an effect. */
const WITHOUT_TRACE: readonly InstructionKind[] = ['alu', 'branch', 'nop', 'waitcnt', 'sleep', 'invalidate'];

/**
 * Whether each round of a loop does the same as the one before as long as memory stays as it is: it only reads memory,
 * polls nothing, and reads no register that an earlier round wrote.
 */
export function carriesNothing(round: readonly Instruction[]): boolean {
  const reads = round.every(
    ({ kind, memory, readsExitingId }) =>
      !readsExitingId && (WITHOUT_TRACE.includes(kind) || memory?.access === 'load'),
  );
  return reads && !carriesRegisters(round);
}

function carriesRegisters(round: readonly Instruction[]): boolean {
  const all = new Set(round.flatMap(({ defines }) => namesOf(defines)));
  const written = new Set<string>();
  for (const { uses, defines } of round) {
    if (namesOf(uses).some((register) => all.has(register) && !written.has(register))) return true;
    for (const register of namesOf(defines)) written.add(register);
  }
  return false;
}

function namesOf({ scalars, vectors }: RegisterUse): readonly string[] {
  return [...scalars.map((register) => `s${register}`), ...vectors.map((register) => `v${register}`)];
}
