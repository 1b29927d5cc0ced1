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
import { coversAllWaits } from '../wait-coverage.js';

/** The offset field of a branch. */
const OFFSET_FIELD = 0xffff;

/** Makes a protocol branch unconditional. There is one mutant per branch. */
export const branchTaken: MutantOperator = {
  name: 'branch-taken',
  text: 'a branch around or within the wait, or to a different exit, is always taken',
  classes: ['PROTO', 'ORD', 'HANG', 'RACE'],
  mutants: (program) =>
    listProtocolBranches(program).map(({ index, pc }) => {
      const { gfx, wave } = program.decoded;
      const [branch] = assembleProgram('s_branch 0', gfx);
      const words = replaceInstruction(program, index, (word) => branch | (word & OFFSET_FIELD));
      const changed = decodeForEditing(words, gfx, wave, program.epilog);
      return {
        words,
        pc,
        equivalence: () => explainUnordered(changed) ?? explainEquivalentPaths(program, index, changed),
      };
    }),
};

/**
 * Explains why the order of waves does not matter: no path leads to a write, or the section contains no accesses.
 * Returns undefined if it may matter.
 */
function explainUnordered(program: EditedProgram): string | undefined {
  const { decoded } = program;
  const listAccesses = (reached: ReadonlySet<number>): readonly Instruction[] =>
    decoded.instructions.filter(
      (instruction) => reached.has(instruction.index) && isSharedAccess(instruction),
    );
  if (listAccesses(findReachable(decoded, [0])).every(({ memory }) => memory?.access === 'load'))
    return 'no remaining path writes to shared memory';
  const entry = findEntry(program);
  if (entry === undefined) return undefined;
  const section = findReachable(decoded, [entry.last + 1], (instruction) =>
    endsSection(instruction, program),
  );
  return listAccesses(section).length === 0 ? 'there is no access between the wait and the exit' : undefined;
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
  const [fallThrough, taken] = [branch + 1, instructions[branch].target].map((start) => {
    const end = instructions.findIndex(({ kind, index }) => index >= start && kind === 'end');
    const pathInstructions = instructions.slice(start, end);
    return isStraightLine(program.decoded, start, end)
      ? pathInstructions
          .filter(({ kind }) => kind !== 'waitcnt')
          .map((instruction) => printInstruction(instruction, set, wave))
      : undefined;
  });
  return fallThrough !== undefined && `${fallThrough}` === `${taken}` && coversAllWaits(program, changed)
    ? 'both paths end the wave with the same instructions, after equivalent waits'
    : undefined;
}

/** Removes a protocol branch. There is one mutant per branch. */
export const branchSkipped: MutantOperator = {
  name: 'branch-skipped',
  text: 'a branch around or within the wait, or to a different exit, is never taken',
  classes: ['PROTO', 'ORD', 'HANG', 'RACE'],
  mutants: (program) =>
    listProtocolBranches(program).map((branch) => ({
      words: dropInstructions(program, [branch.index]),
      pc: branch.pc,
      equivalence: () => explainSkippedWork(branch),
    })),
};

/**
 * Explains why a branch does not matter if it only skips work for waves with no active lanes: the vector instructions
 * that it skips have no effect in such waves.
 */
function explainSkippedWork({ mnemonic }: Instruction): string | undefined {
  return mnemonic === 's_cbranch_execz'
    ? 'the branch only skips work that has no effect in waves with no active lanes'
    : undefined;
}

/** Returns the conditional branches in the entry, and those that choose between different exits. */
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
