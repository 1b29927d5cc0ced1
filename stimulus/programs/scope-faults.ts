import type { Instruction } from '../../arch/index.js';
import { SCOPES } from '../../arch/index.js';
import { waitFor } from '../dialect/index.js';
import {
  dropInstructions,
  type EditedProgram,
  type ProgramFaults,
  replaceInstruction,
  replaceText,
} from './edit.js';
import { findLoadWait, findStoreWait } from './exit-faults.js';
import { isSharedAccess } from './places.js';

/** The lowest bit of SCOPE, which is at bits 19:18 of a memory instruction's second word (corpus, gfx12.md). */
const SCOPE_SHIFT = 18;
const SCOPE_FIELD = 0b11 << SCOPE_SHIFT;

/** Faults in scoped accesses and split counters, which replace older mechanisms on GFX12. */
export const SCOPE_FAULTS: ProgramFaults = {
  F152: (program) =>
    dropInstructions(
      program,
      findIndices(program, ({ memory }) => memory?.writesBack === true),
    ),
  F249: (program) => setScope(program, 'load', 'SCOPE_CU'),
  F250: (program) => setScope(program, 'store', 'SCOPE_SE'),
  F251: (program) => replaceText(program, findLoadWait(program), waitFor(program.decoded.gfx, 'sample')),
  F252: (program) => replaceText(program, findStoreWait(program), waitFor(program.decoded.gfx, 'load')),
};

function findIndices({ decoded }: EditedProgram, predicate: (instruction: Instruction) => boolean): number[] {
  return decoded.instructions.filter(predicate).map(({ index }) => index);
}

/** Sets the scope of all vector loads (or stores) whose scope reaches other compute units. */
function setScope(
  program: EditedProgram,
  access: 'load' | 'store',
  scope: (typeof SCOPES)[number],
): number[] {
  const field = SCOPES.indexOf(scope) << SCOPE_SHIFT;
  const sharedAccesses = findIndices(
    program,
    (instruction) =>
      isSharedAccess(instruction) &&
      instruction.memory?.access === access &&
      (instruction.memory.scope ?? 0) > 0,
  );
  return sharedAccesses.reduce(
    (words, index) =>
      replaceInstruction({ ...program, words }, index, (word, i) =>
        i === 1 ? (word & ~SCOPE_FIELD) | field : word,
      ),
    [...program.words],
  );
}
