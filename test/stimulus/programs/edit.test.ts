import fc from 'fast-check';
import { assembleProgram } from '../../../arch/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { parseWord } from '../../../stimulus/driver/words.js';
import {
  both,
  decodeForEditing,
  drop,
  every,
  first,
  following,
  insertInstructions,
  replace,
  rewrite,
  S_NOP,
} from '../../../stimulus/programs/edit.js';

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

it.each([
  [0, 0x80],
  [1, 0x88],
  [2, 0x88],
  [3, 0x88],
])('constants after the code are still found after instructions were inserted at %i', (index, distance) => {
  const text = 's_getpc_b64 s[4:5]\ns_add_u32 s4, s4, 0x80\ns_load_dword s0, s[4:5], 0x0\ns_endpgm';
  const original = decodeForEditing(assembleProgram(text, 'gfx9'), 'gfx9', 64);
  expect(insertInstructions(original, index, [S_NOP, S_NOP])[index < 2 ? 4 : 2]).toBe(distance);
});

describe('an edit', () => {
  const words = assembleProgram('s_mov_b32 s0, 0x1234\ns_mov_b32 s1, s2\ns_endpgm', 'gfx9');
  const program = decodeForEditing(words, 'gfx9', 64);
  const MOVES = every(({ mnemonic }) => mnemonic === 's_mov_b32');
  const MOVE = first('move', ({ mnemonic }) => mnemonic === 's_mov_b32');

  it('changes every place it names, or only one word of each', () => {
    expect(drop(MOVES)(program)).toEqual([S_NOP, S_NOP, S_NOP, words[3]]);
    expect(replace(MOVES, () => 5, 1)(program)).toEqual([words[0], 5, words[2], words[3]]);
  });

  it('pads shorter text with no-ops, and fits an instruction of one word', () => {
    const [move] = assembleProgram('s_mov_b32 s3, s4', 'gfx9');
    const text = () => 's_mov_b32 s3, s4';
    expect(rewrite(MOVE, text)(program)).toEqual([move, S_NOP, words[2], words[3]]);
    expect(rewrite(following(MOVE), text)(program)).toEqual([words[0], words[1], move, words[3]]);
  });

  it('finds both places of two edits in the original program', () => {
    expect(both(drop(MOVE), drop(following(MOVE)))(program)).toEqual([S_NOP, S_NOP, S_NOP, words[3]]);
    expect(() => drop(first('sleep', ({ kind }) => kind === 'sleep'))(program)).toThrow('has no sleep');
  });
});
