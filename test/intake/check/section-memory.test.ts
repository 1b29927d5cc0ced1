import { checkText, getFiredRules, readCorpusText } from './support/check-text.js';

const RMW = 'rmw_buffer/navi21/w32/mono';

/** Returns the program with the given instructions inserted before the entry, where v0 holds the pixel index. */
const insertBeforeEntry = (...lines: string[]) =>
  readCorpusText(RMW, (asm) => (asm.startsWith('s_cbranch_scc0') ? [...lines, asm].join('\n') : asm));

/** Returns the program with an extra store per lane before the entry, `bytes` past the word that the section uses. */
const storeBeforeEntry = (bytes: number) =>
  insertBeforeEntry(
    's_mov_b32 s8, s2',
    's_movk_i32 s9, 0x8000',
    's_load_dwordx4 s[12:15], s[8:9], 0xc0',
    `s_mov_b32 s10, ${bytes}`,
    'v_lshlrev_b32_e32 v3, 2, v0',
    's_waitcnt lgkmcnt(0)',
    'buffer_store_dword v3, v3, s[12:15], s10 offen',
  );

it("allows writes before the entry to other words of the section's buffer", () => {
  const verdict = checkText(storeBeforeEntry(0x20000));
  expect([verdict.verdict, getFiredRules(verdict, 'error')]).toEqual(['pass', []]);
  expect(getFiredRules(verdict, 'warning')).not.toContain('PROTO-08');
});

it('rejects writes before the entry to words that the section uses', () => {
  const verdict = checkText(storeBeforeEntry(0));
  expect(verdict.verdict).toBe('fail');
  expect(getFiredRules(verdict, 'error')).toEqual(expect.arrayContaining(['PROTO-08', 'RACE-03']));
});

it('only warns about an unexecuted access outside the section, because its address is unknown', () => {
  // The push constant in s3 is odd: the branch is always taken.
  const { text, state } = readCorpusText(RMW);
  const unexecuted = [
    's_bitcmp1_b32 s3, 0',
    's_cbranch_scc1 start',
    's_mov_b32 s8, s2',
    's_movk_i32 s9, 0x8000',
    's_load_dwordx4 s[12:15], s[8:9], 0xc0',
    's_waitcnt lgkmcnt(0)',
    'buffer_store_dword v2, v2, s[12:15], 0 offen',
    'start:',
  ];
  const verdict = checkText({ text: [...unexecuted, text].join('\n'), state });
  expect([verdict.verdict, getFiredRules(verdict, 'error')]).toEqual(['pass', []]);
  const { violation } = verdict.violations.find((found) => found.violation.rule === 'PROTO-08')!;
  expect(violation.severity).toBe('warning');
  expect(violation.hint).toContain('No wave in this run executed the access.');
});

it('treats a whole object as ordered if the state declares it ordered', () => {
  const { text, state } = storeBeforeEntry(0x20000);
  const verdict = checkText({ text, state: { ...state, ordered: ['buf'] } });
  expect(verdict.verdict).toBe('fail');
  expect(getFiredRules(verdict, 'error')).toEqual(expect.arrayContaining(['PROTO-08', 'RACE-03']));
});

it('accepts a one-bit packer field on a chip with two packers, but not on one with four', () => {
  const oneBit = readCorpusText(RMW, (asm) => asm.replace('0x2001c', '0x1001c'));
  expect(oneBit.text).toContain('0x1001c');
  const getErrors = (chip: 'navi23' | 'navi21') =>
    getFiredRules(checkText(oneBit, { chip, seeds: 1 }), 'error');
  expect(getErrors('navi23')).toEqual([]);
  expect(getErrors('navi21')).toContain('PROTO-02');
});
