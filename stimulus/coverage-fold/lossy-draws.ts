import { type Chip, type ChipName, chipOf } from '../../arch/index.js';
import type { Draw, Program, RandomStream, Scenario } from '../../transactions/index.js';
import { withDepthTests } from '../driver/depth-state.js';
import { EXPORT_FORMAT } from '../driver/draw-intent.js';
import { type FieldValues, packRegisters } from '../driver/register-fields.js';
import { pickScissors } from '../driver/scissors.js';
import { pick } from '../pick.js';
import { pickMachineAndKnobs } from '../pick-machine.js';
import { pickPrimitives } from '../scenes/primitives.js';
import type { GenerateRequest } from '../sequence.js';
import { pickDrainFields } from './drains.js';
import {
  ALPHA_OUTPUTS,
  DEPTH_EXPORT_FORMATS,
  DEPTH_OUTPUTS,
  type DepthOutput,
  DISCARD_POINTS,
  emitLossyShader,
  type LossyShader,
} from './lossy-text.js';
import {
  createFoldDraws,
  createFoldProgram,
  createFoldScenario,
  type FoldDraw,
  type FoldOrder,
} from './scenario.js';

/** Choices for the area's width and height, small so that draws overlap. */
const SIZES = [8, 16] as const;

const MIN_DRAWS = 3;
const EXTRA_DRAWS = 2;
const MIN_PRIMITIVES = 3;
const MAX_PRIMITIVES = 12;

/** Choices for a draw's order. Most draws have no interlock, so only their samples matter. */
const ORDERS: readonly FoldOrder[] = ['none', 'none', 'none', 'none', 'ordered', 'unordered'];

/** The enable bit of DB_ALPHA_TO_MASK. */
const ALPHA_ON = 1;
/** The lowest bit of the DB_ALPHA_TO_MASK offsets. There is one offset per pixel of a 2x2 quad, in units of 1/4. */
const ALPHA_OFFSETS_SHIFT = 8;
/** The rounding bit of DB_ALPHA_TO_MASK. */
const ALPHA_ROUND_SHIFT = 16;

/**
 * The CB_BLEND0_CONTROL value that adds the exported colour to the stored one, so that later writes don't hide earlier
 * ones.
 */
const ADDITIVE_BLEND = (1 << 30) | 1 | (1 << 8);
const ALL_CHANNELS = 0xf;

/** One draw in two has a scissor, which may clip coarse fragments. */
const SCISSOR_ODDS = 2;

/** The parameters of a sequence of lossy draws. */
export interface LossySequenceSpec {
  readonly name: string;
  readonly chips: readonly ChipName[];
  readonly samples: readonly Draw['samples'][];
  /** Picks a draw's fields, other than those for its tests. */
  readonly fields: (stream: RandomStream, chip: Chip, samples: number) => FieldValues;
}

/** A draw whose registers have not been filled in yet. */
interface LossyDraw {
  readonly shader: LossyShader;
  readonly draw: FoldDraw;
  /** The DB_DEPTH_CONTROL fields that are fixed rather than random. */
  readonly comparison: FieldValues;
  /** The draw's colour registers. */
  readonly colours: Readonly<Record<string, number>>;
}

/**
 * Picks a scenario that draws to a colour and a depth buffer and loses samples in every possible way: early and late
 * tests, discards, exported masks and alpha. Half of the draws blend additively, so that every sample has an effect.
 */
