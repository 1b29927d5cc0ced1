import { describe, expect, it } from 'vitest';
import { assembleProgram } from '../../../arch/index.js';
import type { Transaction } from '../../../transactions/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

const visible = (cycle: number) => at('exiting-id-visible', { cycle, packer: 0, id: 4 });
const poll = (cycle: number, id: number) => at('exiting-id-polled', { cycle, id });

/** Returns the coverage of a wave with id 5 that waits for id 3, with the given events in between. */
function getWaiterCoverage(...between: Transaction[]) {
  return collectHits('waiters', onChip('navi21'), [
    at('wave-formed', { didOverlap: true, newest: 3, id: 5 }),
    ...between,
  ]);
}

describe('waiters covergroup', () => {
  it.each([
    ['not yet polled', '16-63', [visible(10), poll(30, 4)]],
    ['polls without sleep', '1-15', [poll(5, 3), visible(10), poll(12, 4)]],
    ['between poll and sleep', '64-1023', [poll(5, 3), visible(10), at('slept', { cycle: 11 }), poll(80, 4)]],
    [
      'asleep',
      '1-15',
      [
        poll(5, 3),
        at('slept', { cycle: 6 }),
        visible(10),
        at('woken', { cycle: 13, by: 'exit' }),
        poll(14, 4),
      ],
    ],
    [
      'awake again',
      '0',
      [
        poll(1, 3),
        at('slept', { cycle: 2 }),
        at('woken', { cycle: 8, by: 'time' }),
        visible(10),
        poll(10, 4),
      ],
    ],
  ] as const)('recognises the state of a wave when the exit occurred: %s', (state, delay, between) => {
    const hits = getWaiterCoverage(...between);
    expect(hits['generation x state']).toEqual({ [`gfx10.3 x ${state}`]: 1 });
    expect(hits.delay).toEqual({ [delay]: 1 });
  });

  it('recognises a sleep that is skipped because a wake was remembered', () => {
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
    const state = (...between: Transaction[]) =>
      collectHits('waiters', { ...chip, programs: [{ ...chip.programs[0]!, words }] }, [
        at('wave-formed', { didOverlap: true, newest: 3, id: 5 }),
        poll(5, 2),
        ...between,
      ]).state;
    const expected = { 'between poll and sleep': 1 };
    expect(state(visible(10), poll(12, 4))).toEqual(expected);
    const slept = [at('slept', { cycle: 6 }), at('woken', { cycle: 20, by: 'exit' })];
    expect(state(...slept, poll(22, 3), visible(23), poll(26, 4))).toEqual(expected);
  });

  it('recognises a repeated poll of the same id after a sleep', () => {
    const slept = [poll(5, 3), at('slept', { cycle: 6 }), at('woken', { cycle: 12, by: 'exit' })];
    const otherCode = at('instructions-issued', { cycle: 12, first: 8, last: 16 });
    const repeatedPoll = at('instructions-issued', { cycle: 14, first: 0, last: 4 });
    const state = (...between: Transaction[]) =>
      getWaiterCoverage(...slept, ...between, visible(20), poll(25, 4)).state;
    expect(state(otherCode)).toEqual({ 'awake again': 1 });
    expect(state(otherCode, repeatedPoll)).toEqual({ 'between poll and sleep': 1 });
  });

  it('counts nothing for a poll that does not see the exit', () => {
    expect(getWaiterCoverage(visible(10), poll(12, 3))).toEqual({});
  });

  it('uses the exit that admits the wave rather than later ones', () => {
    const later = at('exiting-id-visible', { cycle: 28, packer: 0, id: 5 });
    expect(getWaiterCoverage(poll(5, 3), visible(10), later, poll(30, 5)).delay).toEqual({ '16-63': 1 });
  });

  it('finds the admitting exit even if the exiting id skips it', () => {
    const skipping = at('exiting-id-visible', { cycle: 10, packer: 0, id: 5 });
    expect(getWaiterCoverage(poll(5, 3), skipping, poll(12, 5)).delay).toEqual({ '1-15': 1 });
  });

  it('counts a wave only once even if it waits again', () => {
    const moves = at('exiting-id-visible', { cycle: 40, packer: 0, id: 5 });
    expect(getWaiterCoverage(poll(5, 3), visible(10), poll(12, 4), moves, poll(50, 5)).state).toEqual({
      'polls without sleep': 1,
    });
  });
});
