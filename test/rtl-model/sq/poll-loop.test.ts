import {
  assembleProgram,
  type DecodedProgram,
  decodeCached,
  makeWaveState,
  SCALAR,
} from '../../../arch/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { getCounterIndex } from '../../../rtl-model/counters.js';
import { PollLoop } from '../../../rtl-model/sq/poll-loop.js';
import { Wave } from '../../../rtl-model/wave.js';
import { parseWord } from '../../../stimulus/driver/words.js';
import { defaultKnobs } from '../../../transactions/index.js';

const corpus = openCorpus();
const record = corpus.records('navi21', 32).find((r) => r.shader === 'rmw_buffer')!;
const program = decodeCached(
  record.instructions.flatMap((i) => i.words.map(parseWord)),
  'gfx10.3',
  32,
);
const sleep = program.instructions.find((i) => i.kind === 'sleep')!;

/** Returns a wave asleep in the program's entry loop, with remapped ids in the registers that the loop compares. */
function makeSleepingWave(current: number, newest: number, idWrap: number): Wave {
  const wave = new Wave(0);
  wave.state = makeWaveState(32, 16, SCALAR.CONSTANTS + program.constants.length);
  wave.state.s.set(program.constants, SCALAR.CONSTANTS);
  wave.section.packerEnabled = true;
  wave.sequence = current;
  wave.state.s[6] = ~(current % (idWrap + 1));
  wave.state.s[1] = (newest % (idWrap + 1)) + wave.state.s[6];
  wave.state.next = sleep.index + 1;
  return wave;
}

