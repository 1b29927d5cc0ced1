import { type ColourFormat, encodeDualSourceBlend, factsOf, type Gfx } from '../../arch/index.js';
import type { Draw, RandomStream } from '../../transactions/index.js';
import { EIGHTH, emitCoverageFold } from '../coverage-fold/program-text.js';
import { buildFolds, createFoldDraws, createFoldProgram, type FoldDraw } from '../coverage-fold/scenario.js';
import { ALL_SAMPLES } from '../coverage-fold/sequence.js';
import { type Dialect, emitFlatPrimitive, formatEmptyExport, formatExport } from '../dialect/index.js';
import { EXPORT_FORMAT } from '../driver/draw-intent.js';
import { pickBlend } from '../driver/options.js';
import { emitDualSourceExports } from '../generator/exports.js';
import { pick } from '../kit/chance.js';
import { sequence, type TestArea } from '../kit/test.js';
import { FILLED_KINDS } from '../scenes/geometry.js';
import { pickPrimitives } from '../scenes/scene.js';
import { claim } from '../sequence.js';

/** Kept small so that draws overlap. */
const SIZES = [8, 16] as const;

const MIN_DRAWS = 2;
const DRAW_COUNT_RANGE = 3;

/** The number of colour shaders per test. Program 0, for ordered draws, comes before them. */
const SHADERS = 3;

/** On average, one draw in this many is ordered and exports no colours. */
const ORDERED_ODDS = 5;

const MAX_PRIMITIVES = 24;
const MIN_PRIMITIVES = 4;

/** The buffer formats; 32-bit floats keep every exported bit. */
const FORMATS: readonly ColourFormat[] = ['rgba32f', 'rgba32f', 'rgba8', 'rg16f'];

/** Channel masks for one target in CB_TARGET_MASK and CB_SHADER_MASK: all, some, or none. */
const MASKS = [0xf, 0xf, 0xf, 0x7, 0xe, 0x5, 0x9, 0x1, 0] as const;
const CHANNELS_PER_TARGET = 4;

/** CB_SHADER_MASK for both sources of dual-source blending. */
const DUAL_SOURCE_MASK = 0xff;

/** The properties of a colour shader that its draws depend on. */
type ColourShader = ReturnType<typeof pickShader>;

/** Draws colours without an interlock. APIs guarantee primitive order even without one. */
export const plainColours = sequence({
  name: 'plain_colours',
  text: 'unordered draws that blend into one or two targets with independent masks and blend modes',
  claims: [claim('exports contend for a buffer', 20, 'export-arbitration/conflict/same buffer')],
  generate: (test) => {
    const { stream, dialect } = test;
    const area = test.area(SIZES);
    const shaders = Array.from({ length: SHADERS }, () => pickShader(stream));
    const foldDraws = test.times(MIN_DRAWS, DRAW_COUNT_RANGE, () => pickDraw(stream, area, shaders));
    const draws = createFoldDraws(area, foldDraws).map((draw) =>
      draw.interlock === 'none'
        ? withColourState(stream, draw, shaders[draw.program! - 1]!.isDual ? test.gfx : undefined)
        : draw,
    );
    const programs = [
      createFoldProgram(dialect, test.name, emitCoverageFold(dialect)),
      ...shaders.map((shader, i) =>
        createFoldProgram(dialect, `colour ${i + 1}`, emitColourShader(dialect, shader), {
          isOrdered: false,
        }),
      ),
    ];
    return buildFolds(test, area, {
      programs,
      draws,
      colourBuffers: [test.pick(FORMATS), test.pick(FORMATS)],
    });
  },
});

/** Picks a shader. Two targets are picked more often than one, and always for `between`. */
function pickShader(stream: RandomStream) {
  const change = pick(stream, CHANGES);
  const targets = change === 'between' || stream.below(3) > 0 ? 2 : 1;
  // The second target may be the second source of the first one's blending.
  const isDual = targets === 2 && (change === 'before' || change === 'after') && stream.below(2) === 0;
  return { targets, isDual, change };
}

function pickDraw(stream: RandomStream, area: TestArea, shaders: readonly ColourShader[]): FoldDraw {
  const samples = pick(stream, ALL_SAMPLES);
  const maxPrimitives = 1 + stream.below(Math.max(MIN_PRIMITIVES, MAX_PRIMITIVES / samples));
  const kind = pick(stream, FILLED_KINDS);
  const shader = stream.below(shaders.length);
  const { targets, change } = shaders[shader]!;
  const isOrdered = stream.below(ORDERED_ODDS) === 0;
  const draw = { kind, samples, ...pickPrimitives(stream, kind, area, maxPrimitives) };
  if (isOrdered) return draw;
  const fields = {
    'SPI_SHADER_COL_FORMAT.COL0_EXPORT_FORMAT': EXPORT_FORMAT.ABGR32,
    'SPI_SHADER_COL_FORMAT.COL1_EXPORT_FORMAT': targets === 1 ? EXPORT_FORMAT.ZERO : EXPORT_FORMAT.ABGR32,
    'DB_SHADER_CONTROL.KILL_ENABLE': discardsFragments(change) ? 1 : 0,
  };
  return { ...draw, program: 1 + shader, order: 'none', fields };
}

