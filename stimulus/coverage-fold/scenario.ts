import type { Draw, Program, Scenario } from '../../transactions/index.js';
import type { Dialect } from '../dialect/index.js';
import { type FieldValues, FOLDING_SHADER, type ShaderIntent } from '../driver/draw-intent.js';
import { pick } from '../kit/chance.js';
import type { MemoryContents, NumberedDraw, ScenarioMemory } from '../kit/draws.js';
import { createNumberedDraws, pixelBuffer, rawBufferDescriptor } from '../kit/draws.js';
import {
  createOneBufferProgram,
  createOneBufferRegisters,
  type OneBufferOptions,
  USER_SGPRS,
} from '../kit/programs.js';
import type { Test, TestArea } from '../kit/test.js';
import { FILLED_KINDS, type PrimitiveKind } from '../scenes/geometry.js';
import { PRIMITIVE_TYPE, pickPrimitives } from '../scenes/scene.js';
import { PIXEL_SHIFT, ROW_SHIFT } from './program-text.js';

/** The ordered buffer; any mapped address will do. */
export const FOLD_BUFFER = { name: 'folds', address: 2 ** 32 };

/** The maximum width of a scene; in wider ones, the program's rows would overlap. */
export const MAX_WIDTH = 1 << (ROW_SHIFT - PIXEL_SHIFT);

/** The program's properties. Its user data are the buffer descriptor and log2 of the number of samples. */
const SHADER: ShaderIntent = { ...FOLDING_SHADER, vgprs: 16, sgprs: 16, userSgprs: USER_SGPRS };

/** What a draw's interlock guarantees, if it has one. `relaxed`: the API permits weaker ordering (S-143). */
export type FoldOrder = 'ordered' | 'unordered' | 'relaxed' | 'none';

/** A draw that runs the fold program: its primitives, sampling mode and any extra register fields. */
export interface FoldDraw extends Pick<NumberedDraw, 'program' | 'scene' | 'samples' | 'primitives'> {
  readonly kind: PrimitiveKind;
  /** Whether the interlock orders samples instead of pixels. */
  readonly perSample?: boolean;
  readonly fields?: FieldValues;
  /** Entire registers to set in addition to the fields. */
  readonly registers?: Readonly<Record<string, number>>;
  /** The number of unread attributes that occupy parameter memory; 0 by default. */
  readonly unusedAttributes?: number;
  /** The order that the draw's interlock guarantees; `ordered` by default. */
  readonly order?: FoldOrder;
}

/**
 * Creates the fold program, or another program with the same registers and arguments. Programs for unordered draws have
 * no collision argument.
 */
export function createFoldProgram(
  { gfx }: Pick<Dialect, 'gfx'>,
  name: string,
  text: string,
  options: Pick<OneBufferOptions, 'isOrdered' | 'isUnique' | 'wave'> = {},
): Program {
  const { inputs } = FOLDING_SHADER;
  return createOneBufferProgram(gfx, name, text, { word: 'log2_samples', inputs, ...options });
}

/** Creates the buffer that the program folds into, with its expected final words if they are known. */
export function createFoldBuffer(
  { height }: TestArea,
  expected?: MemoryContents['expected'],
): ScenarioMemory {
  const layout = { height, bytesPerPixel: 1 << PIXEL_SHIFT, bytesPerRow: 1 << ROW_SHIFT };
  return pixelBuffer(FOLD_BUFFER, layout, { expected });
}

/** The parts of a scenario of folds that its sequence supplies. */
type FoldParts<D> = Pick<Scenario, 'programs'> &
  Partial<Pick<Scenario, 'freedoms' | 'colourBuffers'>> & { readonly draws: readonly D[] };

/** Builds the scenario of a test whose draws all fold into the same buffer, with the request's register faults. */
export function foldScenario(test: Test, area: TestArea, { draws, ...parts }: FoldParts<FoldDraw>): Scenario {
  return buildFolds(test, area, { ...parts, draws: test.withRegisterFaults(createFoldDraws(area, draws)) });
}

/** Like `foldScenario`, but takes draws with their registers. */
export function buildFolds(test: Test, area: TestArea, parts: FoldParts<Draw>): Scenario {
  return test.build({ ...parts, ...createFoldBuffer(area) });
}

/** Picks a draw of triangles or rectangles, with one sample per pixel. */
export function pickFilledDraw({ stream }: Test, area: TestArea, maxPrimitives: number): FoldDraw {
  const kind = pick(stream, FILLED_KINDS);
  return { kind, ...pickPrimitives(stream, kind, area, 1 + stream.below(maxPrimitives)) };
}

/** Creates the draws, in order. Primitives are numbered from 1 across all draws. */
export function createFoldDraws(area: TestArea, draws: readonly FoldDraw[]): Draw[] {
  return createNumberedDraws(
    area,
    draws.map(({ perSample = false, order = 'ordered', unusedAttributes = 0, ...draw }) => ({
      ...draw,
      ...getInterlock(perSample, order),
      registers: createRegisters(area, { perSample, order, ...draw }),
      attributes: 1 + unusedAttributes,
    })),
  );
}

function getInterlock(perSample: boolean, order: FoldOrder): Pick<NumberedDraw, 'interlock' | 'order'> {
  const unit = perSample ? 'sample' : 'pixel';
  if (order === 'relaxed') return { interlock: `${unit}-ordered`, order };
  return { interlock: order === 'none' ? order : `${unit}-${order}` };
}

function createRegisters({ chip, wave, height }: TestArea, draw: FoldDraw): Record<string, number> {
  const { samples = 1, perSample = false, kind, fields, registers, order } = draw;
  const descriptor = rawBufferDescriptor(chip.gfx, FOLD_BUFFER.address, height << ROW_SHIFT);
  const machine = { samples, perSample, unordered: order === 'none', shader: SHADER };
  const userData = [...descriptor, 31 - Math.clz32(samples)];
  const values = { 'VGT_PRIMITIVE_TYPE.PRIM_TYPE': PRIMITIVE_TYPE[kind], ...fields };
  return {
    ...createOneBufferRegisters({ chip, wave }, { ...machine, userData, fields: values }),
    ...registers,
  };
}
