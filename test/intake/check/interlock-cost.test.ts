import { describe, expect, it } from 'vitest';
import { assembleProgram, decodeProgram, ORDERED_PS_DONE } from '../../../arch/index.js';
import { formatInterlockCost } from '../../../intake/check/evidence-text.js';
import { SectionClock } from '../../../intake/check/section-clock.js';
import type { Transaction } from '../../../transactions/index.js';
import { checkText, readCorpusText } from './support/check-text.js';

const RMW = 'rmw_buffer/navi21/w32/mono';

/**
 * Returns the cost of a corpus program, unchanged or with lines inserted before instructions that start with `before`.
 */
function getCost(id = RMW, before?: string, lines: readonly string[] = []) {
  const edit = (asm: string): string =>
    before !== undefined && asm.startsWith(before) ? [...lines, asm].join('\n') : asm;
  return checkText(readCorpusText(id, edit)).cost!;
}

describe('the cost of the interlock', () => {
  it('counts instructions and cycles from the first instruction after the wait to the exit', () => {
    const text =
      's_nop 0\nv_mov_b32_e32 v0, 0\nv_mov_b32_e32 v1, 0\ns_sendmsg sendmsg(MSG_ORDERED_PS_DONE)\ns_endpgm';
    const program = decodeProgram(assembleProgram(text, 'gfx10.3'), 'gfx10.3', 32);
    const clock = new SectionClock(program, new Set([2]));
    const observe = (cycle: number, rest: object): void =>
      clock.sink({ wave: 0, cycle, ...rest } as Transaction);
    observe(10, { kind: 'wave-launched' });
    observe(20, { kind: 'instructions-issued', first: 0, last: 4 });
    observe(50, { kind: 'instructions-issued', first: 8, last: 8 });
    observe(80, { kind: 'message-sent', message: ORDERED_PS_DONE });
    observe(110, { kind: 'wave-ended' });
    expect(clock.total).toEqual({
      ...{ waves: 1, instructions: 2, instructionsInside: 1 },
      ...{ cycles: 100, cyclesInside: 30 },
    });
  });

  it('grows with work in the section, and counts the instructions that could be moved out', () => {
    const work = Array.from({ length: 20 }, () => 'v_add_nc_u32_e32 v20, 1, v20');
    const [unchanged, withWork] = [getCost(), getCost(RMW, 's_sendmsg', work)];
    const getFractionInside = ({ instructions, instructionsInside }: typeof unchanged): number =>
      instructionsInside / instructions;
    expect(getFractionInside(withWork)).toBeGreaterThan(getFractionInside(unchanged));
    expect(withWork.movable.length).toBe(unchanged.movable.length + work.length);
    expect(withWork.cyclesInside).toBeLessThan(withWork.cycles);
  });

  it('is the time that waves would save without an interlock, in the scene with the most overlaps', () => {
    const { compared, ...cost } = getCost();
    expect(compared!.cyclesWithout).toBeLessThan(compared!.cycles);
    expect(compared!.cycles).toBeLessThanOrEqual(cost.cycles);
    const [section, interlock] = formatInterlockCost({ ...cost, compared: compared! });
    expect(section).toMatch(
      /^ {2}section: \d+% of the waves' instructions and \d+% of their cycles; \d+ instructions? could/,
    );
    expect(interlock).toMatch(
      /^ {2}interlock: without it, waves would take \d+% of the cycles(?:, or \d+% with per-(?:pixel|sample) tracking)? \(scene \d+, which has the most overlapping waves\)/,
    );
  });

  it('is also reported for the other overlap granularity if the scene is multisampled', () => {
    const { text, state } = readCorpusText(RMW);
    const { compared } = checkText({ text, state: { ...state, samples: 4 } }).cost!;
    expect(compared!.otherwise).toMatchObject({ by: 'samples' });
    expect(getCost().compared!.otherwise).toBeUndefined();
  });

  it('is not reported for a program without a section', () => {
    const { cost } = checkText({
      text: 'exp null off, off, off, off done vm\ns_endpgm',
      state: { chip: 'navi21' },
    });
    expect(formatInterlockCost(cost!)).toEqual([]);
  });
});
