import type { Chip, WaveSize } from '../../arch/index.js';
import type { ShaderIntent } from '../driver/draw-intent.js';
import { getDrawRegisters } from '../driver/draw-registers.js';
import { FOLDING_SHADER } from '../driver/folding-shader.js';
import { USER_SGPRS } from '../driver/one-buffer-arguments.js';
import type { GoldenScene } from './scene.js';
import { GOLDEN_MODE } from './scene.js';

/** Properties shared by all golden programs, apart from whether they discard. */
const SHADER: ShaderIntent = {
  ...FOLDING_SHADER,
  vgprs: 8,
  sgprs: 16,
  userSgprs: USER_SGPRS,
  inputs: ['persp_center', 'sample_coverage', 'pos_fixed_pt'],
};

/**
 * Returns the register values that a correct driver sets for a golden scene's draws.
 *
 * @param userData the words of the user SGPRs, starting at s0
 */
export function createGoldenRegisters(
  chip: Chip,
  wave: WaveSize,
  scene: GoldenScene,
  userData: readonly number[],
): Record<string, number> {
  const { samples, mode } = scene;
  const shader = { ...SHADER, kills: mode === GOLDEN_MODE.DISCARD_LIST };
  const perSample = mode === GOLDEN_MODE.SAMPLE_FOLD;
  return { ...getDrawRegisters(chip, { wave, samples, perSample, shader }, userData), CB_SHADER_MASK: 0 };
}
