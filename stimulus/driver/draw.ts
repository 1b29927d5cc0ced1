import { type Chip, findMax, lookup, PARAMETER_DWORDS } from '../../arch/index.js';
import type { Draw, Interlock, Program, ProgramInput, SceneName } from '../../transactions/index.js';
import { UsageError } from '../../transactions/index.js';
import type { CorpusRecord, CorpusVariant } from '../corpus.js';
import type { Triangle } from '../scenes/geometry.js';
import { getNonPipelineFields, packRegisters, selectChipRegisters } from './draw-registers.js';
import type { PushConstants } from './memory.js';
import { getRegisters } from './program.js';
import { roundToFloat32, toFloatBits } from './words.js';

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
export function packParameterWords(
  inputs: readonly ProgramInput[],
  attributes: number,
  values: PrimitiveAttributes,
): number[] {
  const words = new Array<number>(attributes * PARAMETER_DWORDS).fill(0);
  for (const input of inputs) {
    const offset = input.attribute * PARAMETER_DWORDS;
    const vertices = values.byNumber?.[input.attribute] ?? getFloatVertices(input, values);
    if (vertices === undefined) words[offset] = getFlatValue(input.name, values) >>> 0;
    else writeInterpolated(words, offset, vertices);
  }
  return words;
}

/** Returns an integer input's value: for `gl_PrimitiveID`, the primitive's index in the draw, otherwise its number. */
function getFlatValue(name: string, values: PrimitiveAttributes): number {
  return name === 'gl_PrimitiveID' ? values.idInDraw : values.number;
}

/**
 * Returns the values of a float input at the vertices; undefined for an integer input (any flat input except `vUV`
 * and `vColor`).
 */
function getFloatVertices(
  { name, flat }: ProgramInput,
  { uv, color }: PrimitiveAttributes,
): readonly (readonly number[])[] | undefined {
  if (name === 'vUV') return uv;
  return name === 'vColor' || !flat ? color : undefined;
}

function writeInterpolated(words: number[], offset: number, vertices: readonly (readonly number[])[]): void {
  vertices[0]!.forEach((p0, component) => {
    words[offset + component] = toFloatBits(p0);
    words[offset + 4 + component] = toFloatBits(
      roundToFloat32(roundToFloat32(vertices[1]![component]!) - roundToFloat32(p0)),
    );
    words[offset + 8 + component] = toFloatBits(
      roundToFloat32(roundToFloat32(vertices[2]![component]!) - roundToFloat32(p0)),
    );
  });
}

/** The render area of a draw and its primitives. */
export interface DrawShape {
  readonly width: number;
  readonly height: number;
  /** The scene that generated the triangles, if any, which determines how they overlap. */
  readonly scene?: SceneName;
  readonly triangles: readonly Triangle[];
  readonly depths: readonly number[];
  readonly attributes: readonly PrimitiveAttributes[];
}

/** Everything that a scenario's draws share: the chip, and the single program with its record and variant. */
export interface DrawSource {
  /** The chip for the draws, which may stand in for the record's own chip. */
  readonly chip: Chip;
  readonly record: CorpusRecord;
  readonly variant: CorpusVariant;
  readonly program: Program;
}

const INTERLOCKS: Readonly<Record<string, Interlock | undefined>> = lookup({
  pixel_interlock_ordered: 'pixel-ordered',
  pixel_interlock_unordered: 'pixel-unordered',
  sample_interlock_ordered: 'sample-ordered',
  sample_interlock_unordered: 'sample-unordered',
});

/**
 * Creates draw number `index` as the driver would program it: its registers, and flat arrays of its primitives'
 * properties. Throws `UsageError` for a record whose interlock is unknown.
 */
export function makeDraw(
  { chip, record, variant, program }: DrawSource,
  shape: DrawShape,
  constants: PushConstants,
  index: number,
): Draw {
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
  return {
    program: 0,
    ...(shape.scene === undefined ? {} : { scene: shape.scene }),
    interlock,
    width: shape.width,
    height: shape.height,
    samples: variant.samples as Draw['samples'],
    registers: selectChipRegisters(chip, {
      ...packRegisters(record.gfx, getNonPipelineFields(variant.samples)),
      ...getRegisters(record, variant, constants, index),
    }),
    vertices: shape.triangles.flat(),
    depths: shape.depths.map(roundToFloat32),
    attributes,
    parameters: shape.attributes.flatMap((values) => packParameterWords(program.inputs, attributes, values)),
  };
}
