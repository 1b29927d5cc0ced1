import { factsOf, type Gfx, type Instruction } from '../../../arch/index.js';
import type { PathJudgeFactory } from './judge.js';
import { getHardwareRegister } from './packer-field.js';

/** Checks RACE-05 on every path: a hardware register is not accessed while a write to it is settling. */
export const checkSettling: PathJudgeFactory = (_gfx, report) => ({
  appliesTo: (instruction) => getHardwareRegister(instruction) !== undefined,
  before: (path, instruction) => {
    report.arm('RACE-05');
    const settling = path.settling.find(({ register }) => register === getHardwareRegister(instruction));
    if (settling === undefined) return;
    const { write, waitStates } = settling;
    report.addFinding('RACE-05', path, instruction, {
      allowed: `There must be two wait states between ${report.getName(write)} and the next use of its register.`,
      observed: `${report.getName(instruction)} is ${waitStates === 1 ? 'one wait state' : 'two wait states'} too early.`,
      hint: 'Add an s_nop, or move other instructions between the two.',
    });
  },
});

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
