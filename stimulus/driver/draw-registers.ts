import type { Chip } from '../../arch/index.js';
import type { DrawIntent } from './draw-intent.js';
import { orderingFields } from './ordering-fields.js';
import { packRegisters } from './register-fields.js';
import { samplingFields } from './sampling-fields.js';
import { inputBits, outputFields, programFields } from './shader-fields.js';

/**
 * Raw register values that a correct driver programs for a draw with an ordered pixel shader, by register name
 * (pops.md 7; held to what the driver of the corpus programmed).
 *
 * @param userData words of the user SGPRs, from s0
 */
export function drawRegisters(
  chip: Chip,
  intent: DrawIntent,
  userData: readonly number[] = [],
): Record<string, number> {
  const { wave, samples, perSample, shader } = intent;
  const bits = inputBits(shader.inputs);
  const registers = packRegisters(chip.gfx, {
    ...programFields(chip.gfx, wave, shader),
    ...orderingFields(chip, { samples, perSample }),
    ...outputFields(chip, shader),
    ...samplingFields(chip.gfx, intent),
  });
  userData.forEach((word, i) => {
    registers[`SPI_SHADER_USER_DATA_PS_${i}`] = word;
  });
  return { ...registers, SPI_PS_INPUT_ENA: bits, SPI_PS_INPUT_ADDR: bits };
}
