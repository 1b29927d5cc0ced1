import type { Instruction } from '../../../arch/index.js';
import { assembleProgram, printInstruction } from '../../../arch/index.js';
import {
  decodeForEditing,
  dropInstructions,
  type EditedProgram,
  replaceInstruction,
} from '../../programs/edit.js';
import { findReachable, isStraightLine } from '../../programs/flow.js';
import { endsSection, findEntry, getMainPart, isSharedAccess } from '../../programs/places.js';
import type { MutantOperator } from '../operator.js';
import { coversAllWaits } from '../uncovered.js';

/** The offset bits of a branch. */
const OFFSET = 0xffff;

/** Makes a protocol branch unconditional. There is one mutant per branch. */
export const branchTaken: MutantOperator = {
  name: 'branch-taken',
  text: 'a branch around or in the wait, or to another exit, is always taken',
  classes: ['PROTO', 'ORD', 'HANG', 'RACE'],
  mutants: (program) =>
    listProtocolBranches(program).map(({ index, pc }) => {
      const { gfx, wave } = program.decoded;
      const [branch] = assembleProgram('s_branch 0', gfx);
      const words = replaceInstruction(program, index, (word) => branch | (word & OFFSET));
      const changed = decodeForEditing(words, gfx, wave, program.epilog);
      return {
        words,
        pc,
        equivalence: () => explainUnordered(changed) ?? explainEquivalentPaths(program, index, changed),
      };
    }),
};

/**
 * Explains why waves may run in any order: no path leads to a write, or the section has no access. Returns undefined if
 * the order may matter.
 */
function explainUnordered(program: EditedProgram): string | undefined {
  const { decoded } = program;
  const accesses = (reached: ReadonlySet<number>): readonly Instruction[] =>
    decoded.instructions.filter(
      (instruction) => reached.has(instruction.index) && isSharedAccess(instruction),
    );
  if (accesses(findReachable(decoded, [0])).every(({ memory }) => memory?.access === 'load'))
    return 'no path leads to a write to shared memory any more';
  const entry = findEntry(program);
  if (entry === undefined) return undefined;
  const section = findReachable(decoded, [entry.last + 1], (instruction) =>
    endsSection(instruction, program),
  );
  return accesses(section).length === 0 ? 'there is no access between the wait and the exit' : undefined;
}

/**
 * Explains why the branch does not matter: both paths end the wave with the same instructions and equivalent waits.
 * Returns undefined if it may matter.
 */
function explainEquivalentPaths(
  program: EditedProgram,
  branch: number,
  changed: EditedProgram,
): string | undefined {
  const { instructions, set, wave } = program.decoded;
  const [skipped, taken] = [branch + 1, instructions[branch].target].map((start) => {
    const end = instructions.findIndex(({ kind, index }) => index >= start && kind === 'end');
    const pathInstructions = instructions.slice(start, end);
    return isStraightLine(program.decoded, start, end)
      ? pathInstructions
          .filter(({ kind }) => kind !== 'waitcnt')
          .map((instruction) => printInstruction(instruction, set, wave))
      : undefined;
  });
  return skipped !== undefined && `${skipped}` === `${taken}` && coversAllWaits(program, changed)
    ? 'both paths end the wave with the same instructions, after equivalent waits'
    : undefined;
}

/** Removes a protocol branch. There is one mutant per branch. */
export const branchSkipped: MutantOperator = {
  name: 'branch-skipped',
  text: 'a branch around or in the wait, or to another exit, is never taken',
  classes: ['PROTO', 'ORD', 'HANG', 'RACE'],
  mutants: (program) =>
    listProtocolBranches(program).map((branch) => ({
      words: dropInstructions(program, [branch.index]),
      pc: branch.pc,
      equivalence: () => explainEmptyPath(branch),
    })),
};

/**
 * Explains why a branch that only skips work for waves with no active lanes does not matter: the vector instructions
 * on the longer path have no effect in such waves.
 */
function explainEmptyPath({ mnemonic }: Instruction): string | undefined {
  return mnemonic === 's_cbranch_execz'
    ? 'the branch only skips work that has no effect in waves with no active lanes'
    : undefined;
}

/** Returns the conditional branches in the entry, and those whose two paths lead to different exits. */
function listProtocolBranches(program: EditedProgram): readonly Instruction[] {
  const entry = findEntry(program);
  return getMainPart(program).filter(({ kind, mnemonic, index, target }) => {
    if (kind !== 'branch' || mnemonic === 's_branch') return false;
    if (entry !== undefined && index >= entry.first && index <= entry.last) return true;
    return listExits(program, index + 1) !== listExits(program, target);
  });
}

function listExits(program: EditedProgram, start: number): string {
  const reached = findReachable(program.decoded, [start]);
  return `${program.decoded.instructions.filter((instruction) => reached.has(instruction.index) && endsSection(instruction, program)).map(({ index }) => index)}`;
}
