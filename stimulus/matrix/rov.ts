import { SAMPLE_POSITIONS } from '../../arch/index.js';
import { type Dialect, type Emitter, emitBitLoop } from '../dialect/index.js';
import { toFloatBits } from '../driver/words.js';
import { rawBufferDescriptor } from '../kit/draws.js';
import { PIXEL, splitRectangle } from '../scenes/geometry.js';
import { type CellParts, type CellTarget, createCell, type MatrixCell } from './cell.js';
import { createWordBuffer } from './folds.js';
import { CELL, createCellDraw, createCellProgram, emitPrimitiveAndOffset } from './programs.js';

const { ancillary, coverage, offset, primitive } = CELL;

/** How a shader handles the samples of a pixel. */
type RovPipeline = 'single' | 'pixel' | 'unrolled' | 'sample';

const ROV_SAMPLES = 4;

/** The mask of the primitive number's low bits, which determine the factor in eighths. */
const FACTOR_MASK = 7;

/**
 * Returns the value after a primitive has updated it: v * (1 + (number & 7) / 8) + number, rounded after each
 * operation.
 */
function applyRovStep(value: number, number: number): number {
  return Math.fround(Math.fround(value * (1 + (number & FACTOR_MASK) / (FACTOR_MASK + 1))) + number);
}

/** Emits the shader of one pipeline (scenarios.md 3), which computes v = v * A + B for each sample. */
function emitRovShader(pipeline: RovPipeline, dialect: Dialect): string {
  return `
  ${emitPrimitiveAndOffset(dialect)}
  v_lshlrev_b32_e32 ${offset}, ${31 - Math.clz32(getSamples(pipeline))}, ${offset}
  v_and_b32_e32 v10, ${FACTOR_MASK}, ${primitive}
  v_cvt_f32_u32_e32 v10, v10
  v_ldexp_f32 v10, v10, -3
  v_add_f32_e32 v10, 1.0, v10
  v_cvt_f32_u32_e32 v11, ${primitive}
  ${BODIES[pipeline](dialect)}
  ${dialect.exit}`;
}

const BODIES: Readonly<Record<RovPipeline, Emitter>> = {
  single: (dialect) => `${dialect.entry}${emitStep(dialect, offset)}`,
  sample: (dialect) => `
  v_bfe_u32 v7, ${ancillary}, 8, 4
  v_lshl_add_u32 ${offset}, v7, 2, ${offset}
  ${dialect.entry}
  ${emitStep(dialect, offset)}`,
  pixel: (dialect) => {
    const { mask, exec, saved } = dialect;
    const body = `
  v_lshl_add_u32 v9, v9, 2, ${offset}
  ${emitStep(dialect, 'v9')}`;
    return `
  s_mov_${mask} ${saved}, ${exec}
  ${dialect.entry}
  ${emitBitLoop(dialect, { label: 'sample', bits: coverage, index: 'v9' }, body)}
  s_mov_${mask} ${exec}, ${saved}`;
  },
  // Compilers merge the sections of the four conditions into one that surrounds all of them.
  unrolled: (dialect) => {
    const { mask, exec, vcc, saved } = dialect;
    const sections = Array.from(
      { length: ROV_SAMPLES },
      (_, sample) => `
  v_and_b32_e32 v7, ${1 << sample}, ${coverage}
  v_cmp_ne_u32_e32 ${vcc}, 0, v7
  s_and_saveexec_${mask} ${saved}, ${vcc}
  ${emitStep(dialect, offset, 4 * sample)}
  s_mov_${mask} ${exec}, ${saved}`,
    );
    return `${dialect.entry}${sections.join('')}`;
  },
};

function emitStep({ load, store, waitLoads }: Dialect, address: string, bytes = 0): string {
  return `
  ${load('v8', address, { offset: bytes })}
  ${waitLoads}
  v_mul_f32_e32 v8, v8, v10
  v_add_f32_e32 v8, v8, v11
  ${store('v8', address, { offset: bytes })}`;
}

/** The render target, with one value per sample, at an arbitrary mapped address. */
const TARGET = { name: 'target', address: 2 ** 32 };

/**
 * How far, in pixels, edges are inset when multisampling. Inset edges pass through pixel centres, so the pixels along
 * them are only partially covered.
 */
const INSET = 0.5;

/** The edges of a quad, in eighths of the target's size. */
export type RovQuad = readonly [left: number, top: number, right: number, bottom: number];

/** An instanced draw of a quad. */
export interface RovDraw {
  readonly pipeline: RovPipeline;
  readonly quad: RovQuad;
  readonly instances: number;
}

function getSamples(pipeline: RovPipeline): 1 | typeof ROV_SAMPLES {
  return pipeline === 'single' ? 1 : ROV_SAMPLES;
}

/**
 * Returns the parts of a cell that tests rasterizer-ordered views. Every value must match a serial replay of the quads,
 * bit for bit.
 */
