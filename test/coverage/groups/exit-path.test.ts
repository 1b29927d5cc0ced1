import { assembleProgram, type ChipName, type CounterName } from '../../../arch/index.js';
import type { MemoryIssued, Program, Transaction } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';
import { at, collectHits, onChip } from '../support/stream.js';

const visible = (id: number) => at('exiting-id-visible', { packer: 0, id });
const sectionExit = (cycle: number, packer = 0) => at('section-exit', { packer, id: 0, cycle });

describe('exit-order covergroup', () => {
  it('counts how far the exiting id advances, even across the wraparound, and counts nothing on chips without wave ids', () => {
    const scenario = onChip('navi21', 64, { idWrap: 15, idStart: 14 });
    const hits = collectHits('exit-order', scenario, [visible(15), visible(1), visible(2), visible(8)]);
    expect(hits['generation x moved']).toEqual({ 'gfx10.3 x 1': 2, 'gfx10.3 x 2-3': 1, 'gfx10.3 x 4-15': 1 });
    expect(collectHits('exit-order', onChip('navi31'), [visible(3)])).toEqual({});
  });

  it('distinguishes same-cycle exits from one packer and from two', () => {
    const stream = [sectionExit(5), sectionExit(5), sectionExit(5, 1), sectionExit(6)];
    expect(collectHits('exit-order', onChip('navi21'), stream)['generation x beside']).toEqual({
      'gfx10.3 x first of its cycle': 2,
      'gfx10.3 x after one of another packer': 1,
      'gfx10.3 x after one of its packer': 1,
    });
  });
});

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

const collectWaveHits = (chip: ChipName, ...transactions: Transaction[]) =>
  collectHits('exit-path', onChip(chip), [at('wave-formed'), ...transactions]);
const issue = (counter: CounterName) => at('memory-issued', { counter });
const returned = (counter: CounterName) => at('memory-returned', { counter });
const message = at('message-sent');
const done = at('exported');
const end = at('wave-ended');

/** `s_endpgm`. */
const END = 0xbf810000;
/** `s_endpgm_ordered_ps_done`. */
const END_ORDERED = 0xbf9e0000;
/** `s_cbranch_execz` that skips two words. */
const SKIP = 0xbf880002;

