import { findRule } from '../../../checkers/index.js';
import { makeColours } from '../../../harness/text/colours.js';
import { formatBriefViolation, formatViolation } from '../../../harness/text/violation-text.js';
import type { Violation } from '../../../transactions/index.js';

const violation: Violation = {
  rule: 'ORD-02',
  severity: 'error',
  cycle: 1234,
  unit: 'db',
  place: { draw: 0, wave: 5, pixel: [3, 4], pc: 0x48, instruction: 's_endpgm' },
  allowed: 'what is allowed',
  observed: 'what was seen',
  steps: ['first step', 'second step'],
  hint: 'what to look at',
};

describe('the text of a violation', () => {
  const uncoloured = formatViolation(violation, 'npx pops-tb replay x', makeColours(false));

  it('lists rule, location, allowed and observed behaviour, steps, repro line and hint in that order', () => {
    expect(uncoloured.split('\n')).toEqual([
      `ORD-02 ${findRule('ORD-02')!.text}`,
      '     where  error at cycle 1234, unit db: draw 0, wave 5, pixel (3, 4), pc 0x48, "s_endpgm"',
      '   allowed  what is allowed',
      '  observed  what was seen',
      '         1. first step',
      '         2. second step',
      '     repro  npx pops-tb replay x',
      '      hint  what to look at',
    ]);
  });

  it('elides the middle of a long series of steps that differ only in numbers', () => {
    const similarSteps = Array.from({ length: 52 }, (_, i) => `wave ${i} runs in lane 0x${i.toString(16)}`);
    const steps = [...similarSteps, 'the word ends up as 0x1'];
    const shownSteps = formatViolation({ ...violation, steps }, 'x', makeColours(false))
      .split('\n')
      .slice(4, -2);
    expect(shownSteps).toEqual([
      ...similarSteps.slice(0, 4).map((step, i) => `         ${i + 1}. ${step}`),
      '           … 46 more like this',
      ...similarSteps.slice(-2).map((step, i) => `        ${51 + i}. ${step}`),
      '        53. the word ends up as 0x1',
    ]);
  });

  it('is brief where steps and the repro line are not asked for', () => {
    const lines = (line: number | undefined) =>
      formatBriefViolation(violation, line, ['ORD-06'], makeColours(false)).split('\n');
    expect(lines(undefined)).toEqual([
      `ORD-02 ${findRule('ORD-02')!.text}`,
      '     where  error, pc 0x48, s_endpgm',
      '  observed  what was seen',
      '      hint  what to look at',
      '      also  ORD-06, which may follow from it',
    ]);
    expect(lines(12)[1]).toBe('     where  error, line 12, s_endpgm');
  });

  it('contains escape sequences only if colour is on', () => {
    expect(uncoloured).not.toContain('\u001b');
    expect(formatViolation(violation, 'x', makeColours(true))).toContain('\u001b');
  });
});
