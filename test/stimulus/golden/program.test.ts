import { decodeProgram, GENERATIONS, isAtLeast, type WaveSize } from '../../../arch/index.js';
import { createGoldenProgram, emitGoldenProgram } from '../../../stimulus/index.js';
import { assemble, hasLlvm } from '../../arch/isa/differential/llvm.js';

/** The targets that golden programs are assembled for, in each mode. */
const TARGETS = GENERATIONS.flatMap((gfx) =>
  (gfx === 'gfx9' ? ([64] as const) : ([32, 64] as const)).map((wave: WaveSize) => ({ gfx, wave })),
);
const MODES = [0, 1, 2] as const;

describe.each(TARGETS)('golden programs on $gfx in wave$wave', ({ gfx, wave }) => {
  it.each(MODES)('contain only executable instructions (mode %i)', (mode) => {
    const { instructions } = decodeProgram(createGoldenProgram(gfx, wave, mode).words, gfx, wave);
    expect(instructions.filter(({ kind }) => kind === 'illegal')).toEqual([]);
  });

  it.each(MODES)('exit once on every path, after waiting for any stores (mode %i)', (mode) => {
    const { instructions } = decodeProgram(createGoldenProgram(gfx, wave, mode).words, gfx, wave);
    const ends = instructions.filter(({ kind }) => kind === 'end');
    const exits = instructions.filter(({ kind, export: exported }) =>
      isAtLeast(gfx, 'gfx11') ? exported?.done === true : kind === 'message',
    );
    expect([ends.length, exits.length]).toEqual(mode === 2 ? [2, 2] : [1, 1]);
    expect(instructions[exits[0].index - 1].wait).toEqual({ [gfx === 'gfx9' ? 'vm' : 'vs']: 0 });
  });

  it.skipIf(!hasLlvm()).each(MODES)(
    'assemble to the words that LLVM produces (mode %i; skipped if llvm-19 is not installed)',
    (mode) => {
      const { words } = createGoldenProgram(gfx, wave, mode);
      const { instructions } = decodeProgram(words, gfx, wave);
      const nonBranches = instructions.filter(({ kind }) => kind !== 'branch');
      const lines = emitGoldenProgram(gfx, wave, mode).split('\n');
      const sourceLines = lines.filter((line) => line.startsWith('  ') && !/s_c?branch/.test(line));
      expect(assemble(sourceLines, gfx, wave).map((result) => result?.words)).toEqual(
        nonBranches.map((instruction) => instruction.words),
      );
    },
  );
});