describe('exit-path covergroup', () => {
  it.each([
    ['gfx10 x none', 'navi10', [done, end]],
    ['gfx10 x message', 'navi10', [message, done, end]],
    ['gfx9 x combined end', 'vega10', [done, at('wave-ended', { by: 'end-ordered' })]],
    ['gfx11 x done export', 'navi31', [done, end]],
  ] as const)('recognises the exit: %s', (bin, chip, transactions) => {
    expect(collectWaveHits(chip, ...transactions)['generation x exit']).toEqual({ [bin]: 1 });
  });

  it('does not count other messages or earlier exports as exits', () => {
    expect(collectWaveHits('navi10', at('message-sent', { message: 3 }), end).exit).toEqual({ none: 1 });
    expect(
      collectWaveHits('navi31', at('message-sent', { message: 3 }), at('exported', { done: false }), end)
        .exit,
    ).toEqual({ none: 1 });
  });

  it('records which counters an exit had to wait for', () => {
    const hits = collectWaveHits(
      'navi10',
      issue('vm'),
      returned('vm'),
      issue('vs'),
      returned('vs'),
      message,
      end,
    );
    expect(hits).toMatchObject({ awaited: { vs: 1 }, outstanding: { no: 1 } });
    expect(collectWaveHits('navi10', issue('vm'), issue('lgkm'), message, end)).toMatchObject({
      awaited: { several: 1 },
      outstanding: { yes: 1 },
    });
    expect(collectWaveHits('navi10', message, issue('vm'), returned('vm'), end)).toMatchObject({
      awaited: { none: 1 },
      outstanding: { no: 1 },
    });
  });

  it('distinguishes exports before and after the exit', () => {
    expect(collectWaveHits('navi21', done, message, end).export).toEqual({ 'before exit': 1 });
    expect(collectWaveHits('navi21', message, done, end).export).toEqual({ 'after exit': 1 });
    expect(collectWaveHits('navi31', done, end).export).toBeUndefined();
  });

  it('counts an end after the first s_endpgm as a discard', () => {
    const words = [0xbf800000, 0xbf810000, 0xbf900007, 0xbf810000];
    const scenario = createSmallScenario({ programs: [{ name: 'kill', words, arguments: [], inputs: [] }] });
    const collectEndHits = (pc: number) =>
      collectHits('exit-path', scenario, [at('wave-formed'), message, at('wave-ended', { pc })]).end;
    expect(collectEndHits(4)).toEqual({ normal: 1 });
    expect(collectEndHits(12)).toEqual({ discard: 1 });
    const gfx11 = [0xbfb00000, 0xbfb00000];
    const programs = [{ name: 'kill', words: gfx11, arguments: [], inputs: [] }];
    const stream = [at('wave-formed'), done, at('wave-ended', { pc: 4 })];
    expect(collectHits('exit-path', createSmallScenario({ chip: 'navi31', programs }), stream).end).toEqual({
      discard: 1,
    });
  });

  it('distinguishes normal ends, discards before the section, and discards inside or after the section', () => {
    const words = [0xbf800000, 0xbf810000, 0xbf900007, 0xbf810000];
    const scenario = createSmallScenario({ programs: [{ name: 'kill', words, arguments: [], inputs: [] }] });
    const addresses = new Float64Array(64).fill(scenario.memory[0]!.address);
    const ordered = at('memory-issued', { counter: 'vs', addresses });
    const collectEndingHits = (pc: number, ...transactions: Transaction[]) =>
      collectHits('exit-path', scenario, [at('wave-formed'), ...transactions, at('wave-ended', { pc })])[
        'way x awaited'
      ];
    expect(collectEndingHits(4, ordered, message)).toEqual({ 'normal x vs': 1 });
    expect(collectEndingHits(4)).toBeUndefined();
    expect(collectEndingHits(12)).toBeUndefined();
    expect(collectEndingHits(12, message)).toEqual({ 'discard with exit pending x none': 1 });
    expect(collectEndingHits(12, ordered, message)).toEqual({ 'discard inside or after x vs': 1 });
  });

  it('distinguishes sections that only read or only write ordered memory', () => {
    const addresses = new Float64Array(64).fill(createSmallScenario().memory[0]!.address);
    const collectAccessHits = (...operations: MemoryIssued['operation'][]) =>
      collectWaveHits(
        'navi21',
        ...operations.map((operation) => at('memory-issued', { operation, addresses })),
        end,
      )['generation x accesses'];
    expect(collectAccessHits('load', 'load')).toEqual({ 'gfx10.3 x reads only': 1 });
    expect(collectAccessHits('store')).toEqual({ 'gfx10.3 x writes only': 1 });
    expect(collectAccessHits('load', 'store')).toEqual({ 'gfx10.3 x both': 1 });
    expect(collectAccessHits('atomic')).toEqual({ 'gfx10.3 x both': 1 });
    const otherAddresses = new Float64Array(64).fill(1);
    expect(
      collectWaveHits('navi21', at('memory-issued', { addresses: otherAddresses }), end).accesses,
    ).toBeUndefined();
  });

  it('does not sample a halted wave', () => {
    expect(collectWaveHits('navi10', at('wave-ended', { by: 'halt', reason: 'illegal' }))).toEqual({});
  });

  it('does not record awaited counters for a wave that never exits', () => {
    const hits = collectWaveHits('navi21', at('memory-issued', { counter: 'vs' }), end);
    expect(hits.exit).toEqual({ none: 1 });
    expect(hits.awaited).toBeUndefined();
  });

  it('recognises the normal end of a program with a combined end, an epilog or several parts', () => {
    const findEnds = (fields: Partial<Program>, pcs: readonly number[]) => {
      const program = { name: 'kill', words: [END], arguments: [], inputs: [], ...fields };
      const scenario = createSmallScenario({ programs: [program] });
      return pcs.map((pc) => {
        const stream = [at('wave-formed'), at('wave-ended', { pc })];
        return Object.keys(collectHits('exit-path', scenario, stream).end!)[0];
      });
    };
    expect(findEnds({ words: [END_ORDERED, END] }, [0, 4])).toEqual(['normal', 'discard']);
    expect(findEnds({ words: [END, END], epilog: { words: [END], address: 0x1000 } }, [0, 4, 256])).toEqual([
      'discard',
      'discard',
      'normal',
    ]);
    const sections = { placement: 'E01', state: {}, parts: [] } as unknown as Program['sections'] & {};
    const words = [SKIP, SKIP, END, END, END];
    expect(findEnds({ words, sections }, [8, 12, 16])).toEqual(['discard', 'discard', 'normal']);
  });
});
