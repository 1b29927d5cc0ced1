import { describe, expect, it } from 'vitest';
import { type AccessBits, StaleStream, staleScene } from './stale-stream.js';

const NONE: AccessBits = {};
const GLC: AccessBits = { glc: true };
const COHERENT: AccessBits = { glc: true, dlc: true };

const ERROR_01 = { rule: 'VIS-01', severity: 'error' };
const WARNING_01 = { rule: 'VIS-01', severity: 'warning' };

/** The first wave stores 7; the second then reads `value` from a level. */
function readAfterStore(
  value: number,
  bits: AccessBits,
  level: 'L0' | 'GL1' | 'L2',
  chip: 'navi21' | 'vega10' | 'navi31' = 'navi21',
  coherent = false,
): StaleStream {
  return new StaleStream(staleScene(chip, coherent))
    .form()
    .store(7, GLC)
    .exit()
    .form()
    .load(value, bits, level);
}

describe('VIS-01', () => {
  it('is silent where a cache serves what is also in L2', () => {
    const { verdict, vis } = readAfterStore(7, NONE, 'L0').judge();
    expect(vis).toEqual([]);
    expect(verdict.armed['VIS-01']).toBeGreaterThan(0);
  });

  it('is an error of the hardware where the load carries the bits of its generation', () => {
    expect(readAfterStore(0, COHERENT, 'L0').judge().vis).toEqual([ERROR_01]);
    expect(readAfterStore(0, GLC, 'L0', 'vega10').judge().vis).toEqual([ERROR_01]);
    expect(readAfterStore(0, GLC, 'GL1', 'navi31').judge().vis).toEqual([ERROR_01]);
  });

  it('warns of a program whose load lacks them, DLC on GFX10.3 included', () => {
    expect(readAfterStore(0, NONE, 'L0').judge().vis).toEqual([WARNING_01]);
    expect(readAfterStore(0, GLC, 'GL1').judge().vis).toEqual([WARNING_01]);
  });

  it('is an error where the scenario declares the memory coherent, whatever the bits', () => {
    expect(readAfterStore(0, NONE, 'L0', 'navi21', true).judge().vis).toEqual([ERROR_01]);
  });

  it('is an error where the wave had read the word coherently before (S-104)', () => {
    const stream = readAfterStore(7, COHERENT, 'L2').load(0, NONE, 'L0');
    expect(stream.judge().vis).toEqual([ERROR_01]);
  });

  it('lets a wave see its own store before L2 has it', () => {
    const stream = new StaleStream(staleScene('navi21')).form().store(7, NONE, ['L0']).load(7, NONE, 'L0');
    expect(stream.judge().vis).toEqual([]);
  });

  it('judges nothing where caches are coherent', () => {
    const coherent = { ...staleScene('navi21') };
    const scenario = { ...coherent, freedoms: { ...coherent.freedoms, caches: 0 } };
    const { verdict, vis } = new StaleStream(scenario)
      .form()
      .store(7, GLC)
      .form()
      .load(0, COHERENT, 'L0')
      .judge();
    expect(vis).toEqual([]);
    expect(verdict.armed['VIS-01']).toBe(0);
  });
});

describe('VIS-02', () => {
  it('is silent where the store reached L2 before the exit was counted, through L0 or not', () => {
    const through = new StaleStream(staleScene('navi21')).form().store(7, GLC).exit();
    expect(through.judge().vis).toEqual([]);
    const later = new StaleStream(staleScene('navi21')).form().store(7, NONE, ['L0', 'L2']).exit();
    expect(later.judge().vis).toEqual([]);
  });

  it('warns of a store without GLC that is still in L0 then', () => {
    const stream = new StaleStream(staleScene('navi21')).form().store(7, NONE, ['L0']).exit();
    expect(stream.judge().vis).toEqual([{ rule: 'VIS-02', severity: 'warning' }]);
  });

  it('is an error where the store asked for coherence, or on GFX11, where every store is written through', () => {
    for (const [chip, bits] of [
      ['navi21', GLC],
      ['navi31', NONE],
    ] as const) {
      const stream = new StaleStream(staleScene(chip)).form().store(7, bits, ['L0']).exit();
      expect(stream.judge().vis).toEqual([{ rule: 'VIS-02', severity: 'error' }]);
    }
  });
});

describe('VIS-03', () => {
  it('fires instead of VIS-01 where the last write came through another binding', () => {
    const stale = readAfterStore(0, { ...COHERENT, space: 'image' }, 'L0');
    expect(stale.judge().vis).toEqual([{ rule: 'VIS-03', severity: 'error' }]);
  });

  it('is silent, and armed, where the other binding shows the new value', () => {
    const { verdict, vis } = readAfterStore(7, { space: 'image' }, 'L2').judge();
    expect(vis).toEqual([]);
    expect(verdict.armed['VIS-03']).toBeGreaterThan(0);
  });
});
