import { addSource, findLine } from '../../../intake/check/source-locations.js';
import type { Violation } from '../../../transactions/index.js';

const SOURCE = { lines: [3, 4, 4, 7, 9], labels: { 4: 'loop', 16: 'done' } };

const RACE: Violation = {
  rule: 'RACE-01',
  severity: 'error',
  cycle: 9,
  unit: 'program',
  place: { draw: 0, pc: 12, instruction: 's_cbranch_scc1 65533' },
  allowed: 'All are waited for before the exit at pc 0xc (s_cbranch_scc1 65533).',
  observed: 'The one at pc 0x4 is not.',
  steps: ['pc 0x0: s_cbranch_scc0 3, taken', 'pc 0xc: s_branch 4, taken', 'cycle 5: a store at pc 0x40 (x)'],
  hint: 'Look at pc 0x10.',
};

describe('a violation in a program assembled from text', () => {
  it('refers to lines, labels and branch targets', () => {
    expect(addSource(RACE, SOURCE)).toEqual({
      ...RACE,
      place: { draw: 0, pc: 12, instruction: 's_cbranch_scc1 loop' },
      allowed: 'All are waited for before the exit at line 7, pc 0xc (s_cbranch_scc1 loop).',
      observed: 'The one at line 4, pc 0x4 <loop> is not.',
      steps: [
        'line 3, pc 0x0: s_cbranch_scc0 done, taken',
        'line 7, pc 0xc: s_branch 4 (to pc 0x20), taken',
        'cycle 5: a store at pc 0x40 (x)',
      ],
      hint: 'Look at line 9, pc 0x10 <done>.',
    });
  });

  it('refers to branch targets even without source text', () => {
    expect(addSource(RACE, {}).steps[0]).toBe('pc 0x0: s_cbranch_scc0 3 (to pc 0x10), taken');
  });

  it('notes that the compiler may have placed an instruction that has no source line', () => {
    const getHint = (hint: string) => addSource({ ...RACE, hint }, { ...SOURCE, isCompiled: true }).hint;
    expect(getHint('Move pc 0x40.')).toBe(
      'Move pc 0x40. It has no source line, so the compiler may have placed it there.',
    );
    expect(getHint('Look at pc 0xc.')).toBe('Look at line 7, pc 0xc.');
  });

  it('is mapped to the line of its instruction', () => {
    expect([findLine(SOURCE, 8), findLine(SOURCE, 40), findLine(SOURCE, undefined), findLine({}, 8)]).toEqual(
      [4, undefined, undefined, undefined],
    );
  });
});
