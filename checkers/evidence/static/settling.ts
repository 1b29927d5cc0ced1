import { factsOf, type Gfx, type Instruction } from '../../../arch/index.js';

/** A write to a hardware register that has not taken effect yet. */
export interface PendingWrite {
  readonly register: number;
  readonly write: Instruction;
  /** Number of wait states remaining. */
  readonly waitStates: number;
}

/** Mask for the `s_nop` immediate, which holds the number of wait states minus one. */
const NOP_MASK = 0xf;

/** The empty list: all writes have settled. */
export const SETTLED: readonly PendingWrite[] = [];

/** Returns the writes that are still unsettled after an instruction. `unsettled` is the list before it. */
export function updatePendingWrites(
  unsettled: readonly PendingWrite[],
  instruction: Instruction,
  gfx: Gfx,
): readonly PendingWrite[] {
  const waitStates = factsOf(gfx).hwregWaitStates;
  const isWrite = instruction.hwreg !== undefined && waitStates > 0;
  if (unsettled.length === 0 && !isWrite) return SETTLED;
  const elapsed = countWaitStates(instruction);
  const remaining = unsettled
    .map((entry) => ({ ...entry, waitStates: entry.waitStates - elapsed }))
    .filter((entry) => entry.waitStates > 0 && entry.register !== instruction.hwreg?.id);
  return isWrite
    ? [...remaining, { register: instruction.hwreg.id, write: instruction, waitStates }]
    : remaining;
}

function countWaitStates({ mnemonic, immediate }: Instruction): number {
  return mnemonic === 's_nop' ? (immediate & NOP_MASK) + 1 : 1;
}
