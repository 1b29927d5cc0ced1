import type { Chip, WaveSize } from '../../arch/index.js';
import type { ShaderIntent } from '../driver/draw-intent.js';
import { drawRegisters } from '../driver/draw-registers.js';
import type { GoldenScene } from './scene.js';
import { GOLDEN_MODE } from './scene.js';

/** User SGPRs of the programs: the buffer's descriptor and the width. */
export const USER_SGPRS = 5;

/** Round to nearest even, denormals for f16 and f64 only, as drivers start pixel shaders. */
const FLOAT_MODE = 0xc0;

/** What all programs of the golden modes are, but for the discard. */
const SHADER: ShaderIntent = {
  vgprs: 8,
  sgprs: 16,
  floatMode: FLOAT_MODE,
  userSgprs: USER_SGPRS,
  scratchBytes: 0,
  inputs: ['persp_center', 'sample_coverage', 'pos_fixed_pt'],
  attributes: ['flat'],
  colours: [],
  kills: false,
  earlyTests: false,
  writesDepth: false,
  writesStencil: false,
  writesSampleMask: false,
  alphaToCoverage: false,
  exportsAlpha: false,
  shadesSamples: false,
};

/**
 * Register values that a correct driver programs for the draws of a golden scene.
 *
 * @param userData words of the user SGPRs, from s0
 */
export function goldenRegisters(
  chip: Chip,
  wave: WaveSize,
  scene: GoldenScene,
  userData: readonly number[],
): Record<string, number> {
  const { samples, mode } = scene;
  const shader = { ...SHADER, kills: mode === GOLDEN_MODE.DISCARD_LIST };
  const perSample = mode === GOLDEN_MODE.SAMPLE_FOLD;
  return { ...drawRegisters(chip, { wave, samples, perSample, shader }, userData), CB_SHADER_MASK: 0 };
}
