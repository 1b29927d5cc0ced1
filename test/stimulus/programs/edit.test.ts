import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { parseWord } from '../../../stimulus/driver/words.js';
import { decodeForEditing, insertInstructions, S_NOP } from '../../../stimulus/programs/edit.js';

const corpus = openCorpus();
const programs = [
  ...corpus.records('vega10', 64),
  ...corpus.records('navi21', 32),
  ...corpus.records('navi31', 64),
]
  .filter((record) => record.shader === 'discard_before' || record.shader === 'ordered_log')
  .map((record) =>
    decodeForEditing(
      record.instructions.flatMap((i) => i.words.map(parseWord)),
      record.gfx as 'gfx9',
      record.wave,
    ),
  );

describe('inserting instructions', () => {
  it('keeps the target of every branch, no matter where instructions are inserted', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...programs),
        fc.nat(),
        fc.integer({ min: 1, max: 5 }),
        (program, seed, length) => {
          const original = program.decoded.instructions;
          const position = seed % original.length;
          const words = insertInstructions(program, position, new Array<number>(length).fill(S_NOP));
          const moved = decodeForEditing(words, program.decoded.gfx, program.decoded.wave).decoded
            .instructions;
          const shift = (index: number): number => (index >= position ? index + length : index);
          for (const instruction of original) {
            const copy = moved[shift(instruction.index)];
            expect(copy.mnemonic).toBe(instruction.mnemonic);
            if (instruction.kind !== 'branch') continue;
            const target = instruction.target > position ? shift(instruction.target) : instruction.target;
            expect(copy.target).toBe(instruction.target === position ? position : target);
          }
        },
      ),
    );
  });
});
