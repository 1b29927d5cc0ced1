import { factsOf, findRegisterField, type Gfx, type WaveSize } from '../../arch/index.js';
import { RandomStream } from '../../transactions/index.js';
import { deriveSubSeed, pick } from '../kit/chance.js';
import type { Area } from '../scenes/geometry.js';
import type { FieldValues } from './draw-intent.js';
import { packRegisters } from './draw-registers.js';

/** By default, one draw in four has scissor rectangles. */
const SCISSOR_ODDS = 4;

/** Name prefixes of the scissor registers, before `_TL` and `_BR`. Only pixels inside all rectangles are drawn. */
const SCISSORS = ['PA_SC_SCREEN_SCISSOR', 'PA_SC_GENERIC_SCISSOR', 'PA_SC_VPORT_SCISSOR_0'] as const;

/**
 * The maximum number of pixels by which a rectangle may exceed the area. In small areas the limit is one pixel,
 * because rectangles with a larger margin would rarely cut anything off.
 */
const MAX_EXCESS = 3;
const SMALL_EDGE = 16;

/**
 * Picks scissor registers for up to three rectangles, or none. They can cut the area anywhere, even through quads
 * and fragments.
 *
 * @param oneIn one in `oneIn` draws has scissor rectangles
 */
export function pickScissors(
  stream: RandomStream,
  { width, height }: Area,
  oneIn = SCISSOR_ODDS,
): Record<string, number> {
  if (stream.below(oneIn) !== 0) return {};
  const rectangles = SCISSORS.filter(() => stream.below(2) === 0);
  return Object.fromEntries(
    rectangles.flatMap((name) => {
      const packCorner = (x: number, y: number): number => (y << 16) | x;
      const [left, top] = [stream.below(width >> 1), stream.below(height >> 1)];
      const pickEnd = (edge: number): number =>
        edge < SMALL_EDGE
          ? edge + 1 - stream.below((edge >> 1) + 1)
          : edge + MAX_EXCESS - stream.below(edge >> 1);
      const [right, bottom] = [pickEnd(width), pickEnd(height)];
      return [
        [`${name}_TL`, packCorner(left, top)],
        [`${name}_BR`, packCorner(right, bottom)],
      ];
    }),
  );
}

/** The number of blend factor codes: 0, 1, and those based on source or destination colour or alpha. */
const FACTOR_COUNT = 10;
const COMBINE_COUNT = 5;

/** The bit of CB_BLENDn_CONTROL that gives alpha its own blend function. */
const SEPARATE_ALPHA = 2 ** 29;
/** The enable bit of CB_BLENDn_CONTROL. */
const ENABLE = 2 ** 30;

/** The number of bits from the colour half to the alpha half, which has the same layout. */
const ALPHA_BIT = 16;

/** One target in four is not blended. */
const UNBLENDED_EVERY = 4;

/** Picks a target's CB_BLENDn_CONTROL value: no blending, or any single-source blend without constant factors. */
export function pickBlend(stream: RandomStream): number {
  if (stream.below(UNBLENDED_EVERY) === 0) return 0;
  const half = (): number =>
    stream.below(FACTOR_COUNT) | (stream.below(COMBINE_COUNT) << 5) | (stream.below(FACTOR_COUNT) << 8);
  const colour = half();
  return stream.below(2) === 0 ? ENABLE + colour : ENABLE + SEPARATE_ALPHA + colour + half() * 2 ** ALPHA_BIT;
}

type Registers = Readonly<Record<string, number>>;

interface OptionTarget {
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  readonly registers: Registers;
}

/** Options: values for fields that the driver leaves unset or sets to a minimum, for one in `oneIn` draws. */
const OPTIONS: readonly (readonly [
  pickValues: (stream: RandomStream, target: OptionTarget) => FieldValues,
  oneIn: number,
])[] = [
  [pickBins, 2],
  [(stream) => ({ 'PA_SC_SHADER_CONTROL.WAVE_BREAK_REGION_SIZE': stream.below(4) }), 2],
  [pickSquadControl, 2],
  [pickExtraRegisters, 8],
  [pickScratchRing, 2],
  // The floating-point position is evaluated at the pixel's centre, the centroid or the sample.
  [(stream) => ({ 'SPI_BARYC_CNTL.POS_FLOAT_LOCATION': stream.below(3) }), 4],
];

/**
 * Adds options to the registers of a test's draws. They change hardware behaviour but never the required order:
 * bins and batches, wave-break regions, the launch of partial waves, the number of waves that fit, and the sampling
 * location within a pixel.
 */
export function pickOptions(
  seed: string,
  gfx: Gfx,
  wave: WaveSize,
  draws: readonly Registers[],
): Registers[] {
  const stream = new RandomStream(deriveSubSeed(seed, 'options'));
  return draws.map((registers) =>
    OPTIONS.reduce((current, [pickValues, oneIn]) => {
      const values = pickValues(stream, { gfx, wave, registers });
      return stream.below(oneIn) === 0 ? packRegisters(gfx, values, current) : current;
    }, registers),
  );
}

