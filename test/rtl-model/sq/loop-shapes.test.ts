import fc from 'fast-check';
import { type DecodedProgram, makeWaveState, SCALAR, type WaveState } from '../../../arch/index.js';
import { PollLoop } from '../../../rtl-model/sq/poll-loop.js';
import { Wave } from '../../../rtl-model/wave.js';
import { defaultKnobs } from '../../../transactions/index.js';
import { decodeSource } from '../../arch/support/machine.js';

/** Exits that compare the derived operand with a register, in either operand order, and leave the loop. */
const exit = fc
  .record({
    relation: fc.constantFrom('eq', 'lg', 'gt', 'ge', 'lt', 'le'),
    sign: fc.constantFrom('i32', 'u32'),
    operands: fc.constantFrom('s0, s1', 's1, s0', 's2, s0'),
    scc: fc.constantFrom(0, 1),
  })
  .map(
    ({ relation, sign, operands, scc }) => `s_cmp_${relation}_${sign} ${operands}\ns_cbranch_scc${scc} out\n`,
  );

/** The ways a loop may derive its operand from the exiting id. Drivers use an addition. */
const poll = fc.constantFrom(
  's_add_i32 s0, src_pops_exiting_wave_id, s6',
  's_add_u32 s0, s6, src_pops_exiting_wave_id',
  's_sub_i32 s0, s6, src_pops_exiting_wave_id',
  's_xor_b32 s0, s6, src_pops_exiting_wave_id',
);

/** The ways a loop may change the derived operand before comparing it. */
const step = fc.constantFrom(
  '',
  's_nop 3\n',
  's_and_b32 s0, s0, 0x3ff\n',
  's_sub_u32 s0, s0, s3\n',
  's_mov_b32 s4, s0\n',
  's_not_b32 s0, s0\n',
);

/** Loops that poll, check the id once or twice, and sleep before or after that. Drivers only emit the shortest form. */
const loops = fc
  .record({
    poll,
    steps: fc.array(step, { maxLength: 2 }),
    exits: fc.array(exit, { minLength: 1, maxLength: 2 }),
    sleepsFirst: fc.boolean(),
  })
  .map(({ poll: first, steps, exits, sleepsFirst }) => {
    const body = `${first}\n${steps.join('')}${exits.join('')}`;
    const round = sleepsFirst ? `s_sleep 1\n${body}` : `${body}s_sleep 1\n`;
    const source = `again:\n${round}s_branch again\nout:\ns_endpgm`;
    return decodeSource(source);
  });

const small = fc.integer({ min: -40, max: 40 });
const registers = fc.tuple(small, small, small, small);

/** Returns whether a wave goes back to sleep if its polls read `id`. */
function staysInLoop(program: DecodedProgram, { s }: WaveState, id: number): boolean {
  const state = makeWaveState(32, 1, s.length);
  state.s.set(s);
  state.s[SCALAR.EXITING_WAVE_ID] = id;
  let index = program.instructions.findIndex(({ kind }) => kind === 'sleep') + 1;
  for (;;) {
    const instruction = program.instructions[index];
    if (instruction.kind === 'sleep') return true;
    if (instruction.kind === 'end') return false;
    const isTaken = instruction.kind !== 'nop' && instruction.execute(state) === 1;
    index = instruction.kind === 'branch' && isTaken ? instruction.target : index + 1;
  }
}

it('parks a wave in any loop until the first id that ends the loop, as determined by trying every id', () => {
  fc.assert(
    fc.property(
      loops,
      registers,
      fc.boolean(),
      fc.nat(30),
      fc.nat(30),
      (program, [s1, s2, s3, s6], packerEnabled, shown, ahead) => {
        const wave = new Wave(0);
        wave.state = makeWaveState(32, 1, SCALAR.CONSTANTS + program.constants.length);
        wave.state.s.set(program.constants, SCALAR.CONSTANTS);
        wave.state.s.set([0, s1, s2, s3, 0, 0, s6]);
        wave.section.packerEnabled = packerEnabled;
        wave.sequence = shown + ahead;
        const stays = (id: number): boolean => staysInLoop(program, wave.state, id);
        const home = program.instructions.findIndex(({ kind }) => kind === 'sleep');
        const loop = new PollLoop({ ...defaultKnobs(), idWrap: 15 }, 32, wave.state.s.length);
        const plan = loop.plan(wave, program, home, home + 1, shown);
        // The exiting id is at most one past the wave's own. Without a packer, the register reads 0.
        const ids = Array.from({ length: ahead + 2 }, (_, i) => (packerEnabled ? (shown + i) % 16 : 0));
        const firstExit = ids.findIndex((id) => !stays(id));
        if (firstExit < 0) expect(plan!.target).toBeGreaterThan(wave.sequence + 1);
        else expect(plan?.target).toBe(firstExit === 0 ? undefined : shown + firstExit);
      },
    ),
    { numRuns: 500 },
  );
});
