import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import { waysOut } from '../../../rtl-model/sq/ways-out.js';

const LENGTH = 8;

/** Programs of plain instructions, branches to anywhere inside, and few ways out. */
const programs = fc
  .array(
    fc.record({
      kind: fc.constantFrom('alu', 'alu', 'branch', 'branch', 'branch', 'end', 'setpc', 'illegal'),
      mnemonic: fc.constantFrom('s_branch', 's_branch', 's_cbranch_scc0'),
      target: fc.nat(LENGTH - 1),
    }),
    { minLength: LENGTH, maxLength: LENGTH },
  )
  .map((list) => list.map((each, index) => ({ ...each, index }) as Instruction));

/** A wave's next possible instructions. */
function successors({ kind, mnemonic, target, index }: Instruction): readonly number[] {
  if (kind !== 'branch') return [index + 1];
  return mnemonic === 's_branch' ? [target] : [target, index + 1];
}

/** Whether some path from an instruction leads out, or runs past the last one. */
function leadsOut(list: readonly Instruction[], from: number): boolean {
  const reached = new Set([from]);
  for (const at of reached) {
    const instruction = list[at];
    if (instruction === undefined || ['end', 'setpc', 'illegal'].includes(instruction.kind)) return true;
    for (const each of successors(instruction)) reached.add(each);
  }
  return false;
}

it('determines for each instruction whether any path from it leaves the program', () => {
  fc.assert(
    fc.property(programs, (instructions) => {
      const ways = waysOut({ instructions } as unknown as DecodedProgram);
      expect(Array.from(ways, Boolean)).toEqual(instructions.map((_, at) => leadsOut(instructions, at)));
    }),
    { numRuns: 200 },
  );
});
