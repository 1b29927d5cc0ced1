import type { Instruction } from '../../arch/index.js';
import { SCOPES } from '../../arch/index.js';
import { waitFor } from '../dialect/index.js';
import { type EditedProgram, type ProgramFaults, replaceInstruction, replaceText } from './edit.js';
import { findLoadWait, findStoreWait } from './exit-faults.js';
import { isSharedAccess } from './places.js';

/** The lowest bit of SCOPE, which is at bits 19:18 of a memory instruction's second word (corpus, gfx12.md). */
const SCOPE_SHIFT = 18;
const SCOPE_FIELD = 0b11 << SCOPE_SHIFT;

/** Faults in scoped accesses and split counters, which replace older mechanisms on GFX12. */
export const SCOPE_FAULTS: ProgramFaults = {
  F249: (program) => setLoadScope(program, 'SCOPE_CU'),
  F251: (program) => replaceText(program, findLoadWait(program), waitFor(program.decoded.gfx, 'sample')),
  F252: (program) => replaceText(program, findStoreWait(program), waitFor(program.decoded.gfx, 'load')),
};

function findIndices({ decoded }: EditedProgram, predicate: (instruction: Instruction) => boolean): number[] {
  return decoded.instructions.filter(predicate).map(({ index }) => index);
}

/** Sets the scope of all vector loads whose scope reaches other compute units. */
function setLoadScope(program: EditedProgram, scope: (typeof SCOPES)[number]): number[] {
  const field = SCOPES.indexOf(scope) << SCOPE_SHIFT;
  const sharedLoads = findIndices(
    program,
    (instruction) =>
      isSharedAccess(instruction) &&
      instruction.memory?.access === 'load' &&
      (instruction.memory.scope ?? 0) > 0,
  );
  return sharedLoads.reduce(
    (words, index) =>
      replaceInstruction({ ...program, words }, index, (word, i) =>
        i === 1 ? (word & ~SCOPE_FIELD) | field : word,
      ),
    [...program.words],
  );
}
