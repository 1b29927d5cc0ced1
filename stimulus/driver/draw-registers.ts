import type { Chip } from '../../arch/index.js';
import { selectChipRegisters } from './chip-registers.js';
import type { DrawIntent } from './draw-intent.js';
import { getOrderingFields } from './ordering-fields.js';
import { type FieldValues, packRegisters } from './register-fields.js';
import { getSamplingFields } from './sampling-fields.js';
import { getOutputFields, getProgramFields, packInputBits } from './shader-fields.js';

/**
 * Returns the raw register values that a correct driver programs for a draw and its pixel shader, keyed by register
 * name (pops.md 7; checked against the corpus driver).
 *
 * @param userData the words of the user SGPRs, starting at s0
 */
export function getDrawRegisters(
  chip: Chip,
  intent: DrawIntent,
  userData: readonly number[] = [],
): Record<string, number> {
  const bits = packInputBits(intent.shader.inputs);
  const registers = selectChipRegisters(chip, packRegisters(chip.gfx, getDrawFields(chip, intent)));
  userData.forEach((word, i) => {
    registers[`SPI_SHADER_USER_DATA_PS_${i}`] = word;
  });
  return { ...registers, SPI_PS_INPUT_ENA: bits, SPI_PS_INPUT_ADDR: bits };
}

/** No collision arguments, since they would be undefined without ordering. */
const NO_COLLISION = { waves: false, layers: false } as const;

/** Returns the field values that `getDrawRegisters` packs, including fields that the generation does not have. */
function getDrawFields(chip: Chip, intent: DrawIntent): FieldValues {
  const { wave, samples, perSample, unordered = false } = intent;
  const shader = unordered ? { ...intent.shader, collision: NO_COLLISION } : intent.shader;
  return {
    ...getProgramFields(chip.gfx, wave, shader),
    ...getOrderingFields(chip, { ...shader, samples, perSample, unordered }),
    ...getOutputFields(chip, shader),
    ...getSamplingFields(chip.gfx, intent),
  };
}
