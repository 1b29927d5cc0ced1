import type { Draw, Interlock, Program } from '../../transactions/index.js';
import type { CorpusRecord } from '../corpus.js';
import type { Triangle } from '../scenes/triangles.js';
import { type PrimitiveAttributes, parameterWords } from './attributes.js';
import { type PushConstants, registersOf } from './program.js';
import { float32 } from './words.js';

/** The render area of a draw and what covers it. */
export interface DrawShape {
  readonly width: number;
  readonly height: number;
  readonly samples: Draw['samples'];
  readonly triangles: readonly Triangle[];
  /** Depth and attributes of each triangle. */
  readonly depths: readonly number[];
  readonly attributes: readonly PrimitiveAttributes[];
}

const INTERLOCKS: Readonly<Record<string, Interlock>> = {
  pixel_interlock_ordered: 'pixel-ordered',
  pixel_interlock_unordered: 'pixel-unordered',
  sample_interlock_ordered: 'sample-ordered',
  sample_interlock_unordered: 'sample-unordered',
};

/** A draw as the driver would program it for a record of the corpus: its registers, and the primitives in columns. */
export function makeDraw(
  record: CorpusRecord,
  program: Program,
  programIndex: number,
  shape: DrawShape,
  constants: PushConstants,
): Draw {
  const attributes = Math.max(...program.inputs.map((input) => input.attribute + 1), 0);
  return {
    program: programIndex,
    interlock: INTERLOCKS[record.interlock],
    width: shape.width,
    height: shape.height,
    samples: shape.samples,
    registers: registersOf(record, shape.samples, constants),
    vertices: shape.triangles.flat(),
    depths: shape.depths.map(float32),
    attributes,
    parameters: shape.attributes.flatMap((values) => parameterWords(program.inputs, attributes, values)),
  };
}

/** Numbers of the descriptor sets that a record's user data names, in any of its variants. */
export function descriptorSets(record: CorpusRecord): number[] {
  const userData = [record.abi.user_data, ...record.variants.map((variant) => variant.user_data ?? {})];
  const sets = userData.flatMap(Object.values<string>).flatMap((source) => {
    const set = /^set(\d+)\.lo$/.exec(source)?.[1];
    return set === undefined ? [] : [Number(set)];
  });
  return [...new Set(sets)];
}
