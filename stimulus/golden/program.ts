import type { Gfx, WaveSize } from '../../arch/index.js';
import type { Program, ProgramArgument } from '../../transactions/index.js';
import { programWords } from '../dialect/index.js';
import { oneBufferArguments } from '../driver/one-buffer-arguments.js';
import { goldenProgramText } from './program-text.js';
import type { GoldenMode } from './scene.js';

const MODE_NAMES: Readonly<Record<GoldenMode, string>> = {
  0: 'golden_list',
  1: 'golden_fold',
  2: 'golden_list_discard',
};

/** Returns the arguments of golden programs and the registers that hardware loads them into. */
export function getProgramArguments(gfx: Gfx): ProgramArgument[] {
  return oneBufferArguments(gfx, 'inline_push_const[0]', ['persp_center', 'sample_coverage', 'pos_fixed_pt']);
}

/** Cache of assembled programs, by parameters. There are only a few. */
const WORDS = new Map<string, readonly number[]>();

function assembleCached(gfx: Gfx, wave: WaveSize, mode: GoldenMode): readonly number[] {
  const key = `${gfx} ${wave} ${mode}`;
  const words = WORDS.get(key) ?? programWords(goldenProgramText(gfx, wave, mode), gfx);
  WORDS.set(key, words);
  return words;
}

/** Returns the program for one mode of the golden scenes. */
export function goldenProgram(gfx: Gfx, wave: WaveSize, mode: GoldenMode): Program {
  return {
    name: MODE_NAMES[mode],
    words: assembleCached(gfx, wave, mode),
    arguments: getProgramArguments(gfx),
    inputs: [{ attribute: 0, name: 'vPrim', flat: true }],
  };
}
