import type { Gfx, WaveSize } from '../../arch/index.js';
import { assembleProgram, factsOf } from '../../arch/index.js';
import type { Program, ProgramArgument } from '../../transactions/index.js';
import { goldenProgramText } from './program-text.js';
import { USER_SGPRS } from './registers.js';
import type { GoldenMode } from './scene.js';

const MODE_NAMES: Readonly<Record<GoldenMode, string>> = {
  0: 'golden_list',
  1: 'golden_fold',
  2: 'golden_list_discard',
};

/** Registers that hardware loads; names are those of corpus README, "Initial state of a wave". */
export function programArguments(gfx: Gfx): ProgramArgument[] {
  const collision: ProgramArgument[] = factsOf(gfx).hasWaveIds
    ? [{ name: 'pops_collision_wave_id', file: 's', register: USER_SGPRS + 1, size: 1 }]
    : [];
  return [
    { name: 'buffer_descriptor[0]', file: 's', register: 0, size: 4 },
    { name: 'inline_push_const[0]', file: 's', register: 4, size: 1 },
    { name: 'prim_mask', file: 's', register: USER_SGPRS, size: 1 },
    ...collision,
    { name: 'persp_center', file: 'v', register: 0, size: 2 },
    { name: 'sample_coverage', file: 'v', register: 2, size: 1 },
    { name: 'pos_fixed_pt', file: 'v', register: 3, size: 1 },
  ];
}

/** Words of the few programs that there are. */
const WORDS = new Map<string, readonly number[]>();

function wordsOf(gfx: Gfx, wave: WaveSize, mode: GoldenMode): readonly number[] {
  const key = `${gfx} ${wave} ${mode}`;
  const words = WORDS.get(key) ?? assembleProgram(goldenProgramText(gfx, wave, mode), gfx);
  WORDS.set(key, words);
  return words;
}

/** The machine code for one mode of the golden scenes. */
export function goldenProgram(gfx: Gfx, wave: WaveSize, mode: GoldenMode): Program {
  return {
    name: MODE_NAMES[mode],
    words: wordsOf(gfx, wave, mode),
    arguments: programArguments(gfx),
    inputs: [{ attribute: 0, name: 'vPrim', flat: true }],
  };
}
