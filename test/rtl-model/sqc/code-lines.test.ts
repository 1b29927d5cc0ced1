import fc from 'fast-check';
import { CodeLines } from '../../../rtl-model/sqc/instruction-cache.js';
import { decodeSource } from '../../arch/support/machine.js';

/** An instruction of four bytes and one of eight bytes. */
const SIZES = ['s_nop 0', 's_mov_b32 s0, 0x12345'];

const programs = fc
  .array(fc.constantFrom(...SIZES), { minLength: 1, maxLength: 80 })
  .map((lines) => decodeSource(lines.join('\n'), 'gfx10.3', 64));

describe("a program's line table", () => {
  it('contains every instruction once, in runs that begin where the line changes', () => {
    fc.assert(
      fc.property(programs, (program) => {
        const { line, first, end } = new CodeLines(program);
        program.instructions.forEach((_, index) => {
          expect(first[index]).toBeLessThanOrEqual(index);
          expect(end[index]).toBeGreaterThan(index);
          const sameLine = [...line.keys()].filter((candidate) => line[candidate] === line[index]);
          expect([first[index], end[index]]).toEqual([sameLine[0], sameLine.at(-1)! + 1]);
        });
      }),
    );
  });

  it('assigns an instruction that straddles two lines to the second one', () => {
    const source = [...Array.from({ length: 15 }, () => SIZES[0]), SIZES[1], SIZES[0]].join('\n');
    const { line } = new CodeLines(decodeSource(source, 'gfx10.3', 64));
    expect([...line.slice(14)]).toEqual([0, 1, 1]);
  });

  it('assigns an instruction that ends with a line to that line', () => {
    const source = [...Array.from({ length: 14 }, () => SIZES[0]), SIZES[1], SIZES[0]].join('\n');
    const { line } = new CodeLines(decodeSource(source, 'gfx10.3', 64));
    expect([...line.slice(13)]).toEqual([0, 0, 1]);
  });
});