export function createRovParts(target: CellTarget, draws: readonly RovDraw[]): CellParts {
  const { dialect, size } = target;
  const pipelines = [...new Set(draws.map(({ pipeline }) => pipeline))];
  const samples = getSamples(pipelines[0]);
  const bytes = 4 * samples * size * size;
  const userData = [...rawBufferDescriptor(dialect.gfx, TARGET.address, bytes), size];
  let nextNumber = 1;
  // Instances are numbered from 1 across all draws.
  const numbers = draws.map(({ instances }) => Array.from({ length: instances }, () => nextNumber++));
  return {
    programs: pipelines.map((pipeline) =>
      createCellProgram(dialect, `rov_${pipeline}`, emitRovShader(pipeline, dialect)),
    ),
    draws: draws.map(({ pipeline, quad }, draw) => {
      const [left, top, right, bottom] = getEdges(quad, size, samples).map((edge) => edge * PIXEL);
      return createCellDraw(target, {
        program: pipelines.indexOf(pipeline),
        interlock: pipeline === 'sample' ? 'sample-ordered' : 'pixel-ordered',
        samples,
        primitives: numbers[draw].flatMap(() => splitRectangle(left, top, right, bottom)),
        numbers: numbers[draw].flatMap((number) => [number, number]),
        userData,
        shader: { runsPerSample: pipeline === 'sample' },
      });
    }),
    ...createWordBuffer(TARGET, size, replayDraws(draws, numbers, size, samples).map(toFloatBits), samples),
  };
}

/** Returns a quad's edges, in pixels. */
function getEdges(quad: RovQuad, size: number, samples: number): number[] {
  const inset = samples === 1 ? 0 : INSET;
  return quad.map((eighth, i) => (eighth * size) / 8 + (i < 2 ? inset : -inset));
}

/** Replays the draws serially at every sample of every pixel. Samples on a left or top edge count as covered. */
function replayDraws(
  draws: readonly RovDraw[],
  numbers: readonly (readonly number[])[],
  size: number,
  samples: 1 | typeof ROV_SAMPLES,
): number[] {
  return Array.from({ length: size * size * samples }, (_, index) => {
    const [dx, dy] = SAMPLE_POSITIONS[samples][index % samples];
    const pixel = Math.floor(index / samples);
    const x = (pixel % size) + dx / 16;
    const y = Math.floor(pixel / size) + dy / 16;
    return draws.reduce((value, { quad }, draw) => {
      const [left, top, right, bottom] = getEdges(quad, size, samples);
      const isCovered = left <= x && x < right && top <= y && y < bottom;
      return isCovered ? numbers[draw].reduce(applyRovStep, value) : value;
    }, 0);
  });
}

/**
 * The areas of the target to draw, in eighths of its size: the whole target, its quarters, its centre, and two crossing
 * bars.
 */
const QUADS: readonly RovQuad[] = [
  [0, 0, 8, 8],
  [0, 0, 4, 4],
  [4, 0, 8, 4],
  [0, 4, 4, 8],
  [4, 4, 8, 8],
  [2, 2, 6, 6],
  [0, 2, 8, 6],
  [2, 0, 6, 8],
  [0, 0, 8, 8],
];

const INSTANCES = 10;

/** Draws that alternate between sample shading and an unrolled loop over samples, with 1 to 6 instances each. */
const MIXED_DRAWS: readonly RovDraw[] = QUADS.map((quad, i) => ({
  pipeline: i % 2 === 0 ? 'sample' : 'unrolled',
  quad,
  instances: 1 + (i % 6),
}));

const PIPELINES = [
  ['single', 'one sample'],
  ['pixel', 'pixel interlock, looping over the samples'],
  ['unrolled', 'pixel interlock, a section for each sample'],
  ['sample', 'sample interlock'],
] as const;

const TESTS: readonly (readonly [title: string, draws: readonly RovDraw[]])[] = [
  ...PIPELINES.map(([pipeline, title]) => {
    const draws = QUADS.map((quad) => ({ pipeline, quad, instances: 1 }));
    return [`${title}, nine draws`, draws] as const;
  }),
  ...PIPELINES.map(([pipeline, title]) => {
    const draws = [{ pipeline, quad: QUADS[0], instances: INSTANCES }];
    return [`${title}, ten instances`, draws] as const;
  }),
  ['alternating sample and pixel interlock, nine draws with 1 to 6 instances each', MIXED_DRAWS],
];

/** D01 to D09: rasterizer-ordered views as tested by vkd3d-proton (scenarios.md 3). */
export const ROV_CELLS: readonly MatrixCell[] = TESTS.map(([title, draws], i) =>
  createCell(`D0${i + 1}`, `v = v * A + B, ${title}`, (target) => createRovParts(target, draws)),
);
