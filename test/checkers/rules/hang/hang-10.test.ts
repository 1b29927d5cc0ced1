import type { Gfx } from '../../../../arch/index.js';
import type { ProgramLines } from '../../evidence/static/support/section-text.js';
import { changeSection, findBrokenRules, getFinding } from '../../evidence/static/support/section-text.js';

const LOAD = 'buffer_load_dword v1, v0, s[0:3], 0 offen glc';

/** Adds a loop to the section that spins until a word is 7. Each iteration also executes `extraLines`. */
function makeWaitingProgram(descriptor: string, ...extraLines: string[]): ProgramLines {
  const iteration = [
    `buffer_load_dword v9, v0, ${descriptor}, 0 offen glc`,
    's_waitcnt vmcnt(0)',
    ...extraLines,
  ];
  const branch = ['v_readfirstlane_b32 s14, v9', 's_cmp_lg_u32 s14, 7', 's_cbranch_scc1 spin'];
  return changeSection('gfx10.3' satisfies Gfx, LOAD, LOAD, 'spin:', ...iteration, ...branch, LOAD);
}

test('fires when a loop waits for a change to memory that the section accesses', () => {
  expect(getFinding('HANG-10', makeWaitingProgram('s[0:3]'), 'gfx10.3').observed).toContain(
    'reads it in a loop',
  );
});

test('does not fire when the loop polls other memory, changes the address, or writes the memory itself', () => {
  expect(findBrokenRules(makeWaitingProgram('s[12:15]'), 'gfx10.3')).not.toContain('HANG-10');
  expect(
    findBrokenRules(makeWaitingProgram('s[0:3]', 'v_add_nc_u32_e32 v0, 4, v0'), 'gfx10.3'),
  ).not.toContain('HANG-10');
  const store = 'buffer_store_dword v9, v0, s[0:3], 0 offen glc';
  expect(findBrokenRules(makeWaitingProgram('s[0:3]', store), 'gfx10.3')).not.toContain('HANG-10');
});
