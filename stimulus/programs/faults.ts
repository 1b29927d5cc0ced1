import type { Gfx, WaveSize } from '../../arch/index.js';
import type { FaultId } from '../../transactions/index.js';
import { dropInstructions, type EditedProgram, edit, findInstruction } from './edit.js';

type Mutator = (program: EditedProgram) => number[];

/** Faults of the shader program (faults.md E): each turns correct words into wrong ones. */
const PROGRAM_FAULTS: Readonly<Partial<Record<FaultId, Mutator>>> = {
  F71: (program) => {
    const { instructions } = program.decoded;
    const firstEnd = findInstruction(program, 'end', (i) => i.kind === 'end');
    const message = instructions.findIndex((i, at) => at > firstEnd && i.kind === 'message');
    if (message < 0) throw new Error('the program has no early exit that sends a message');
    return dropInstructions(program, [message]);
  },
  F103: (program) => {
    const { instructions } = program.decoded;
    const store = findInstruction(program, 'store', (i) => i.memory?.access === 'store');
    const wait = instructions.findIndex((i, at) => at > store && i.wait?.vs !== undefined);
    if (wait < 0) throw new Error('the program does not wait for its stores');
    return dropInstructions(program, [wait]);
  },
};

/** The words with the program faults among `faults` put in; other faults change nothing here. */
export function applyProgramFaults(
  words: readonly number[],
  gfx: Gfx,
  wave: WaveSize,
  faults: readonly FaultId[],
): readonly number[] {
  return faults.reduce<readonly number[]>((current, id) => {
    const mutate = PROGRAM_FAULTS[id];
    return mutate === undefined ? current : mutate(edit(current, gfx, wave));
  }, words);
}

/** Ids of the faults that live here. */
export const PROGRAM_FAULT_IDS = Object.keys(PROGRAM_FAULTS) as FaultId[];
