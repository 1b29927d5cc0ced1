import { type ColourFormat, chipOf, encodeDualSourceBlend, findMax, lookup } from '../../arch/index.js';
import { type Conversion, type DepthBuffer, RandomStream, type Scenario } from '../../transactions/index.js';
import { deriveSubSeed } from '../kit/chance.js';

/**
 * The number of colours that a program exports, one to each of the first targets, and their shared format. The second
 * source for dual-source blending is not counted.
 */
export interface ColourExports {
  readonly colours: number;
  readonly conversion: Conversion;
}

/** The numeric type of a colour, which must match between the buffer and the export. */
type NumericType = 'float' | 'unsigned' | 'signed';

/** The colour buffer formats by numeric type; a buffer of 32-bit floats keeps every exported bit. */
const FORMATS: Readonly<Record<NumericType, readonly ColourFormat[]>> = {
  float: ['rgba32f', 'rgba8', 'rg16f'],
  unsigned: ['rgba16ui'],
  signed: ['rgba16i'],
};

/** The number of bits per target in CB_TARGET_MASK and SPI_SHADER_COL_FORMAT. */
const TARGET_BITS = 4;

/**
 * Picks colour buffer formats for draws with the given exports, one for each of a random number of targets. All have
 * the numeric type of the first draw that exports colours. Returns an empty array if no draw exports colours.
 */
export function pickAttachments(seed: string, exports: readonly ColourExports[]): readonly ColourFormat[] {
  const first = exports.find(({ colours }) => colours > 0);
  if (first === undefined) return [];
  const stream = new RandomStream(deriveSubSeed(seed, 'attachments'));
  const formats = FORMATS[getNumericType(first.conversion)];
  const targets = findMax(exports.map(({ colours }) => colours));
  return Array.from({ length: 1 + stream.below(targets) }, () => formats[stream.below(formats.length)]);
}

/**
 * Returns a draw's CB_TARGET_MASK. It covers every exported target that has a buffer, or is 0 if the draw's colours
 * have a different numeric type from the buffers.
 */
export function getTargetMask(
  attachments: readonly ColourFormat[],
  { colours, conversion }: ColourExports,
): number {
  const [format] = attachments;
  if (format === undefined || !FORMATS[getNumericType(conversion)].includes(format)) return 0;
  return getChannelMask(Math.min(colours, attachments.length));
}

/** Returns the CB_SHADER_MASK that enables all channels of the first `targets` targets. */
export function getChannelMask(targets: number): number {
  return 2 ** (TARGET_BITS * targets) - 1;
}

function getNumericType(conversion: Conversion): NumericType {
  if (conversion === 'UINT16_ABGR') return 'unsigned';
  return conversion === 'SINT16_ABGR' ? 'signed' : 'float';
}

/** The colour format that an export format implies by default (corpus README, "Exports"). */
const DEFAULT_FORMATS: Readonly<Record<number, ColourFormat>> = { 4: 'rgba8', 7: 'rgba16ui', 9: 'rgba32f' };

/** Colour formats of corpus shaders, where they differ from the export format's default (shaders.json). */
const SHADER_FORMATS: Readonly<Record<string, readonly (ColourFormat | undefined)[]>> = lookup({
  mrt4: [undefined, undefined, undefined, 'rg16f'],
});

/** The shader with dual-source blending (corpus/gpu README: `o0 + dst * o1`). */
const DUAL_SOURCE_SHADER = 'dual_source';

/** The initial depth buffer, which is cleared to the far plane (corpus/gpu README). */
const INITIAL_DEPTH: DepthBuffer = { depth: 1, stencil: 0 };

/** Adds the colour and depth buffers that a shader's pipeline renders to, according to its registers. */
export function withAttachments<S extends Pick<Scenario, 'chip' | 'draws'>>(
  scenario: S,
  shader: string,
): S & Pick<Scenario, 'colourBuffers' | 'depthBuffer'> {
  const { registers } = scenario.draws[0] ?? { registers: {} };
  const colourBuffers = getColourFormats(registers, shader);
  const hasDepth = (registers.DB_DEPTH_CONTROL ?? 0) !== 0;
  const blend =
    shader === DUAL_SOURCE_SHADER
      ? { CB_BLEND0_CONTROL: encodeDualSourceBlend(chipOf(scenario.chip).gfx) }
      : {};
  const draws = scenario.draws.map((draw) => ({ ...draw, registers: { ...draw.registers, ...blend } }));
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
