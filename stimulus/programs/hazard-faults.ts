import { first, following, insert, type ProgramFaults } from './edit.js';

const ACCESS = first('access by a descriptor', ({ memory }) =>
  ['buffer', 'image'].includes(memory?.space ?? ''),
);

/** Mutators that break a row of `arch/hazards`; but for `F279`, without changing what the program computes. */
export const HAZARD_FAULTS: ProgramFaults = {
  F274: insert(
    first('message', ({ kind }) => kind === 'message'),
    's_mov_b32 m0, m0',
  ),
  F275: insert(following(ACCESS), (program) => {
    const [register] = program.decoded.instructions[ACCESS(program)].uses.scalars;
    return `s_mov_b32 s${register}, s${register}`;
  }),
  F276: insert(
    first('access', ({ kind }) => kind === 'memory'),
    's_clause 0x0',
  ),
  F279: insert(
    following(first('export with data', (instruction) => (instruction.export?.enabled ?? 0) > 0)),
    ({ decoded }) => (decoded.wave === 64 ? 's_mov_b64 exec, 0' : 's_mov_b32 exec_lo, 0'),
  ),
  F278: insert(() => 0, 's_mov_b32 vcc_lo, vcc_lo\ns_cbranch_vccz after_vccz\nafter_vccz:'),
};
