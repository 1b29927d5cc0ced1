import { rawBufferDescriptor } from '../../driver/raw-buffer.js';
import { toFloatBits } from '../../driver/words.js';
import type { Triangle } from '../../scenes/geometry.js';
import type { CellParts, CellTarget } from '../cell.js';
import { createCellDraw, createCellProgram } from '../shader.js';
import { applyRovStep, emitRovShader, ROV_SAMPLES, type RovPipeline } from './rov-text.js';

/** The render target, with one value per sample, at an arbitrary mapped address. */
const TARGET = { name: 'target', address: 2 ** 32 };

/** The number of coordinate units per pixel. */
const PIXEL = 256;

/** The standard sample positions for four samples and for one, in sixteenths of a pixel (scenarios.md 3). */
const POSITIONS: Readonly<Record<number, readonly (readonly [x: number, y: number])[]>> = {
  1: [[8, 8]],
  [ROV_SAMPLES]: [
    [6, 2],
    [14, 6],
    [2, 10],
    [10, 14],
  ],
};

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
  const { chip, wave, size } = target;
  const pipelines = [...new Set(draws.map(({ pipeline }) => pipeline))];
  const samples = getSamples(pipelines[0]);
  const bytesPerPixel = 4 * samples;
  const bytes = size * size * bytesPerPixel;
  const userData = [...rawBufferDescriptor(chip.gfx, TARGET.address, bytes), size];
  const numbers = numberInstances(draws);
  return {
    programs: pipelines.map((pipeline) =>
      createCellProgram(`rov_${pipeline}`, chip.gfx, emitRovShader(pipeline, chip.gfx, wave)),
    ),
    draws: draws.map(({ pipeline, quad }, draw) =>
      createCellDraw(target, {
        program: pipelines.indexOf(pipeline),
        interlock: pipeline === 'sample' ? 'sample-ordered' : 'pixel-ordered',
        samples,
        primitives: numbers[draw].flatMap(() => createQuadTriangles(quad, size, samples)),
        numbers: numbers[draw].flatMap((number) => [number, number]),
        userData,
        shader: { runsPerSample: pipeline === 'sample' },
      }),
    ),
    memory: [
      {
        ...TARGET,
        bytes,
        initial: [],
        compare: { kind: 'bytes' },
        expected: { words: replayDraws(draws, numbers, size, samples).map(toFloatBits) },
      },
    ],
    ordered: [
      {
        object: TARGET.name,
        layout: { kind: 'pixel-rows', bytesPerPixel, bytesPerRow: size * bytesPerPixel },
      },
    ],
  };
}

/** Returns the instance numbers, counted from 1 across all draws. */
function numberInstances(draws: readonly RovDraw[]): number[][] {
  let nextNumber = 1;
  return draws.map(({ instances }) => Array.from({ length: instances }, () => nextNumber++));
}

/** Returns a quad's edges, in pixels. */
function getEdges(quad: RovQuad, size: number, samples: number): number[] {
  const inset = samples === 1 ? 0 : INSET;
  return quad.map((eighth, i) => (eighth * size) / 8 + (i < 2 ? inset : -inset));
}

function createQuadTriangles(quad: RovQuad, size: number, samples: number): Triangle[] {
  const [left, top, right, bottom] = getEdges(quad, size, samples).map((edge) => edge * PIXEL);
  return [
    [left, top, right, top, left, bottom],
    [right, top, right, bottom, left, bottom],
  ];
}

/** Replays the draws serially at every sample of every pixel. Samples on a left or top edge count as covered. */
function replayDraws(
  draws: readonly RovDraw[],
  numbers: readonly (readonly number[])[],
  size: number,
  samples: number,
): number[] {
  return Array.from({ length: size * size * samples }, (_, index) => {
    const [dx, dy] = POSITIONS[samples][index % samples];
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
