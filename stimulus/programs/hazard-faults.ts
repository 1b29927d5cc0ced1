import { type EditedProgram, first, following, insert, type ProgramFaults } from './edit.js';

const ACCESS = first('access by a descriptor', ({ memory }) =>
  ['buffer', 'image'].includes(memory?.space ?? ''),
);

const STORE = first('store', ({ memory }) => memory?.access === 'store' && memory.space !== 'scratch');

/** Scales the last result that the first store uses, by a VCC that comes too late behind a jump to a computed address. */
function scaleAcrossJump(program: EditedProgram): string {
  const { instructions } = program.decoded;
  const store = STORE(program);
  const { vectors } = instructions[store].uses;
  const results = instructions
    .slice(0, store)
    .flatMap(({ kind, defines }) => (kind === 'alu' ? defines.vectors : []));
  const result = results.findLast((register) => vectors.includes(register));
  return `s_getpc_b64 flat_scratch
    s_add_u32 flat_scratch_lo, flat_scratch_lo, 20
    s_addc_u32 flat_scratch_hi, flat_scratch_hi, 0
    s_mov_b64 vcc, 0
    v_cmp_eq_u32_e32 vcc, v0, v0
    s_setpc_b64 flat_scratch
    v_div_fmas_f32 v${result}, 1.0, 1.0, 1.0`;
}

/** Mutators that break a row of `arch/hazards`; but for `F279` and `F280`, without changing what the program computes. */
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
  F280: insert(STORE, scaleAcrossJump),
  F278: insert(() => 0, 's_mov_b32 vcc_lo, vcc_lo\ns_cbranch_vccz after_vccz\nafter_vccz:'),
};
