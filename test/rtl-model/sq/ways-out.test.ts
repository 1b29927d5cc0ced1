import fc from 'fast-check';
import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import { findWaysOut } from '../../../rtl-model/sq/endless-loops.js';

const LENGTH = 8;

/** Programs made up of plain instructions, branches to any instruction, and a few exits. */
const programs = fc
  .array(
    fc.record({
      kind: fc.constantFrom('alu', 'alu', 'branch', 'branch', 'branch', 'end', 'setpc', 'illegal'),
      mnemonic: fc.constantFrom('s_branch', 's_branch', 's_cbranch_scc0'),
      target: fc.nat(LENGTH - 1),
    }),
    { minLength: LENGTH, maxLength: LENGTH },
  )
  .map((instructions) => instructions.map((item, index) => ({ ...item, index }) as Instruction));

/** Returns the indices of the instructions that may execute next. */
function getSuccessors({ kind, mnemonic, target, index }: Instruction): readonly number[] {
  if (kind !== 'branch') return [index + 1];
  return mnemonic === 's_branch' ? [target] : [target, index + 1];
}

/** Returns whether any path from an instruction leaves the program or runs past its last instruction. */
function canReachExit(instructions: readonly Instruction[], from: number): boolean {
  const reached = new Set([from]);
  for (const index of reached) {
    const instruction = instructions[index];
    if (instruction === undefined || ['end', 'setpc', 'illegal'].includes(instruction.kind)) return true;
    for (const next of getSuccessors(instruction)) reached.add(next);
  }
  return false;
}

it('determines for every instruction whether any path from it leaves the program', () => {
  fc.assert(
    fc.property(programs, (instructions) => {
      const canExit = findWaysOut({ instructions } as unknown as DecodedProgram);
      expect(Array.from(canExit, Boolean)).toEqual(
        instructions.map((_, index) => canReachExit(instructions, index)),
      );
    }),
    { numRuns: 200 },
  );
});
