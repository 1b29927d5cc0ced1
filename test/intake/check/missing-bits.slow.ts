import type { ProgramVerdict } from '../../../intake/check/check-program.js';
import { checkText, getFiredRules, readCorpusText } from './support/check-text.js';

const RMW = 'rmw_buffer/navi21/w32/mono';

/** Returns the program with the given bits on its load and store, and with the lines of `head` before its load. */
const withBits = (load: string, store: string, ...head: string[]) =>
  readCorpusText(RMW, (asm) => {
    if (asm.startsWith('buffer_load_dword')) return [...head, `${asm} ${load}`].join('\n');
    return asm.startsWith('buffer_store_dword') ? `${asm} ${store}` : asm;
  });

/** Formats the findings of VIS rules, each with its rule, severity and text. */
const formatVisFindings = ({ violations }: ProgramVerdict) =>
  violations
    .map(({ violation }) => violation)
    .filter(({ rule }) => rule.startsWith('VIS'))
    .map(({ rule, severity, observed }) => `${rule} ${severity}: ${observed}`)
    .sort();

describe("ordered accesses without their generation's coherence bits", () => {
  it("are reported as warnings that name the instruction and the missing bits, regardless of the scenes' caches", () => {
    const verdict = checkText(withBits('', ''), { seeds: 1 });
    expect(verdict.verdict).toBe('pass');
    expect(formatVisFindings(verdict)).toEqual([
      expect.stringMatching(
        /^VIS-01 warning: The load .* at line 29, pc 0x74 \(buffer_load_dword .*\) is missing glc and dlc\.$/,
      ),
      expect.stringMatching(
        /^VIS-02 warning: The store .* at line 33, pc 0x8c \(buffer_store_dword .*\) is missing glc\.$/,
      ),
    ]);
    const withoutDlc = formatVisFindings(checkText(withBits('glc', 'glc'), { seeds: 1 }));
    expect(withoutDlc).toEqual([expect.stringMatching(/^VIS-01 warning: .* is missing dlc\.$/)]);
  });

  it('do not fail a program with stale caches, whose final memory is still compared', () => {
    const verdict = checkText(withBits('', ''), { seeds: 3 });
    expect([verdict.verdict, getFiredRules(verdict, 'error')]).toEqual(['pass', []]);
    expect(verdict.value.armed['VIS-01']).toBeGreaterThan(0);
    expect(verdict.value.compared).toBeGreaterThan(0);
  });

  it('are reported as errors if the state declares the memory coherent', () => {
    const { text, state } = withBits('', '');
    const verdict = checkText({ text, state: { ...state, coherent: ['buf'] } }, { seeds: 1 });
    expect(verdict.verdict).toBe('fail');
    expect(getFiredRules(verdict, 'error')).toEqual(['VIS-01', 'VIS-02']);
  });

  it('are reported only as warnings if they are served by the scalar cache', () => {
    const scalar = ['s_buffer_load_dword s11, s[4:7], 0x0', 's_waitcnt lgkmcnt(0)'];
    const verdict = checkText(withBits('glc dlc', 'glc', ...scalar), { seeds: 3 });
    expect(getFiredRules(verdict, 'error')).toEqual([]);
    expect(formatVisFindings(verdict)[0]).toMatch(
      /^VIS-03 warning: The scalar load .*s_buffer_load_dword.* is missing glc/,
    );
  });
});

it('ordered accesses with the bits, or after invalidating both caches, are correct', () => {
  expect(formatVisFindings(checkText(withBits('glc dlc', 'glc')))).toEqual([]);
  expect(formatVisFindings(checkText(withBits('', 'glc', 'buffer_gl1_inv', 'buffer_gl0_inv')))).toEqual([]);
  expect(formatVisFindings(checkText(withBits('', 'glc', 'buffer_gl0_inv')))).not.toEqual([]);
});
