import { decodeProgram } from '../../../arch/index.js';
import { listAround } from '../../../intake/check/isa-listing.js';

const [NOP, WAIT, BRANCH, END] = [0xbf800000, 0xbf8c0000, 0xbf820000, 0xbf810000];
const program = decodeProgram([NOP, 0xbe8003ff, 0x1234, WAIT, BRANCH, END], 'gfx10', 64);

describe('the listing around a finding', () => {
  it('marks the instruction at its pc, and no other, after instructions of two words', () => {
    for (const { pc } of program.instructions) {
      const marked = listAround(pc, program, {}).filter((line) => line.startsWith('>'));
      expect(marked).toEqual([expect.stringContaining(` 0x${pc.toString(16)} `)]);
    }
    expect(listAround(12, program, {}).find((line) => line.startsWith('>'))).toMatch(/0xc +s_waitcnt/);
  });

  it('puts instructions under the source line that they came from', () => {
    const text = ['void main() {', '  words[at] = old;', '}'];
    const lines = [0, 2, 2, 0, 0, 3];
    expect(listAround(4, program, { text, lines, labels: { 4: 'store to words' } }).slice(1, 3)).toEqual([
      '  line 2: words[at] = old;',
      expect.stringMatching(/^> {3}0x4 +s_mov_b32 s0, 0x1234 {2}; store to words$/),
    ]);
  });

  it('names lines whose text is unknown, and has nothing for a pc inside an instruction', () => {
    expect(listAround(12, program, { lines: [1, 2, 2, 7, 8, 9] })).toContainEqual(
      expect.stringMatching(/^> .*; line 7$/),
    );
    expect(listAround(8, program, {})).toEqual([]);
  });
});