describe('a wave in its polling loop', () => {
  it.each([
    [1023, 5, 3],
    [1023, 1030, 1020],
    [7, 9, 6],
    [63, 130, 100],
  ])(
    'is parked until the id after the newest one (wrap %i, current %i, newest %i)',
    (idWrap, current, newest) => {
      const loop = new PollLoop(
        { ...defaultKnobs(), idWrap },
        32,
        makeSleepingWave(current, newest, idWrap).state.s.length,
      );
      const shown = Math.max(0, newest - 3);
      const plan = loop.plan(
        makeSleepingWave(current, newest, idWrap),
        program,
        sleep.index,
        sleep.index + 1,
        shown,
      );
      expect(plan?.target).toBe(newest + 1);
    },
  );

  it('is not parked if the current id already lets it leave', () => {
    const wave = makeSleepingWave(5, 3, 1023);
    const loop = new PollLoop(defaultKnobs(), 32, wave.state.s.length);
    expect(loop.plan(wave, program, sleep.index, sleep.index + 1, 4)).toBeUndefined();
  });

  it('is parked forever if the newest overlapped id is its own, which no exiting id can pass (W9)', () => {
    const wave = makeSleepingWave(5, 5, 1023);
    const loop = new PollLoop(defaultKnobs(), 32, wave.state.s.length);
    const plan = loop.plan(wave, program, sleep.index, sleep.index + 1, 5);
    expect(plan?.target).toBe(Number.POSITIVE_INFINITY);
  });

  it('waits for an id beyond its own only after sending its message, since the exiting id cannot pass it before then', () => {
    const program = decodeCached(
      assembleProgram(
        `again:
s_cmp_eq_u32 src_pops_exiting_wave_id, 10
s_cbranch_scc1 out
s_sleep 1
s_branch again
out:
s_endpgm`,
        'gfx10.3',
      ),
      'gfx10.3',
      32,
    );
    const home = program.instructions.find((i) => i.kind === 'sleep')!.index;
    const findTarget = (messageSent: boolean) => {
      const wave = makeSleepingWave(5, 3, 15);
      wave.section.messageSent = messageSent;
      wave.state = makeWaveState(32, 16, SCALAR.CONSTANTS + program.constants.length);
      wave.state.s.set(program.constants, SCALAR.CONSTANTS);
      const loop = new PollLoop({ ...defaultKnobs(), idWrap: 15 }, 32, wave.state.s.length);
      return loop.plan(wave, program, home, home + 1, 3)?.target;
    };
    expect([findTarget(false), findTarget(true)]).toEqual([Number.POSITIVE_INFINITY, 10]);
  });

  it('is parked until the first id that ends the loop by flipping a bit, even if the next iteration undoes it', () => {
    const flip = decodeCached(
      assembleProgram(
        `again:
s_cmp_ge_u32 src_pops_exiting_wave_id, 7
s_cselect_b32 s2, 1, 0
s_xor_b32 s1, s1, s2
s_cbranch_scc1 out
s_sleep 1
s_branch again
out:
s_endpgm`,
        'gfx10.3',
      ),
      'gfx10.3',
      32,
    );
    const home = flip.instructions.find((i) => i.kind === 'sleep')!.index;
    const wave = makeSleepingWave(9, 4, 1023);
    wave.state = makeWaveState(32, 16, SCALAR.CONSTANTS + flip.constants.length);
    wave.state.s.set(flip.constants, SCALAR.CONSTANTS);
    const loop = new PollLoop(defaultKnobs(), 32, wave.state.s.length);
    expect(loop.plan(wave, flip, home, home + 1, 3)?.target).toBe(7);
  });

  it('is parked forever in a loop that does not poll, unless an outstanding load may end it', () => {
    const spin = decodeCached(assembleProgram('again:\ns_sleep 1\ns_branch again', 'gfx10.3'), 'gfx10.3', 32);
    const findTarget = (loopProgram: DecodedProgram, outstanding: number) => {
      const wave = makeSleepingWave(9, 4, 1023);
      wave.counters[getCounterIndex('lgkm')] = outstanding;
      const home = loopProgram.instructions.find((i) => i.kind === 'sleep')!.index;
      const loop = new PollLoop(defaultKnobs(), 32, wave.state.s.length);
      return loop.plan(wave, loopProgram, home, home + 1, 0)?.target;
    };
    expect([findTarget(spin, 0), findTarget(spin, 1)]).toEqual([Number.POSITIVE_INFINITY, undefined]);
    expect([findTarget(program, 0), findTarget(program, 1)]).toEqual([5, 5]);
  });

  it.each([
    ['s_mov_b32 s4, s4', true],
    ['v_mov_b32 v1, v0', false],
    ['v_readfirstlane_b32 s4, v0', false],
    ['exp null off, off, off, off', false],
    ['s_sendmsg sendmsg(MSG_INTERRUPT)', false],
    ['s_waitcnt vmcnt(0)', false],
    ['s_load_dword s4, s[2:3], 0x0', false],
  ])('is parked in a loop only if the whole loop is scalar computation: %s', (statement, isParked) => {
    const source = `again:\ns_sleep 1\n${statement}\ns_branch again`;
    const spin = decodeCached(assembleProgram(source, 'gfx10.3'), 'gfx10.3', 32);
    const wave = makeSleepingWave(9, 4, 1023);
    const plan = new PollLoop(defaultKnobs(), 32, wave.state.s.length).plan(wave, spin, 0, 1, 0);
    expect(plan !== undefined).toBe(isParked);
  });

  it('is parked only in loops of up to 63 instructions', () => {
    const getLength = (instructions: number) => {
      const body = 's_mov_b32 s4, s4\n'.repeat(instructions - 2);
      const source = `again:\ns_sleep 1\n${body}s_branch again`;
      const spin = decodeCached(assembleProgram(source, 'gfx10.3'), 'gfx10.3', 32);
      const wave = makeSleepingWave(9, 4, 1023);
      return new PollLoop(defaultKnobs(), 32, wave.state.s.length).plan(wave, spin, 0, 1, 0)?.length;
    };
    expect([2, 30, 63, 64, 65].map(getLength)).toEqual([2, 30, 63, undefined, undefined]);
  });

  it('wakes at the same id even if the loop sleeps between the comparison and the branch', () => {
    const delayedBranch = decodeCached(
      assembleProgram(
        `again:
s_add_i32 s9, src_pops_exiting_wave_id, s6
s_cmp_lt_u32 s1, s9
s_cselect_b32 s10, 1, 0
s_sleep 1
s_cmp_lg_u32 s10, 0
s_cbranch_scc0 again
s_endpgm`,
        'gfx10.3',
      ),
      'gfx10.3',
      32,
    );
    const wave = makeSleepingWave(9, 8, 1023);
    const registers = wave.state.s.slice(0, SCALAR.CONSTANTS);
    wave.state = makeWaveState(32, 16, SCALAR.CONSTANTS + delayedBranch.constants.length);
    wave.state.s.set([...registers, ...delayedBranch.constants]);
    const home = delayedBranch.instructions.find((i) => i.kind === 'sleep')!.index;
    const loop = new PollLoop(defaultKnobs(), 32, wave.state.s.length);
    expect(loop.plan(wave, delayedBranch, home, home + 1, 3)?.target).toBe(9);
  });

  it.each([
    ['is parked in a loop that returns to its sleep along different paths for different ids', 's_nop 0', 8],
    [
      'is not parked in a loop that spins without sleeping for some ids',
      'spin:\ns_cbranch_scc0 spin',
      undefined,
    ],
  ])('%s', (_, evenIdCode, target) => {
    const source = `again:
s_and_b32 s10, src_pops_exiting_wave_id, 1
s_cbranch_scc1 odd
${evenIdCode}
odd:
s_cmp_eq_u32 src_pops_exiting_wave_id, 8
s_cbranch_scc1 out
s_sleep 1
s_branch again
out:
s_endpgm`;
    const branching = decodeCached(assembleProgram(source, 'gfx10.3'), 'gfx10.3', 32);
    const wave = makeSleepingWave(9, 4, 1023);
    wave.state = makeWaveState(32, 16, SCALAR.CONSTANTS + branching.constants.length);
    wave.state.s.set(branching.constants, SCALAR.CONSTANTS);
    const home = branching.instructions.find((i) => i.kind === 'sleep')!.index;
    const loop = new PollLoop(defaultKnobs(), 32, wave.state.s.length);
    expect(loop.plan(wave, branching, home, home + 1, 3)?.target).toBe(target);
  });

  it('is parked forever if its polls keep returning an id that does not end the loop, and is not parked if the id ends it', () => {
    const makePlan = (lastId: number) => {
      const wave = makeSleepingWave(9, 4, 1023);
      wave.polling.lastId = lastId;
      const repeatLastId = (_: number, last: number): number => last;
      const loop = new PollLoop(defaultKnobs(), 32, wave.state.s.length, repeatLastId);
      return loop.plan(wave, program, sleep.index, sleep.index + 1, 0);
    };
    expect(makePlan(4)?.target).toBe(Number.POSITIVE_INFINITY);
    expect(makePlan(5)).toBeUndefined();
  });

  it("does not change the wave's registers", () => {
    const wave = makeSleepingWave(9, 4, 1023);
    const before = wave.state.s.slice();
    new PollLoop(defaultKnobs(), 32, before.length).plan(wave, program, sleep.index, sleep.index + 1, 0);
    expect(wave.state.s).toEqual(before);
  });
});
