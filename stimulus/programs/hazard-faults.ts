import { findInstruction, insertText, type ProgramFaults } from './edit.js';

/** Mutators that break a row of `arch/hazards` without changing what the program computes. */
export const HAZARD_FAULTS: ProgramFaults = {
  F262: (program) => {
    const message = findInstruction(program, 'message', ({ kind }) => kind === 'message');
    return insertText(program, message, 's_mov_b32 m0, m0');
  },
  F263: (program) => {
    const access = findInstruction(program, 'buffer access', ({ memory }) => memory?.space === 'buffer');
    const [register] = program.decoded.instructions[access].uses.scalars;
    return insertText(program, access + 1, `s_mov_b32 s${register}, s${register}`);
  },
  F264: (program) => {
    const access = findInstruction(program, 'access', ({ kind }) => kind === 'memory');
    return insertText(program, access, 's_clause 0x0');
  },
};