export function pickLossyScenario(request: GenerateRequest, spec: LossySequenceSpec): Scenario {
  const { stream, chip, wave, freedoms } = pickMachineAndKnobs(request, spec.chips);
  const target = { chip, wave, width: pick(stream, SIZES), height: pick(stream, SIZES) };
  const drains = pickDrainFields(request.seed, chip, MIN_DRAWS + stream.below(EXTRA_DRAWS + 1));
  const lossyDraws = drains.map((fields) => pickDraw(spec, stream, target, fields));
  const scenario = createFoldScenario(request, {
    name: spec.name,
    freedoms,
    programs: lossyDraws.map(({ shader }, i): Program => {
      const name = i === 0 ? spec.name : `${spec.name}_${i}`;
      return createFoldProgram(name, chip, wave, emitLossyShader(chip.gfx, wave, shader), shader.hasSection);
    }),
    draws: createFoldDraws(
      target,
      lossyDraws.map(({ draw }, program) => ({ ...draw, program })),
    ),
    target,
  });
  return addColours(withDepthTests({ ...scenario, colourBuffers: ['rgba32f'] }, stream), lossyDraws);
}

/** Adds the colour registers and the required comparisons to each draw of the scenario. */
function addColours(scenario: Scenario, lossyDraws: readonly LossyDraw[]): Scenario {
  const { gfx } = chipOf(scenario.chip);
  const draws = scenario.draws.map((draw, i) => ({
    ...draw,
    registers: { ...packRegisters(gfx, lossyDraws[i].comparison, draw.registers), ...lossyDraws[i].colours },
  }));
  return { ...scenario, draws };
}

function pickDraw(
  spec: LossySequenceSpec,
  stream: RandomStream,
  { chip, ...area }: { readonly chip: Chip; readonly width: number; readonly height: number },
  drains: FieldValues,
): LossyDraw {
  const order = pick(stream, ORDERS);
  const samples = pick(stream, spec.samples);
  const kind = pick(stream, ['triangles', 'rectangles'] as const);
  const maxPrimitives = MIN_PRIMITIVES + stream.below(MAX_PRIMITIVES - MIN_PRIMITIVES);
  const hasSection = order !== 'none';
  const discardPoint = pick(stream, DISCARD_POINTS);
  const hasAlpha = stream.below(2) === 0;
  const depth = pick(stream, hasAlpha && stream.below(4) > 0 ? ALPHA_OUTPUTS : DEPTH_OUTPUTS);
  const isConservative = !hasSection && CONSERVATIVE_DEPTH_OUTPUTS.includes(depth) && stream.below(2) === 0;
  const zMode = isConservative ? pickZMode(stream) : NOT_CONSERVATIVE;
  const fields = {
    ...pickTestFields(stream, depth, discardPoint !== 'never'),
    ...pickOrderFields(stream, hasSection),
    ...zMode.fields,
    ...spec.fields(stream, chip, samples),
    ...drains,
  };
  return {
    shader: { hasSection, discardPoint, depth },
    draw: {
      kind,
      samples,
      perSample: hasSection && stream.below(2) === 0,
      order,
      ...pickPrimitives(stream, kind, area, maxPrimitives),
      fields,
      registers: {
        ...(hasAlpha ? { DB_ALPHA_TO_MASK: pickAlphaRegister(stream) } : {}),
        ...pickScissors(stream, area, SCISSOR_ODDS),
      },
    },
    comparison: zMode.comparison,
    colours: {
      CB_SHADER_MASK: ALL_CHANNELS,
      CB_TARGET_MASK: ALL_CHANNELS,
      ...(stream.below(2) === 0 ? { CB_BLEND0_CONTROL: ADDITIVE_BLEND } : {}),
    },
  };
}

/** Depth exports that can be used with conservative depth. */
const CONSERVATIVE_DEPTH_OUTPUTS: readonly DepthOutput[] = ['depth', 'depth-stencil', 'depth-alpha', 'all'];

const NOT_CONSERVATIVE = { fields: {}, comparison: {} };

/**
 * Picks a conservative depth mode: the shader only increases, or only decreases, the depth. A fragment that fails the
 * early test then cannot pass later, except in the one draw in four that uses the opposite comparison.
 */
