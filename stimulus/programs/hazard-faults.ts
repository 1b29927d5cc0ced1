import { first, following, insert, type ProgramFaults } from './edit.js';

const BUFFER_ACCESS = first('buffer access', ({ memory }) => memory?.space === 'buffer');

/** Mutators that break a row of `arch/hazards` without changing what the program computes. */
export const HAZARD_FAULTS: ProgramFaults = {
  F274: insert(
    first('message', ({ kind }) => kind === 'message'),
    's_mov_b32 m0, m0',
  ),
  F275: insert(following(BUFFER_ACCESS), (program) => {
    const [register] = program.decoded.instructions[BUFFER_ACCESS(program)].uses.scalars;
    return `s_mov_b32 s${register}, s${register}`;
  }),
  F276: insert(
    first('access', ({ kind }) => kind === 'memory'),
    's_clause 0x0',
  ),
};