const BIN_MAPPING_MODE = 'PA_SC_BINNER_CNTL_0.BIN_MAPPING_MODE';

/**
 * Picks bin sizes (16 to 256 pixels per side, not necessarily square), short or long batches, and values for fields
 * with no known effect (U17).
 */
function pickBins(stream: RandomStream, { gfx }: OptionTarget): FieldValues {
  const fields = {
    'PA_SC_BINNER_CNTL_0.BINNING_MODE': stream.below(4),
    'PA_SC_BINNER_CNTL_0.BIN_SIZE_X': stream.below(2),
    'PA_SC_BINNER_CNTL_0.BIN_SIZE_Y': stream.below(2),
    'PA_SC_BINNER_CNTL_0.BIN_SIZE_X_EXTEND': stream.below(4),
    'PA_SC_BINNER_CNTL_0.BIN_SIZE_Y_EXTEND': stream.below(4),
    'PA_SC_BINNER_CNTL_0.CONTEXT_STATES_PER_BIN': stream.below(8),
    'PA_SC_BINNER_CNTL_0.PERSISTENT_STATES_PER_BIN': stream.below(32),
    'PA_SC_BINNER_CNTL_0.DISABLE_START_OF_PRIM': stream.below(2),
    'PA_SC_BINNER_CNTL_0.FPOVS_PER_BATCH': pick(stream, [0, 1, 2, 63, 200, 255]),
    'PA_SC_BINNER_CNTL_0.OPTIMAL_BIN_SELECTION': stream.below(2),
    'PA_SC_BINNER_CNTL_0.FLUSH_ON_BINNING_TRANSITION': stream.below(2),
    [BIN_MAPPING_MODE]: stream.below(3),
    'PA_SC_BINNER_CNTL_1.MAX_ALLOC_COUNT': pick(stream, [0, 1, 2, 0x9000, 0xffff]),
    'PA_SC_BINNER_CNTL_1.MAX_PRIM_PER_BATCH': pick(stream, [0, 1, 3, 7, 1023, 0x9000, 0xffff]),
  };
  return factsOf(gfx).unknownOptions.includes(BIN_MAPPING_MODE)
    ? { ...fields, [BIN_MAPPING_MODE]: 0 }
    : fields;
}

/** The squad controls to choose from. Immediate launches of partial waves are rare, as they create many small waves. */
const SQUAD_CONTROLS: readonly number[] = [0, 0, 1, 1, 1, 3, 3, 2];

/** Picks a squad control, except for draws that drain: chips that need the drain may rely on the existing setting. */
function pickSquadControl(stream: RandomStream, { gfx, registers }: OptionTarget): FieldValues {
  const values = {
    'DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL': pick(stream, SQUAD_CONTROLS),
    'DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL_COUNTDOWN': stream.below(8),
  };
  return findRegisterField(gfx, registers, 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP') === 1 ? {} : values;
}

/** The maximum value of RSRC1.VGPRS in wave64, which stands for 256 registers. */
const MAX_VGPRS = 63;
/** The maximum value of RSRC1.VGPRS in wave32, which also stands for 256 registers. */
const MAX_WAVE32_VGPRS = 31;
/** The maximum value of RSRC1.SGPRS on GFX9, which stands for 112 registers. */
const MAX_SGPRS = 13;

/** Picks a register count no lower than the program needs, and usually higher, so that fewer waves fit (P-029). */
function pickExtraRegisters(stream: RandomStream, { gfx, wave, registers }: OptionTarget): FieldValues {
  const pickAtLeast = (field: string, max: number): number => {
    const needed = findRegisterField(gfx, registers, `SPI_SHADER_PGM_RSRC1_PS.${field}`) ?? 0;
    return needed + stream.below(max - needed + 1);
  };
  // With few VGPRs, many waves fit, and SGPRs run out first.
  if (factsOf(gfx).sharesScalars && stream.below(2) === 0)
    return { 'SPI_SHADER_PGM_RSRC1_PS.SGPRS': pickAtLeast('SGPRS', MAX_SGPRS) };
  return {
    'SPI_SHADER_PGM_RSRC1_PS.VGPRS': pickAtLeast('VGPRS', wave === 32 ? MAX_WAVE32_VGPRS : MAX_VGPRS),
  };
}

/** Picks scratch memory for few or many concurrent waves. */
function pickScratchRing(stream: RandomStream, { gfx, registers }: OptionTarget): FieldValues {
  const waves = pick(stream, [1, 3, 32, 0x900]);
  const hasScratch = findRegisterField(gfx, registers, 'SPI_SHADER_PGM_RSRC2_PS.SCRATCH_EN') === 1;
  return hasScratch ? { 'SPI_TMPRING_SIZE.WAVES': waves } : {};
}
