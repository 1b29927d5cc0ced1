import type { Chip, Gfx, WaveSize } from '../../arch/index.js';
import { PS_INPUTS } from '../../arch/index.js';
import { orderingFields } from '../driver/ordering-fields.js';
import { type FieldValues, packRegisters } from '../driver/register-fields.js';
import type { GoldenScene } from './scene.js';
import { GOLDEN_MODE } from './scene.js';

/** User SGPRs of the programs: the buffer's descriptor and the width. */
export const USER_SGPRS = 5;

/** Registers that each program is compiled for, in one allocation granule or two. */
const VGPRS = 8;
const SGPR_GRANULES = 2;

/** Round to nearest even, denormals for f16 and f64 only, as drivers start pixel shaders. */
const FLOAT_MODE = 0xc0;

/** Export format 32_R: what a program without colours is given, so that it has an export at all (S-110). */
const FORMAT_32_R = 1;

const INPUTS: readonly string[] = ['persp_center', 'sample_coverage', 'pos_fixed_pt'];

function inputBits(): number {
  return PS_INPUTS.reduce((bits, { name }, bit) => bits | (INPUTS.includes(name) ? 1 << bit : 0), 0);
}

/** Fields of the shader's own registers. */
function shaderFields(gfx: Gfx, wave: WaveSize): FieldValues {
  const granule = gfx !== 'gfx9' && wave === 32 ? 8 : 4;
  return {
    'SPI_SHADER_PGM_RSRC1_PS.VGPRS': VGPRS / granule - 1,
    'SPI_SHADER_PGM_RSRC1_PS.SGPRS': gfx === 'gfx9' ? SGPR_GRANULES - 1 : 0,
    'SPI_SHADER_PGM_RSRC1_PS.FLOAT_MODE': FLOAT_MODE,
    'SPI_SHADER_PGM_RSRC1_PS.DX10_CLAMP': 1,
    'SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED': 1,
    'SPI_SHADER_PGM_RSRC2_PS.USER_SGPR': USER_SGPRS,
    'SPI_SHADER_PGM_RSRC2_PS.LOAD_COLLISION_WAVEID': gfx === 'gfx11' ? 0 : 1,
    'SPI_PS_IN_CONTROL.NUM_INTERP': 1,
    'SPI_PS_IN_CONTROL.PS_W32_EN': wave === 32 ? 1 : 0,
    'SPI_PS_INPUT_CNTL_0.FLAT_SHADE': 1,
    'SPI_SHADER_COL_FORMAT.COL0_EXPORT_FORMAT': FORMAT_32_R,
    'SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT': 0,
  };
}

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
  const registers = packRegisters(chip.gfx, {
    ...shaderFields(chip.gfx, wave),
    ...orderingFields(chip, { samples: scene.samples, perSample: scene.mode === GOLDEN_MODE.SAMPLE_FOLD }),
    'DB_SHADER_CONTROL.KILL_ENABLE': scene.mode === GOLDEN_MODE.DISCARD_LIST ? 1 : 0,
  });
  userData.forEach((word, i) => {
    registers[`SPI_SHADER_USER_DATA_PS_${i}`] = word;
  });
  return { ...registers, SPI_PS_INPUT_ENA: inputBits(), SPI_PS_INPUT_ADDR: inputBits(), CB_SHADER_MASK: 0 };
}
