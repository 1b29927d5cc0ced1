import { EXPORT_TARGET, factsOf, findRegisterField, type Gfx, getColourTarget } from '../../../arch/index.js';
import type { Problem } from '../../kit.js';

type Registers = Readonly<Record<string, number>>;

/** Number of bits per colour in SPI_SHADER_COL_FORMAT. */
const FORMAT_BITS = 4;

/**
 * Returns what is wrong with exporting the given channels to the given target, if anything. Formats that the
 * draw does not set are not checked.
 */
export function findTargetProblem(
  gfx: Gfx,
  registers: Registers,
  target: number,
  channelMask: number,
): Problem | undefined {
  if (target === EXPORT_TARGET.NULL) return checkNullExport(gfx, channelMask);
  if (target === EXPORT_TARGET.MRTZ) return checkDepthExport(gfx, registers);
  const colour = getColour(gfx, target);
  if (colour < 0)
    return {
      allowed: 'Pixel shaders export only to the colour, depth and special targets of their generation.',
      observed: `exports to target ${target}, which does not exist,`,
    };
  const formats = registers.SPI_SHADER_COL_FORMAT;
  if (formats === undefined || ((formats >>> (colour * FORMAT_BITS)) & 0xf) !== 0) return undefined;
  return {
    allowed: 'The draw reserves space for every exported colour in SPI_SHADER_COL_FORMAT.',
    observed: `exports to colour ${colour}, but its format is 0,`,
  };
}

function checkNullExport(gfx: Gfx, channelMask: number): Problem | undefined {
  if (!factsOf(gfx).hasNullTarget)
    return {
      allowed: 'GFX11 has no null target; export to colour 0 or depth with no channels enabled instead.',
      observed: 'exports to the null target',
    };
  if (channelMask === 0) return undefined;
  return {
    allowed: 'A null export has no channels enabled.',
    observed: `exports channels 0x${channelMask.toString(16)} to the null target`,
  };
}

function checkDepthExport(gfx: Gfx, registers: Registers): Problem | undefined {
  const format = findRegisterField(gfx, registers, 'SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT');
  if (format !== 0) return undefined;
  return {
    allowed: 'The draw reserves space for a depth export in SPI_SHADER_Z_FORMAT.',
    observed: 'exports to depth, but its format is 0,',
  };
}

/**
 * Returns the index of the colour that a target selects, or -1 if the generation has no such colour target for
 * pixel shaders.
 */
function getColour(gfx: Gfx, target: number): number {
  const isDual = target === EXPORT_TARGET.DUAL0 || target === EXPORT_TARGET.DUAL1;
  if (!isDual) return getColourTarget(target);
  return factsOf(gfx).hasDualSourceTargets ? target - EXPORT_TARGET.DUAL0 : -1;
}
