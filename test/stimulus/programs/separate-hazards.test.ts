import { assembleLines, decodeProgram, findBadOperands, OPERAND_ROWS } from '../../../arch/index.js';
import { assembleSeparated, separateParts } from '../../../stimulus/programs/separate-hazards.js';

it('mends the operands that text after the instruction can mend, in the part that has them', () => {
  const mendable = OPERAND_ROWS.filter(({ after }) => after !== undefined);
  expect(mendable.map(({ id }) => id)).toEqual(['H-28']);
  for (const { id, example, generations } of mendable)
    for (const gfx of generations) {
      const words = assembleLines(`${example!}\ns_endpgm`, gfx, 64).flatMap((line) => line.words);
      expect(findBadOperands(decodeProgram(words, gfx, 64)).map(({ row }) => row.id)).toEqual([id]);
      const parts = separateParts([[0xbf800000], words, words.slice(-1)], gfx);
      expect(parts.map(({ length }) => length)).toEqual([1, words.length + 1, 1]);
      expect(findBadOperands(decodeProgram(parts.flat(), gfx, 64))).toEqual([]);
      // The target is still the last instruction.
      expect(parts[1]![0]! & 0xffff).toBe((words[0]! & 0xffff) + 1);
    }
});

it('ends hazards with as few waits as it takes, since one wait may end later hazards too', () => {
  const [read, write] = ['v_mov_b32_e32 v1, s20', 's_mov_b32 s20, 0'];
  const count = (lines: readonly string[]): number => {
    const words = assembleSeparated([...lines, 's_endpgm'].join('\n'), 'gfx12');
    return decodeProgram(words, 'gfx12', 64).instructions.length - lines.length - 1;
  };
  expect(count([read, write, read, read])).toBe(1);
  expect(count([read, write, read, read, write, read])).toBe(2);
  expect(count([read, write, read, 's_cbranch_scc1 -4', read])).toBe(1);
});
