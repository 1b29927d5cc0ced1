import { type ColourFormat, chipOf, encodeDualSourceBlend, lookup } from '../../arch/index.js';
import type { DepthBuffer, Scenario } from '../../transactions/index.js';

/** The colour format that an export format implies by default (corpus README, "Exports"). */
const DEFAULT_FORMATS: Readonly<Record<number, ColourFormat>> = { 4: 'rgba8', 7: 'rgba16ui', 9: 'rgba32f' };

/** Colour formats of corpus shaders, where they differ from the export format's default (shaders.json). */
const SHADER_FORMATS: Readonly<Record<string, readonly (ColourFormat | undefined)[]>> = lookup({
  mrt4: [undefined, undefined, undefined, 'rg16f'],
});

/** Shaders with dual-source blending (corpus/gpu README: `o0 + dst * o1`). */
const DUAL_SOURCE_SHADERS = ['dual_source'];

/** The initial depth buffer, which is cleared to the far plane (corpus/gpu README). */
const INITIAL_DEPTH: DepthBuffer = { depth: 1, stencil: 0 };

/** The number of bits per target in CB_TARGET_MASK and SPI_SHADER_COL_FORMAT. */
const TARGET_BITS = 4;

/** Adds the colour and depth buffers that a shader's pipeline renders to, according to its registers. */
export function withAttachments<S extends Pick<Scenario, 'chip' | 'draws'>>(
  scenario: S,
  shader: string,
): S & Pick<Scenario, 'colourBuffers' | 'depthBuffer'> {
  const { registers } = scenario.draws[0] ?? { registers: {} };
  const colourBuffers = getColourFormats(registers, shader);
  const hasDepth = (registers.DB_DEPTH_CONTROL ?? 0) !== 0;
  const draws = DUAL_SOURCE_SHADERS.includes(shader)
    ? scenario.draws.map((draw) => ({
        ...draw,
        registers: {
          ...draw.registers,
          CB_BLEND0_CONTROL: encodeDualSourceBlend(chipOf(scenario.chip).gfx),
        },
      }))
    : scenario.draws;
  return {
    ...scenario,
    draws,
    ...(colourBuffers.length === 0 ? {} : { colourBuffers }),
    ...(hasDepth ? { depthBuffer: INITIAL_DEPTH } : {}),
  };
}

function getColourFormats(registers: Readonly<Record<string, number>>, shader: string): ColourFormat[] {
  const formats: ColourFormat[] = [];
  const mask = registers.CB_TARGET_MASK ?? 0;
  for (let target = 0; mask >>> (TARGET_BITS * target) !== 0 && target < 8; target++) {
    const exportFormat = ((registers.SPI_SHADER_COL_FORMAT ?? 0) >>> (TARGET_BITS * target)) & 0xf;
    formats.push(SHADER_FORMATS[shader]?.[target] ?? DEFAULT_FORMATS[exportFormat] ?? 'rgba8');
  }
  return formats;
}