/** Adds independent masks and blend modes for each target, or dual-source blending on the generation `dual`. */
function withColourState(stream: RandomStream, draw: Draw, dual: Gfx | undefined): Draw {
  const pickMasks = (): number => pick(stream, MASKS) | (pick(stream, MASKS) << CHANNELS_PER_TARGET);
  return {
    ...draw,
    registers: {
      ...draw.registers,
      CB_SHADER_MASK: dual === undefined ? pickMasks() : DUAL_SOURCE_MASK,
      CB_TARGET_MASK: dual === undefined ? pickMasks() : pick(stream, MASKS),
      CB_BLEND0_CONTROL: dual === undefined ? pickBlend(stream) : encodeDualSourceBlend(dual),
      CB_BLEND1_CONTROL: pickBlend(stream),
    },
  };
}

/** The instructions that disable some lanes in EXEC, restore it, and disable all lanes. */
type LaneCode = Readonly<Record<'narrow' | 'restore' | 'clear', string>>;

/** How a colour shader changes EXEC: before its exports, before the last one, and after it. */
const LANE_CHANGES = {
  after: [[], [], ['narrow']],
  before: [['narrow'], [], ['restore']],
  between: [[], ['narrow'], ['restore']],
  'between, restored': [[], ['narrow', 'restore'], ['narrow']],
  'all off at end': [[], [], ['clear']],
  'before an empty export': [[], ['narrow'], ['restore']],
} as const satisfies Record<string, readonly (readonly (keyof LaneCode)[])[]>;

type LaneChange = keyof typeof LANE_CHANGES;

/** The change before a last export without data, to no target or to one that has its data. */
const EMPTY_LAST = 'before an empty export' satisfies LaneChange;

/** Whether the shader discards fragments: fewer of its lanes are active at the last export than at the start. */
function discardsFragments(change: LaneChange): boolean {
  return change === 'before' || change === 'between' || change === EMPTY_LAST;
}

/** The first of the four colour registers for each target. */
const COLOUR_REGISTERS = [6, 10] as const;

/** The lowest of the three bits that determine each channel's value. */
const FIRST_BITS = [0, 1, 2, 0] as const;

/**
 * Generates a shader with the same initial registers as `emitCoverageFold`, but without a section or memory accesses.
 * It exports colours in eighths from 0 to 7/8, computed from its primitive and pixel, to one or two targets. EXEC may
 * change as soon as an export has read it: `separateHazards` inserts the wait between them (H-55).
 */
function emitColourShader(dialect: Dialect, { targets, isDual, change }: ColourShader): string {
  const { gfx, add, mask, exec, vcc, saved } = dialect;
  const colours = COLOUR_REGISTERS.slice(0, targets);
  const lanes: LaneCode = {
    narrow: `\n  s_and_${mask} ${exec}, ${exec}, ${vcc}`,
    restore: `\n  s_mov_${mask} ${exec}, ${saved}`,
    clear: `\n  s_mov_${mask} ${exec}, 0`,
  };
  return `
  v_lshrrev_b32_e32 v5, 16, v4
  v_and_b32_e32 v14, 0xffff, v4
  ${emitFlatPrimitive(dialect)}
  ${add} v5, v5, v14
  v_lshl_add_u32 v5, v1, 1, v5
  v_and_b32_e32 v14, 3, v5
  v_cmp_ne_u32_e32 ${vcc}, 0, v14
  s_mov_${mask} ${saved}, ${exec}
  ${colours.map((first, target) => emitChannels(dialect, first, target)).join('')}
  ${emitExports(dialect, change, colours, lanes, isDual && factsOf(gfx).hasDualSourceTargets)}
  s_endpgm`;
}

/** Emits code that computes four channels as eighths, each from three bits of a number, in registers from `first`. */
function emitChannels({ add }: Dialect, first: number, target: number): string {
  return FIRST_BITS.map(
    (bit, channel) => `
  ${add} v14, ${1 + target + channel}, v${channel < 2 ? 1 : 5}
  v_bfe_u32 v14, v14, ${bit}, 3
  v_cvt_f32_u32_e32 v14, v14
  v_mul_f32_e32 v${first + channel}, ${EIGHTH}, v14`,
  ).join('');
}

function emitExports(
  dialect: Dialect,
  change: LaneChange,
  colours: readonly number[],
  lanes: LaneCode,
  isDual: boolean,
): string {
  const { gfx } = dialect;
  const last = colours.length - 1;
  const hasEmptyLast = change === EMPTY_LAST;
  const exports = colours.map((first, target) => {
    const sources = [0, 1, 2, 3].map((channel) => `v${first + channel}`).join(', ');
    return `\n  ${formatExport(gfx, `mrt${target}`, sources, { isLast: !hasEmptyLast && target === last })}`;
  });
  if (hasEmptyLast)
    exports.push(`\n  ${formatEmptyExport(gfx, factsOf(gfx).hasNullTarget ? 'null' : `mrt${last}`)}`);
  const [before, between, after] = LANE_CHANGES[change].map((steps) =>
    steps.map((step) => lanes[step]).join(''),
  );
  if (isDual) {
    const [first, second] = colours.map((from) => [0, 1, 2, 3].map((channel) => `v${from + channel}`));
    return `${before}${emitDualSourceExports(dialect, first!, second!, [dialect.wave === 64 ? 's[12:13]' : 's12', 'v14', 'v15'])}${after}`;
  }
  return `${before}${exports.slice(0, -1).join('')}${between}${exports.at(-1)}${after}`;
}

/** The changes to EXEC. */
const CHANGES = Object.keys(LANE_CHANGES) as LaneChange[];
