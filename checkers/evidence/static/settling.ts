import type { Gfx, Instruction } from '../../../arch/index.js';
import { factsOf } from '../../../arch/index.js';

/** A write to a hardware register that later instructions cannot rely on yet. */
export interface Settling {
  readonly register: number;
  readonly write: Instruction;
  /** Number of wait states remaining. */
  readonly waitStates: number;
}

/** Mask of the number of wait states, minus one, in the immediate of `s_nop`. */
const NOP_MASK = 0xf;

/** The state in which all writes have settled. */
export const SETTLED: readonly Settling[] = [];

/** Returns the writes that have not settled after an instruction, given those that had not settled before it. */
export function updateSettling(
  before: readonly Settling[],
  instruction: Instruction,
  gfx: Gfx,
): readonly Settling[] {
  const waitStates = factsOf(gfx).hwregWaitStates;
  const writes = instruction.hwreg !== undefined && waitStates > 0;
  if (before.length === 0 && !writes) return SETTLED;
  const passed = countWaitStates(instruction);
  const remaining = before
    .map((entry) => ({ ...entry, waitStates: entry.waitStates - passed }))
    .filter((entry) => entry.waitStates > 0 && entry.register !== instruction.hwreg?.id);
  return writes
    ? [...remaining, { register: instruction.hwreg.id, write: instruction, waitStates }]
    : remaining;
}

function countWaitStates({ mnemonic, immediate }: Instruction): number {
  return mnemonic === 's_nop' ? (immediate & NOP_MASK) + 1 : 1;
}
