import type { Instruction, InstructionKind, RegisterUse } from '../../../arch/index.js';

/** The kinds of instructions other than loads that have no side effects. */
const EFFECT_FREE_KINDS: readonly InstructionKind[] = [
  'alu',
  'branch',
  'nop',
  'waitcnt',
  'sleep',
  'invalidate',
];

/**
 * Whether each iteration of a loop repeats the previous one as long as memory does not change. This is the case
 * if the loop only reads memory, does not poll, and reads no register that an earlier iteration wrote.
 */
export function repeatsItself(round: readonly Instruction[]): boolean {
  const onlyReads = round.every(
    ({ kind, memory, readsExitingId }) =>
      !readsExitingId && (EFFECT_FREE_KINDS.includes(kind) || memory?.access === 'load'),
  );
  return onlyReads && !carriesRegisters(round);
}

function carriesRegisters(round: readonly Instruction[]): boolean {
  const everWritten = new Set(round.flatMap(({ defines }) => listNames(defines)));
  const written = new Set<string>();
  for (const { uses, defines } of round) {
    if (listNames(uses).some((register) => everWritten.has(register) && !written.has(register))) return true;
    for (const register of listNames(defines)) written.add(register);
  }
  return false;
}

function listNames({ scalars, vectors }: RegisterUse): readonly string[] {
  return [...scalars.map((register) => `s${register}`), ...vectors.map((register) => `v${register}`)];
}