function pickZMode(stream: RandomStream): Pick<LossyDraw, 'comparison'> & { readonly fields: FieldValues } {
  const direction = stream.below(2);
  const comparedDirection = stream.below(4) === 0 ? 1 - direction : direction;
  return {
    fields: {
      'DB_SHADER_CONTROL.CONSERVATIVE_Z_EXPORT': 1 + direction,
      'DB_SHADER_CONTROL.Z_EXPORT_ENABLE': 1,
      'DB_SHADER_CONTROL.STENCIL_TEST_VAL_EXPORT_ENABLE': 0,
      'DB_SHADER_CONTROL.STENCIL_OP_VAL_EXPORT_ENABLE': 0,
      'DB_SHADER_CONTROL.Z_ORDER': 1 + stream.below(3),
      'DB_SHADER_CONTROL.DEPTH_BEFORE_SHADER': 0,
    },
    comparison: {
      'DB_DEPTH_CONTROL.Z_ENABLE': 1,
      'DB_DEPTH_CONTROL.Z_WRITE_ENABLE': 1,
      'DB_DEPTH_CONTROL.ZFUNC': FINAL_ZFUNCS[comparedDirection][stream.below(2)],
      'DB_DEPTH_CONTROL.STENCIL_ENABLE': 0,
    },
  };
}

/** The ZFUNC codes for which a fragment that fails the early test cannot pass later, by direction. */
const FINAL_ZFUNCS: readonly (readonly number[])[] = [
  [4, 6],
  [1, 3],
];

function pickAlphaRegister(stream: RandomStream): number {
  const offsets = stream.below(4) === 0 ? 0xaa : stream.below(0x100);
  return ALPHA_ON | (offsets << ALPHA_OFFSETS_SHIFT) | (stream.below(2) << ALPHA_ROUND_SHIFT);
}

/**
 * Chooses when the depth tests run: at any time if the shader has no side effects, otherwise after the shader
 * unless the draw requests early tests (S-113).
 */
function pickOrderFields(stream: RandomStream, hasSection: boolean): FieldValues {
  const [order, isLate] = [1 + stream.below(3), stream.below(3) === 0];
  return {
    'DB_SHADER_CONTROL.Z_ORDER': hasSection || isLate ? 0 : order,
    'DB_SHADER_CONTROL.DEPTH_BEFORE_SHADER': stream.below(hasSection ? 4 : 8) === 0 ? 1 : 0,
    'DB_SHADER_CONTROL.EXEC_ON_HIER_FAIL': hasSection ? 1 : stream.below(2),
  };
}

/** Picks the fields that select which exported values are used. */
function pickTestFields(stream: RandomStream, depth: DepthOutput, canDiscard: boolean): FieldValues {
  const pickFlag = (isExported: boolean, choices = 2): number =>
    isExported && stream.below(choices) > 0 ? 1 : 0;
  const hasDepth = depth !== 'none' && depth !== 'halves';
  const hasStencil = depth === 'depth-stencil' || depth === 'all' || depth === 'halves';
  return {
    'SPI_SHADER_COL_FORMAT.COL0_EXPORT_FORMAT': EXPORT_FORMAT.ABGR32,
    'SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT': DEPTH_EXPORT_FORMATS[depth],
    'DB_SHADER_CONTROL.KILL_ENABLE': canDiscard ? 1 : 0,
    'DB_SHADER_CONTROL.CONSERVATIVE_Z_EXPORT': hasDepth ? stream.below(3) : 0,
    'DB_SHADER_CONTROL.Z_EXPORT_ENABLE': pickFlag(hasDepth, 4),
    'DB_SHADER_CONTROL.STENCIL_TEST_VAL_EXPORT_ENABLE': pickFlag(hasStencil),
    'DB_SHADER_CONTROL.STENCIL_OP_VAL_EXPORT_ENABLE': pickFlag(hasStencil),
    'DB_SHADER_CONTROL.MASK_EXPORT_ENABLE': pickFlag(depth === 'all' || depth === 'halves', 4),
  };
}
