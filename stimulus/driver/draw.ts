import { type Chip, findMax, lookup, PARAMETER_DWORDS } from '../../arch/index.js';
import type { Draw, Interlock, Program, ProgramInput } from '../../transactions/index.js';
import { UsageError } from '../../transactions/index.js';
import type { CorpusRecord, CorpusVariant } from '../corpus.js';
import type { Scene } from '../scenes/scene.js';
import { getNonPipelineFields, packRegisters, selectChipRegisters } from './draw-registers.js';
import type { PushConstants } from './memory.js';
import { getRegisters } from './program.js';
import { packInterpolated } from './words.js';

/** The attribute values of a primitive before interpolation, named as in the corpus README. */
export interface PrimitiveAttributes {
  /** `vPrim`. */
  readonly number: number;
  /** `gl_PrimitiveID`, which counts from 0 in each draw. */
  readonly idInDraw: number;
  /** `vUV` at the three vertices. */
  readonly uv: readonly (readonly [number, number])[];
  /** `vColor` at the three vertices. */
  readonly color: readonly (readonly [number, number, number, number])[];
  /** The vertex values of inputs by attribute number, which take precedence over the named ones. */
  readonly byNumber?: readonly (readonly (readonly number[])[] | undefined)[];
}

/** Packs the parameter memory words of a primitive: P0, P1-P0 and P2-P0 of each attribute, in `attrN` order. */
function packParameterWords(
  inputs: readonly ProgramInput[],
  attributes: number,
  values: PrimitiveAttributes,
): number[] {
  const words = new Array<number>(attributes * PARAMETER_DWORDS).fill(0);
  for (const { name, attribute, flat } of inputs) {
    // A flat input other than `vUV` and `vColor` is an integer.
    const floats = name === 'vUV' ? values.uv : name === 'vColor' || !flat ? values.color : undefined;
    const vertices = values.byNumber?.[attribute] ?? floats;
    // An integer is the primitive's number or, for `gl_PrimitiveID`, its index in the draw.
    const number = name === 'gl_PrimitiveID' ? values.idInDraw : values.number;
    const attributeWords = vertices === undefined ? [number >>> 0] : packInterpolated(vertices);
    words.splice(attribute * PARAMETER_DWORDS, attributeWords.length, ...attributeWords);
  }
  return words;
}

/** The render area of a test and the primitives of its draws, with the names of the scenes that generated them, if any. */
type DrawnScene = Omit<Scene, 'names'> & Partial<Pick<Scene, 'names'>>;

/** Adds the number of each draw's first primitive to its push constants. */
export function numberConstants(
  { draws }: Pick<DrawnScene, 'draws'>,
  getConstants: () => Omit<PushConstants, 'primBase'>,
): PushConstants[] {
  let primBase = 0;
  return draws.map(({ length }) => {
    primBase += length;
    return { ...getConstants(), primBase: primBase - length };
  });
}

/** The depth and the attributes of a primitive. */
export interface PrimitiveValues {
  readonly depth: number;
  readonly attributes: PrimitiveAttributes;
}

const INTERLOCKS: Readonly<Record<string, Interlock | undefined>> = lookup({
  pixel_interlock_ordered: 'pixel-ordered',
  pixel_interlock_unordered: 'pixel-unordered',
  sample_interlock_ordered: 'sample-ordered',
  sample_interlock_unordered: 'sample-unordered',
  none: 'none',
});

/**
 * Creates the draws as the driver would program them: their registers, and flat arrays of their primitives'
 * properties. Throws `UsageError` for a record whose interlock is unknown.
 *
 * @param source what the draws share: the single program with its record and variant, and their chip, which may stand in
 * for the record's own
 * @param getValues called for each primitive, with its number across all draws and its index in its own draw
 */
export function makeDraws(
  source: { chip: Chip; record: CorpusRecord; variant: CorpusVariant; program: Program },
  { width, height, draws, names = [] }: DrawnScene,
  constants: readonly PushConstants[],
  getValues: (number: number, index: number) => PrimitiveValues,
): Draw[] {
  const { chip, record, variant, program } = source;
  const interlock = INTERLOCKS[record.interlock];
  if (interlock === undefined) {
    const knownNames = Object.keys(INTERLOCKS).join(', ');
    throw new UsageError(
      `Unknown interlock "${record.interlock}" in ${record.id}: expected one of ${knownNames}`,
    );
  }
  const attributes = findMax(
    program.inputs.map((input) => input.attribute + 1),
    0,
  );
  let number = 0;
  return draws.map((triangles, draw) => {
    const primitives = triangles.map((_, i) => getValues(number++, i));
    return {
      program: 0,
      ...(names[draw] === undefined ? {} : { scene: names[draw] }),
      interlock,
      width,
      height,
      samples: variant.samples as Draw['samples'],
      registers: selectChipRegisters(chip, {
        ...packRegisters(record.gfx, getNonPipelineFields(variant.samples)),
        ...getRegisters(record, variant, constants[draw]!, draw),
      }),
      vertices: triangles.flat(),
      depths: primitives.map(({ depth }) => Math.fround(depth)),
      attributes,
      parameters: primitives.flatMap((values) =>
        packParameterWords(program.inputs, attributes, values.attributes),
      ),
    };
  });
}
