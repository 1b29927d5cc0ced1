import { describe, expect, it } from 'vitest';
import type { ChipName, CounterName } from '../../../arch/index.js';
import type { MemoryIssued, Program, Transaction } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';
import { at, collectHits, onChip } from '../support/stream.js';

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
