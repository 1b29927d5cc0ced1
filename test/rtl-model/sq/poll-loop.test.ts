import { type DecodedProgram, decodeCached, makeWaveState, SCALAR } from '../../../arch/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { getCounterIndex } from '../../../rtl-model/counters.js';
import { PollLoop } from '../../../rtl-model/sq/poll-loop.js';
import { Wave } from '../../../rtl-model/wave.js';
import { parseWord } from '../../../stimulus/driver/words.js';
import { defaultKnobs } from '../../../transactions/index.js';
import { decodeSource } from '../../arch/support/machine.js';

const corpus = openCorpus();
const record = corpus.records('navi21', 32).find((r) => r.shader === 'rmw_buffer')!;
const program = decodeCached(
  record.instructions.flatMap((i) => i.words.map(parseWord)),
  'gfx10.3',
  32,
);
const sleep = program.instructions.find((i) => i.kind === 'sleep')!;

/** Returns a wave asleep in a program's loop, with remapped ids in the registers that the entry loop compares. */
function makeSleepingWave(current: number, newest: number, idWrap = 1023, loopProgram = program): Wave {
  const wave = new Wave(0);
  wave.state = makeWaveState(32, 16, SCALAR.CONSTANTS + loopProgram.constants.length);
  wave.state.s.set(loopProgram.constants, SCALAR.CONSTANTS);
  wave.section.packerEnabled = true;
  wave.sequence = current;
  wave.state.s[6] = ~(current % (idWrap + 1));
  wave.state.s[1] = (newest % (idWrap + 1)) + wave.state.s[6];
  wave.state.next = sleep.index + 1;
  return wave;
}

/** Plans the loop around the program's first sleep for a wave that last polled `lastId`. */
function planLoop(
  wave: Wave,
  lastId: number,
  {
    loopProgram = program,
    idWrap = defaultKnobs().idWrap,
    nextId = undefined as ConstructorParameters<typeof PollLoop>[3],
  } = {},
) {
  const home = loopProgram.instructions.find((i) => i.kind === 'sleep')!.index;
  const loop = new PollLoop({ ...defaultKnobs(), idWrap }, 32, wave.state.s.length, nextId);
  return loop.plan(wave, loopProgram, home, home + 1, lastId);
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
      const wave = makeSleepingWave(current, newest, idWrap);
      expect(planLoop(wave, Math.max(0, newest - 3), { idWrap })?.target).toBe(newest + 1);
    },
  );

  it('is not parked if the current id already lets it leave', () => {
    expect(planLoop(makeSleepingWave(5, 3), 4)).toBeUndefined();
  });

  it('is parked forever if the newest overlapped id is its own, which no exiting id can pass (W9)', () => {
    expect(planLoop(makeSleepingWave(5, 5), 5)?.target).toBe(Number.POSITIVE_INFINITY);
  });

  it('waits for an id beyond its own only after sending its message, since the exiting id cannot pass it before then', () => {
    const loopProgram = decodeSource(`again:
s_cmp_eq_u32 src_pops_exiting_wave_id, 10
s_cbranch_scc1 out
s_sleep 1
s_branch again
out:
s_endpgm`);
    const findTarget = (messageSent: boolean) => {
      const wave = makeSleepingWave(5, 3, 15, loopProgram);
      wave.section.messageSent = messageSent;
      return planLoop(wave, 3, { loopProgram, idWrap: 15 })?.target;
    };
    expect([findTarget(false), findTarget(true)]).toEqual([Number.POSITIVE_INFINITY, 10]);
  });

  it('is parked until the first id that ends the loop by flipping a bit, even if the next iteration undoes it', () => {
    const loopProgram = decodeSource(`again:
s_cmp_ge_u32 src_pops_exiting_wave_id, 7
s_cselect_b32 s2, 1, 0
s_xor_b32 s1, s1, s2
s_cbranch_scc1 out
s_sleep 1
s_branch again
out:
s_endpgm`);
    const wave = makeSleepingWave(9, 4, 1023, loopProgram);
    wave.state.s[1] = 0;
    expect(planLoop(wave, 3, { loopProgram })?.target).toBe(7);
  });

  it('is parked forever in a loop that does not poll, unless an outstanding load may end it', () => {
    const spin = decodeSource('again:\ns_sleep 1\ns_branch again');
    const findTarget = (loopProgram: DecodedProgram, outstanding: number) => {
      const wave = makeSleepingWave(9, 4);
      wave.counters[getCounterIndex('lgkm')] = outstanding;
      return planLoop(wave, 0, { loopProgram })?.target;
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
    const loopProgram = decodeSource(`again:\ns_sleep 1\n${statement}\ns_branch again`);
    expect(planLoop(makeSleepingWave(9, 4), 0, { loopProgram }) !== undefined).toBe(isParked);
  });

  it('is parked only in loops of up to 64 instructions', () => {
    const getLength = (instructions: number) => {
      const body = 's_mov_b32 s4, s4\n'.repeat(instructions - 2);
      const loopProgram = decodeSource(`again:\ns_sleep 1\n${body}s_branch again`);
      return planLoop(makeSleepingWave(9, 4), 0, { loopProgram })?.length;
    };
    expect([2, 30, 63, 64, 65].map(getLength)).toEqual([2, 30, 63, 64, undefined]);
  });

  it('wakes at the same id even if the loop sleeps between the comparison and the branch', () => {
    const loopProgram = decodeSource(`again:
s_add_i32 s9, src_pops_exiting_wave_id, s6
s_cmp_lt_u32 s1, s9
s_cselect_b32 s10, 1, 0
s_sleep 1
s_cmp_lg_u32 s10, 0
s_cbranch_scc0 again
s_endpgm`);
    expect(planLoop(makeSleepingWave(9, 8, 1023, loopProgram), 3, { loopProgram })?.target).toBe(9);
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
    const loopProgram = decodeSource(source);
    expect(planLoop(makeSleepingWave(9, 4, 1023, loopProgram), 3, { loopProgram })?.target).toBe(target);
  });

  it('is parked forever if its polls keep returning an id that does not end the loop, and is not parked if the id ends it', () => {
    const makePlan = (lastId: number) => {
      const wave = makeSleepingWave(9, 4);
      wave.polling.lastId = lastId;
      return planLoop(wave, 0, { nextId: (_, last) => last });
    };
    expect(makePlan(4)?.target).toBe(Number.POSITIVE_INFINITY);
    expect(makePlan(5)).toBeUndefined();
  });

  it("does not change the wave's registers", () => {
    const wave = makeSleepingWave(9, 4);
    const before = wave.state.s.slice();
    planLoop(wave, 0);
    expect(wave.state.s).toEqual(before);
  });
});
