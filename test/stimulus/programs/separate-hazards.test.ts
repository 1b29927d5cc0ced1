import { assembleLines, decodeProgram, findBadOperands, OPERAND_ROWS } from '../../../arch/index.js';
import { separateParts } from '../../../stimulus/programs/separate-hazards.js';

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
