import { describe, expect, it } from 'vitest';
import { assembleProgram } from '../../../arch/index.js';
import type { Transaction } from '../../../transactions/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

const exit = (cycle: number) => at('exiting-id-visible', { cycle, packer: 0, id: 4 });
const poll = (cycle: number, id: number) => at('exiting-id-polled', { cycle, id });

/** Returns the hits for a wave with id 5 that waits for id 3, followed by the given transactions. */
function getWaiterHits(...events: Transaction[]) {
  return collectHits('waiters', onChip('navi21'), [
    at('wave-formed', { didOverlap: true, newest: 3, id: 5 }),
    ...events,
  ]);
}

describe('waiters covergroup', () => {
  it.each([
    ['not yet polled', '16-63', [exit(10), poll(30, 4)]],
    ['polls without sleep', '1-15', [poll(5, 3), exit(10), poll(12, 4)]],
    ['between poll and sleep', '64-1023', [poll(5, 3), exit(10), at('slept', { cycle: 11 }), poll(80, 4)]],
    [
      'asleep',
      '1-15',
      [poll(5, 3), at('slept', { cycle: 6 }), exit(10), at('woken', { cycle: 13, by: 'exit' }), poll(14, 4)],
    ],
    [
      'awake again',
      '0',
      [poll(1, 3), at('slept', { cycle: 2 }), at('woken', { cycle: 8, by: 'time' }), exit(10), poll(10, 4)],
    ],
  ] as const)("recognises a wave's state when the exit becomes visible: %s", (state, delay, events) => {
    const hits = getWaiterHits(...events);
    expect(hits['generation x state']).toEqual({ [`gfx10.3 x ${state}`]: 1 });
    expect(hits.delay).toEqual({ [delay]: 1 });
  });

  it('recognises a sleep that is skipped because a wake-up was remembered', () => {
    const text = `poll:
      s_mov_b32 s0, src_pops_exiting_wave_id
      s_cmp_lt_u32 s1, s0
      s_cbranch_scc1 over
      s_sleep 1
      s_branch poll
      over:
      s_endpgm`;
    const chip = onChip('navi21');
    const words = assembleProgram(text, 'gfx10.3');
    const getState = (...events: Transaction[]) =>
      collectHits('waiters', { ...chip, programs: [{ ...chip.programs[0]!, words }] }, [
        at('wave-formed', { didOverlap: true, newest: 3, id: 5 }),
        poll(5, 2),
        ...events,
      ]).state;
    const expected = { 'between poll and sleep': 1 };
    expect(getState(exit(10), poll(12, 4))).toEqual(expected);
    const slept = [at('slept', { cycle: 6 }), at('woken', { cycle: 20, by: 'exit' })];
    expect(getState(...slept, poll(22, 3), exit(23), poll(26, 4))).toEqual(expected);
  });

  it('recognises a repeated poll of the same id after a sleep', () => {
    const slept = [poll(5, 3), at('slept', { cycle: 6 }), at('woken', { cycle: 12, by: 'exit' })];
    const otherCode = at('instructions-issued', { cycle: 12, first: 8, last: 16 });
    const repeatedPoll = at('instructions-issued', { cycle: 14, first: 0, last: 4 });
    const getState = (...events: Transaction[]) =>
      getWaiterHits(...slept, ...events, exit(20), poll(25, 4)).state;
    expect(getState(otherCode)).toEqual({ 'awake again': 1 });
    expect(getState(otherCode, repeatedPoll)).toEqual({ 'between poll and sleep': 1 });
  });

  it('counts nothing for a poll that does not see the exit', () => {
    expect(getWaiterHits(exit(10), poll(12, 3))).toEqual({});
  });

  it('uses the exit that admits the wave rather than later ones', () => {
    const later = at('exiting-id-visible', { cycle: 28, packer: 0, id: 5 });
    expect(getWaiterHits(poll(5, 3), exit(10), later, poll(30, 5)).delay).toEqual({ '16-63': 1 });
  });

  it('finds the admitting exit even if the exiting id skips past it', () => {
    const skipping = at('exiting-id-visible', { cycle: 10, packer: 0, id: 5 });
    expect(getWaiterHits(poll(5, 3), skipping, poll(12, 5)).delay).toEqual({ '1-15': 1 });
  });

  it('counts a wave only once even if it waits again', () => {
    const later = at('exiting-id-visible', { cycle: 40, packer: 0, id: 5 });
    expect(getWaiterHits(poll(5, 3), exit(10), poll(12, 4), later, poll(50, 5)).state).toEqual({
      'polls without sleep': 1,
    });
  });
});
