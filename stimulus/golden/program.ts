import type { Gfx, WaveSize } from '../../arch/index.js';
import type { Program, ProgramArgument } from '../../transactions/index.js';
import { assembleWords } from '../dialect/index.js';
import { getOneBufferArguments } from '../driver/one-buffer-arguments.js';
import { emitGoldenProgram } from './program-text.js';
import type { GoldenMode } from './scene.js';

const MODE_NAMES: Readonly<Record<GoldenMode, string>> = {
  0: 'golden_list',
  1: 'golden_fold',
  2: 'golden_list_discard',
};

/** Returns the arguments of golden programs and the registers that hardware loads them into. */
export function getProgramArguments(gfx: Gfx): ProgramArgument[] {
  return getOneBufferArguments(gfx, 'inline_push_const[0]', [
    'persp_center',
    'sample_coverage',
    'pos_fixed_pt',
  ]);
}

/**
 * Assembled programs, by generation, wave size and mode. There are only a few combinations, so nothing is ever
 * evicted.
 */
const wordsCache = new Map<string, readonly number[]>();

function assembleCached(gfx: Gfx, wave: WaveSize, mode: GoldenMode): readonly number[] {
  const key = `${gfx} ${wave} ${mode}`;
  const words = wordsCache.get(key) ?? assembleWords(emitGoldenProgram(gfx, wave, mode), gfx);
  wordsCache.set(key, words);
  return words;
}

/** Creates the program for one mode of the golden scenes. */
export function createGoldenProgram(gfx: Gfx, wave: WaveSize, mode: GoldenMode): Program {
  return {
    name: MODE_NAMES[mode],
    words: assembleCached(gfx, wave, mode),
    arguments: getProgramArguments(gfx),
    inputs: [{ attribute: 0, name: 'vPrim', flat: true }],
  };
}
