import { type Chip, factsOf, type Gfx } from '../../arch/index.js';
import type { Draw, RandomStream } from '../../transactions/index.js';
import { type Dialect, formatEmptyExport, formatExport } from '../dialect/index.js';
import { withDepthTests } from '../driver/depth-state.js';
import { EXPORT_FORMAT, type FieldValues } from '../driver/draw-intent.js';
import { withFields } from '../driver/draw-registers.js';
import { pickScissors } from '../driver/options.js';
import { pick } from '../kit/chance.js';
import { type SequenceText, sequence, type TestArea } from '../kit/test.js';
import { pickPrimitives } from '../scenes/scene.js';
import type { Sequence } from '../sequence.js';
import { EIGHTH, emitPosition, emitSampleFold } from './program-text.js';
import { pickDrainFields } from './sample-fields.js';
import { createFoldProgram, type FoldDraw, type FoldOrder, foldScenario } from './scenario.js';

/** What a shader exports to the depth target: the SPI_SHADER_Z_FORMAT value, and the sources. */
const DEPTH_OUTPUTS = {
  none: { format: EXPORT_FORMAT.ZERO, sources: '' },
  depth: { format: EXPORT_FORMAT.R32, sources: 'v13, off, off, off' },
  'depth-stencil': { format: EXPORT_FORMAT.GR32, sources: 'v13, v11, off, off' },
  // Depending on the generation, alpha is either the second word or the last.
  'depth-alpha': { format: EXPORT_FORMAT.AR32, sources: 'v13, v12, off, v12' },
  all: { format: EXPORT_FORMAT.ABGR32, sources: 'v13, v11, v14, v12' },
  /** A 16-bit stencil value and a 16-bit mask. */
  halves: { format: EXPORT_FORMAT.UINT16_ABGR, sources: 'v0, v14, off, off' },
} as const;
type DepthOutput = keyof typeof DEPTH_OUTPUTS;

const ALL_OUTPUTS = Object.keys(DEPTH_OUTPUTS) as DepthOutput[];

/** Depth outputs that preserve alpha on generations that take alpha from the depth export whenever there is one. */
const ALPHA_OUTPUTS: readonly DepthOutput[] = ['none', 'depth-alpha', 'all'];

/** When a shader discards fragments. */
const DISCARD_POINTS = ['never', 'before', 'after', 'last', 'final'] as const;

/** The properties of a shader whose samples may be discarded. */
interface LossyShader {
  /** Whether the shader folds its covered samples in a section. */
  readonly hasSection: boolean;
  /**
   * Whether and when the shader discards a quarter of its fragments: before its section, after it, after exporting its
   * depth, or after exporting its colour too, so that its final export is empty.
   */
  readonly discardPoint: (typeof DISCARD_POINTS)[number];
  readonly depth: DepthOutput;
}

/** The float 0.046875, which makes alpha range from 0 to almost 1.5. */
const ALPHA_STEP = '0x3d400000';

/** Spreads a small number over the bits of a sample mask. */
const SPREAD = '0x9e3779';

/**
 * Emits code that computes the values to export from a number that varies by primitive and pixel: colours in v2 and
 * v15, a stencil reference and operand in v11, alpha in v12, depth in eighths in v13, and a sample mask with most
 * bits set in v14. Clobbers v7.
 */
function emitValues({ add }: Dialect): string {
  return `
  v_mul_u32_u24_e32 v2, 3, v5
  v_mul_u32_u24_e32 v7, 5, v1
  ${add} v2, v2, v8
  ${add} v2, v2, v7
  v_lshl_or_b32 v11, v2, 7, v2
  v_and_b32_e32 v12, 31, v2
  v_cvt_f32_u32_e32 v12, v12
  v_mul_f32_e32 v12, ${ALPHA_STEP}, v12
  v_and_b32_e32 v13, 7, v2
  v_cvt_f32_u32_e32 v13, v13
  v_mul_f32_e32 v13, ${EIGHTH}, v13
  v_mul_u32_u24_e32 v14, ${SPREAD}, v2
  v_lshrrev_b32_e32 v7, 7, v14
  v_or_b32_e32 v14, v14, v7
  v_cvt_f32_u32_e32 v2, v2
  v_cvt_f32_u32_e32 v15, v1`;
}

/** Emits code that discards fragments for which two bits of the sample mask are both clear. */
function emitDiscard({ mask, exec, vcc }: Dialect): string {
  return `
  v_and_b32_e32 v7, 0x3000, v14
  v_cmp_ne_u32_e32 ${vcc}, 0, v7
  s_and_${mask} ${exec}, ${exec}, ${vcc}`;
}

/** Generates a shader that exports its depth first and its colour last, or before an empty export. */
function emitLossyShader(dialect: Dialect, { hasSection, discardPoint, depth }: LossyShader): string {
  const discard = (when: LossyShader['discardPoint']): string =>
    discardPoint === when ? emitDiscard(dialect) : '';
  const section = `${emitSampleFold(dialect)}\n  ${dialect.waitStores}${dialect.doneMessage}`;
  return `
  ${emitPosition(dialect)}
  ${emitValues(dialect)}
  ${discard('before')}
  ${hasSection ? section : ''}
  ${discard('after')}
  ${emitDepth(dialect.gfx, depth)}
  ${discard('last')}
  ${formatExport(dialect.gfx, 'mrt0', 'v15, v2, v15, v12', { isLast: discardPoint !== 'final' })}
  ${discardPoint === 'final' ? `${emitDiscard(dialect)}\n  ${formatEmptyExport(dialect.gfx)}` : ''}
  s_endpgm`;
}

