import type { Gfx, Instruction } from '../../../arch/index.js';
import { factsOf } from '../../../arch/index.js';

/** A hardware register write that later instructions cannot rely on yet. */
export interface Settling {
  readonly register: number;
  readonly write: Instruction;
  /** Remaining wait states. */
  readonly waitStates: number;
}

/** Bits of `s_nop`'s immediate that hold its wait states, minus one. */
const NOP_MASK = 0xf;

/** The state in which all writes have settled. */
export const SETTLED: readonly Settling[] = [];

/** Writes still unsettled after an instruction, given those before it. */
export function settlingAfter(
  before: readonly Settling[],
  instruction: Instruction,
  gfx: Gfx,
): readonly Settling[] {
  const waitStates = factsOf(gfx).hwregWaitStates;
  const writes = instruction.hwreg !== undefined && waitStates > 0;
  if (before.length === 0 && !writes) return SETTLED;
  const passed = waitStatesOf(instruction);
  const remaining = before
    .map((entry) => ({ ...entry, waitStates: entry.waitStates - passed }))
    .filter((entry) => entry.waitStates > 0 && entry.register !== instruction.hwreg?.id);
  return writes
    ? [...remaining, { register: instruction.hwreg.id, write: instruction, waitStates }]
    : remaining;
}

function waitStatesOf({ mnemonic, immediate }: Instruction): number {
  return mnemonic === 's_nop' ? (immediate & NOP_MASK) + 1 : 1;
}
