import type { Gfx, Instruction } from '../../arch/index.js';

/** A write of a hardware register that later instructions cannot rely on yet. */
export interface Settling {
  readonly register: number;
  readonly write: Instruction;
  /** Wait states that are left. */
  readonly waitStates: number;
}

/** Wait states behind a write of a hardware register (Vega ISA manual 4.5); later generations wait by themselves. */
const WAIT_STATES: Readonly<Record<Gfx, number>> = { gfx9: 2, gfx10: 0, 'gfx10.3': 0, gfx11: 0 };

/** Fields of the immediates of `s_getreg`, the register, and of `s_nop`, wait states less one. */
const REGISTER_FIELD = 0x3f;
const NOP_FIELD = 0xf;

/** The hardware register that an instruction reads or writes by number, or undefined. */
export function hardwareRegister({ mnemonic, hwreg, words }: Instruction): number | undefined {
  if (hwreg !== undefined) return hwreg.id;
  return mnemonic === 's_getreg_b32' ? words[0] & REGISTER_FIELD : undefined;
}

/** What settles behind an instruction, given what did in front of it. */
export function settlingBehind(
  before: Settling | undefined,
  instruction: Instruction,
  gfx: Gfx,
): Settling | undefined {
  const waitStates = WAIT_STATES[gfx];
  if (instruction.hwreg !== undefined && waitStates > 0) {
    return { register: instruction.hwreg.id, write: instruction, waitStates };
  }
  if (before === undefined) return undefined;
  const left = before.waitStates - waitStatesOf(instruction);
  return left > 0 ? { ...before, waitStates: left } : undefined;
}

function waitStatesOf({ mnemonic, immediate }: Instruction): number {
  return mnemonic === 's_nop' ? (immediate & NOP_FIELD) + 1 : 1;
}