function emitDepth(gfx: Gfx, depth: DepthOutput): string {
  if (depth === 'none') return '';
  const half = depth === 'halves' ? '\n  v_lshlrev_b32_e32 v0, 16, v11' : '';
  const isPaired = depth === 'halves' && factsOf(gfx).hasExportMaskBits;
  const sources = isPaired ? 'v0, v0, v14, v14' : DEPTH_OUTPUTS[depth].sources;
  return `${half}\n  ${formatExport(gfx, 'mrtz', sources, { isLast: false, isPaired })}`;
}

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

/** What distinguishes one sequence of lossy draws from another. */
interface LossySpec<Name extends string = string> extends SequenceText<Name> {
  readonly samples: readonly Draw['samples'][];
  /** Picks a draw's fields, other than those for its tests. */
  readonly fields: (stream: RandomStream, chip: Chip, samples: number) => FieldValues;
}

/**
 * Creates a sequence that draws to a colour and a depth buffer and loses samples in every possible way: early and late
 * tests, discards, exported masks and alpha. Half of the draws blend additively, so that every sample has an effect.
 */
export function createLossySequence<Name extends string>(spec: LossySpec<Name>): Sequence<Name> {
  return sequence({
    ...spec,
    generate: (test) => {
      const { name, stream, dialect } = test;
      const area = test.area(SIZES);
      const drains = pickDrainFields(test.seed, test.chip, MIN_DRAWS + test.below(EXTRA_DRAWS + 1));
      const lossyDraws = drains.map((fields) => pickDraw(spec, stream, area, fields));
      const scenario = foldScenario(test, area, {
        programs: lossyDraws.map(({ shader }, i) =>
          createFoldProgram(dialect, i === 0 ? name : `${name}_${i}`, emitLossyShader(dialect, shader), {
            isOrdered: shader.hasSection,
          }),
        ),
        draws: lossyDraws.map(({ draw }, program) => ({ ...draw, program })),
        colourBuffers: ['rgba32f'],
      });
      const tested = withDepthTests(scenario, stream);
      const compared = withFields(tested, (_gfx, draw) => lossyDraws[draw.program].comparison);
      const draws = compared.draws.map((draw, i) => ({
        ...draw,
        registers: { ...draw.registers, ...lossyDraws[i].colours },
      }));
      return { ...compared, draws };
    },
  });
}

function pickDraw(spec: LossySpec, stream: RandomStream, area: TestArea, drains: FieldValues) {
  const order = pick(stream, ORDERS);
  const samples = pick(stream, spec.samples);
  const kind = pick(stream, ['triangles', 'rectangles'] as const);
  const maxPrimitives = MIN_PRIMITIVES + stream.below(MAX_PRIMITIVES - MIN_PRIMITIVES);
  const hasSection = order !== 'none';
  const discardPoint = pick(stream, DISCARD_POINTS);
  const hasAlpha = stream.below(2) === 0;
  const depth = pick(stream, hasAlpha && stream.below(4) > 0 ? ALPHA_OUTPUTS : ALL_OUTPUTS);
  const isConservative = !hasSection && CONSERVATIVE_DEPTH_OUTPUTS.includes(depth) && stream.below(2) === 0;
  const zMode = isConservative ? pickZMode(stream) : undefined;
  const fields = {
    ...pickTestFields(stream, depth, discardPoint !== 'never'),
    ...pickOrderFields(stream, hasSection),
    ...zMode?.fields,
    ...spec.fields(stream, area.chip, samples),
    ...drains,
  };
  const shader: LossyShader = { hasSection, discardPoint, depth };
  const draw: FoldDraw = {
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
  };
  return {
    ...{ shader, draw },
    /** The DB_DEPTH_CONTROL fields that are fixed rather than random. */
    comparison: zMode?.comparison ?? {},
    colours: {
      CB_SHADER_MASK: ALL_CHANNELS,
      CB_TARGET_MASK: ALL_CHANNELS,
      ...(stream.below(2) === 0 ? { CB_BLEND0_CONTROL: ADDITIVE_BLEND } : {}),
    },
  };
}

/** Depth exports that can be used with conservative depth. */
const CONSERVATIVE_DEPTH_OUTPUTS: readonly DepthOutput[] = ['depth', 'depth-stencil', 'depth-alpha', 'all'];

/**
 * Picks a conservative depth mode: the shader only increases, or only decreases, the depth. A fragment that fails the
 * early test then cannot pass later, except in the one draw in four that uses the opposite comparison.
 */
function pickZMode(stream: RandomStream) {
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
    'SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT': DEPTH_OUTPUTS[depth].format,
    'DB_SHADER_CONTROL.KILL_ENABLE': canDiscard ? 1 : 0,
    'DB_SHADER_CONTROL.CONSERVATIVE_Z_EXPORT': hasDepth ? stream.below(3) : 0,
    'DB_SHADER_CONTROL.Z_EXPORT_ENABLE': pickFlag(hasDepth, 4),
    'DB_SHADER_CONTROL.STENCIL_TEST_VAL_EXPORT_ENABLE': pickFlag(hasStencil),
    'DB_SHADER_CONTROL.STENCIL_OP_VAL_EXPORT_ENABLE': pickFlag(hasStencil),
    'DB_SHADER_CONTROL.MASK_EXPORT_ENABLE': pickFlag(depth === 'all' || depth === 'halves', 4),
  };
}
